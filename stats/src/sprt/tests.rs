//! Golden vectors, refusals, and what the test decides in simulated play.

use proptest::prelude::*;

use super::*;
use crate::draws::RandomStream;

fn pairs(counts: [u64; 5]) -> Sample {
    Pentanomial::new(counts).into()
}

fn games([losses, ties, wins]: [u64; 3]) -> Sample {
    Trinomial { losses, ties, wins }.into()
}

fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a valid plan")
}

#[test]
fn s2_golden_vectors() {
    use EloModel::{Logistic, Normalized};
    for (sample, elo0, elo1, model, llr, digits) in [
        (pairs([13, 37, 50, 25, 3]), 0.0, 4.0, Normalized, -0.549_12, 5e-6),
        (pairs([13, 37, 50, 25, 3]), 0.0, 2.715_75, Logistic, -0.537_72, 5e-6),
        (pairs([365, 16_618, 36_229, 16_974, 390]), 0.0, 2.0, Normalized, 2.250_368, 5e-7),
        (pairs([127, 4_883, 10_712, 5_150, 104]), -1.75, 0.25, Normalized, 3.010_154, 5e-7),
        (pairs([223, 9_863, 21_279, 10_037, 246]), 0.5, 2.5, Logistic, -3.074_126, 5e-7),
        (pairs([871, 26_175, 55_983, 26_678, 821]), 0.0, 2.0, Logistic, -4.978_673, 5e-7),
        (games([36_027, 68_692, 36_433]), 0.0, 2.0, Normalized, 0.923_293, 5e-7),
        (games([57_030, 106_593, 57_433]), 0.0, 2.0, Logistic, -2.593_024, 5e-7),
        (pairs([39, 8_843, 26_675, 9_240, 44]), 0.5, 2.5, Normalized, 2.941_675, 5e-7),
    ] {
        let ratio = sprt(elo0, elo1, model).llr(&sample).expect("observations");
        assert!((ratio - llr).abs() < digits, "{sample:?}: {ratio}, printed {llr}");
    }
}

#[test]
fn s2_golden_approximations() {
    let sample = pairs([13, 37, 50, 25, 3]);
    for (elo1, model, llr) in
        [(4.0, EloModel::Normalized, -0.540_12), (2.715_75, EloModel::Logistic, -0.559_61)]
    {
        let ratio = sprt(0.0, elo1, model).llr_approximate(&sample).expect("observations");
        assert!((ratio - llr).abs() < 5e-6, "{ratio} {llr}");
    }
}

#[test]
fn impossible_plans_are_refused() {
    let plan = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic);
    assert!(plan(0.0, 5.0, 0.05, 0.05).is_ok());
    let strict = plan(0.0, 5.0, 1e-300, 1e-300).expect("a plan").bounds();
    assert!(strict.low.is_finite() && strict.high.is_finite() && strict.high > 600.0, "{strict:?}");
    for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 5.0), (0.0, f64::INFINITY)] {
        assert!(matches!(plan(elo0, elo1, 0.05, 0.05), Err(SprtError::Hypotheses { .. })));
    }
    for (alpha, beta) in
        [(0.0, 0.05), (0.05, 0.0), (1.0, 0.05), (0.5, 0.5), (f64::NAN, 0.1), (1e-310, 0.05), (0.05, 1e-310)]
    {
        assert!(matches!(plan(0.0, 5.0, alpha, beta), Err(SprtError::ErrorRates { .. })));
    }
}

#[test]
fn nothing_observed_has_no_ratio() {
    let test = sprt(0.0, 5.0, EloModel::Normalized);
    assert_eq!(test.llr(&pairs([0; 5])), Err(SprtError::NoObservations));
    assert_eq!(test.llr_approximate(&games([0; 3])), Err(SprtError::NoObservations));
}

#[test]
fn pairs_all_alike_still_have_a_ratio() {
    for model in EloModel::ALL {
        for counts in [[0, 0, 500, 0, 0], [0, 0, 0, 0, 500], [500, 0, 0, 0, 0], [0, 0, 1, 0, 0]] {
            let llr = sprt(0.0, 5.0, model).llr(&pairs(counts));
            assert!(llr.is_ok_and(f64::is_finite), "{model:?} {counts:?} {llr:?}");
        }
    }
}

#[test]
fn the_bounds_are_walds() {
    let test = sprt(0.0, 5.0, EloModel::Logistic);
    assert!((test.bounds().high - 2.944_439).abs() < 1e-6 && (test.bounds().low + 2.944_439).abs() < 1e-6);
    assert_eq!(test.decide(2.95), Decision::AcceptH1);
    assert_eq!(test.decide(-2.95), Decision::AcceptH0);
    assert_eq!(test.decide(2.94), Decision::Continue);
}

#[test]
fn a_restored_monitor_goes_on_as_if_nothing_had_happened() {
    let test = sprt(0.0, 20.0, EloModel::Normalized);
    let looks = [[2, 10, 24, 12, 2], [4, 22, 46, 24, 4], [5, 30, 60, 46, 9], [5, 38, 70, 110, 77]];
    let mut straight = SprtMonitor::new(test, 50);
    for counts in looks {
        let mut restored = SprtMonitor::restore(test, 50, &straight.state());
        assert_eq!(restored, straight);
        let decisions = [&mut straight, &mut restored].map(|monitor| monitor.update(&pairs(counts)));
        assert_eq!(decisions[0], decisions[1]);
        assert_eq!(restored, straight);
    }
    assert_eq!(straight.decision(), Decision::AcceptH1);
    assert_eq!(SprtMonitor::restore(test, 50, &straight.state()).decision(), Decision::AcceptH1);
}

#[test]
fn the_state_of_a_monitor_is_read_back_bit_by_bit() {
    let bounds = Interval { low: -2.944_438_979_166_44, high: 0.1 + 0.2 };
    for llr in [-1.0 / 3.0, f64::MIN_POSITIVE / 8.0, f64::NEG_INFINITY] {
        let state = MonitorState { observations: u64::MAX, llr, bounds };
        let text = serde_json::to_string(&state).expect("a text");
        let ends = [bounds.low, bounds.high].map(f64::to_bits);
        let bits = llr.to_bits();
        assert_eq!(
            text,
            format!(r#"{{"observations":{},"llr":{bits},"bounds":[{},{}]}}"#, u64::MAX, ends[0], ends[1])
        );
        assert_eq!(serde_json::from_str::<MonitorState>(&text).expect("a state"), state);
    }
}

#[test]
fn a_monitor_refuses_to_forget_and_keeps_its_decision() {
    let mut monitor = SprtMonitor::new(sprt(0.0, 20.0, EloModel::Normalized), 50);
    monitor.update(&pairs([2, 10, 26, 12, 2])).expect("observations");
    assert_eq!(monitor.update(&pairs([1, 0, 0, 0, 0])), Err(SprtError::Shrunk { before: 52, after: 1 }));
    let inside = monitor.bounds();
    assert!(inside.is_within(monitor.sprt().bounds()) && inside != monitor.sprt().bounds());
    assert_eq!(monitor.update(&pairs([2, 10, 26, 200, 300])), Ok(Decision::AcceptH1));
    assert_eq!(monitor.update(&pairs([2000, 10, 26, 200, 300])), Ok(Decision::AcceptH1));
}

/// Returns the share of runs that accept H1, and the mean number of pairs, if a share 1 − 2p of the pairs is
/// even.
fn simulate(lead: f64, runs: u64) -> (f64, f64) {
    let (mut accepted, mut played) = (0, 0);
    for run in 0..runs {
        let mut draws = RandomStream::new(run);
        let mut counts = [0; 5];
        let mut monitor = SprtMonitor::new(sprt(0.0, 60.0, EloModel::Normalized), 10);
        while monitor.decision() == Decision::Continue {
            for _ in 0..10 {
                let u = draws.uniform();
                let cuts = [0.05, 0.25 - lead, 0.75 - lead, 0.95];
                counts[cuts.iter().filter(|&&cut| u > cut).count()] += 1;
            }
            monitor.update(&pairs(counts)).expect("observations");
        }
        accepted += u64::from(monitor.decision() == Decision::AcceptH1);
        played += monitor.observations();
    }
    (accepted as f64 / runs as f64, played as f64 / runs as f64)
}

#[test]
fn error_rates_hold_in_simulated_play() {
    let (wrong, _) = simulate(0.0, 2000);
    assert!((0.025..=0.065).contains(&wrong), "{wrong}");
    let pair_deviation = (0.025_f64 + 0.1 * 0.25).sqrt();
    let lead = 60.0 * core::f64::consts::SQRT_2 / NELO_UNIT * pair_deviation / 0.5;
    let (right, _) = simulate(lead, 2000);
    assert!((0.93..=0.98).contains(&right), "{right}");
}

#[test]
fn who_reads_the_counts_of_a_look_decides_as_the_test_did() {
    for model in EloModel::ALL {
        let (test, mut draws) = (sprt(0.0, 20.0, model), RandomStream::new(5));
        let (mut counts, mut monitor) = ([0; 5], SprtMonitor::new(test, 100));
        while monitor.decision() == Decision::Continue {
            for _ in 0..100 {
                let u = draws.uniform();
                counts[[0.05, 0.25, 0.74, 0.94].iter().filter(|&&cut| u > cut).count()] += 1;
            }
            let decision = monitor.update(&pairs(counts)).expect("observations");
            assert_eq!(test.decide_at_look(&pairs(counts), 100), Ok(decision));
        }
        assert_eq!(test.bounds_of_looks(&pairs(counts), 0), Ok(test.bounds()));
    }
}

proptest! {
    #[test]
    fn every_count_has_a_ratio(
        counts in prop::array::uniform5(prop::sample::select(vec![0_u64, 1, 30, 5000])), elo1 in 1.0..100.0_f64
    ) {
        prop_assume!(counts.iter().any(|&count| count > 0));
        for model in EloModel::ALL {
            prop_assert!(sprt(0.0, elo1, model).llr(&pairs(counts)).is_ok_and(f64::is_finite));
            prop_assert!(sprt(-elo1, 0.0, model).llr(&pairs(counts)).is_ok_and(f64::is_finite));
        }
    }

    #[test]
    fn exchange_of_players_and_hypotheses_changes_the_sign(
        counts in prop::array::uniform5(0_u64..3000), elo0 in -20.0..5.0_f64, gap in 0.5..20.0_f64
    ) {
        let one = Pentanomial::new(counts);
        prop_assume!(one.pairs() > 0);
        for model in EloModel::ALL {
            let left = sprt(elo0, elo0 + gap, model).llr(&one.into()).expect("in reach");
            let right = sprt(-elo0 - gap, -elo0, model).llr(&one.reversed().into()).expect("in reach");
            prop_assert!((left + right).abs() < 1e-6 * (1.0 + left.abs()), "{left} {right}");
        }
    }

    #[test]
    fn the_closed_form_is_close_for_small_differences(counts in prop::array::uniform5(200_u64..400)) {
        let sample = pairs(counts);
        for model in EloModel::ALL {
            let test = sprt(0.0, 4.0, model);
            let (exact, close) =
                (test.llr(&sample).expect("in reach"), test.llr_approximate(&sample).expect("observations"));
            prop_assert!((exact - close).abs() < 0.1 * (0.5 + exact.abs()), "{exact} {close}");
        }
    }
}
