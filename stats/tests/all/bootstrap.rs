//! Do 95 % bootstrap intervals hold the truth of skewed losses, from five rows on?

use overhear_stats::{Interval, Support, bootstrap_mean, bootstrap_share};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A distribution of losses, with its mean.
struct Case {
    name: &'static str,
    mean: f64,
    draw: fn(&mut ChaCha8Rng) -> f64,
}

fn uniform(random: &mut ChaCha8Rng) -> f64 {
    ((random.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

fn exponential(random: &mut ChaCha8Rng) -> f64 {
    -libm::log(uniform(random))
}

fn normal(random: &mut ChaCha8Rng) -> f64 {
    (2.0 * exponential(random)).sqrt() * (std::f64::consts::TAU * uniform(random)).cos()
}

/// Losses in nats as readers of codes have them, and some that are more skewed than these.
const LOSSES: [Case; 6] = [
    Case { name: "exponential", mean: 1.0, draw: exponential },
    Case { name: "gamma ½", mean: 1.0, draw: |random| normal(random).powi(2) },
    Case { name: "lognormal", mean: 1.0, draw: |random| libm::exp(normal(random) - 0.5) },
    // Nine tenths are all but sure, and a tenth of their codes are others.
    Case {
        name: "sure and sometimes wrong",
        mean: 0.1 * 3.0 + 0.9 * 0.025,
        draw: |random| if uniform(random) < 0.1 { 3.0 * exponential(random) } else { 0.05 * uniform(random) },
    },
    Case {
        name: "a fifth are lost",
        mean: 0.2 * 3.0 + 0.8 * 0.025,
        draw: |random| if uniform(random) < 0.2 { 3.0 * exponential(random) } else { 0.05 * uniform(random) },
    },
    Case { name: "normal", mean: 3.0, draw: |random| 3.0 + 0.5 * normal(random) },
];

/// Matches of a case.
const RUNS: u64 = 500;

/// Nats of a blind guess among 24 codes.
const BLIND: f64 = 3.178_053_830_347_946;

const NATS: Support = Support {
    bounds: Interval { low: 0.0, high: f64::INFINITY },
    usual: Some(Interval { low: 0.0, high: BLIND }),
};

/// The share of runs whose interval holds the mean, in groups of so many rows.
fn coverage(case: &Case, [groups, rows]: [usize; 2], support: Support) -> f64 {
    let covered = (0..RUNS).filter(|&seed| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let clusters: Vec<(f64, f64)> =
            (0..groups).map(|_| ((0..rows).map(|_| (case.draw)(&mut random)).sum(), rows as f64)).collect();
        bootstrap_mean(&clusters, support, 1000, seed).expect("clusters").contains(case.mean)
    });
    covered.count() as f64 / RUNS as f64
}

/// Asserts that every case is covered as often as this, from five groups of so many rows on.
fn assert_covers(cases: &[Case], rows: usize, support: Support, least: f64) {
    let sizes = [5, 8, 20, 72].into_iter();
    let coverages = cases.iter().flat_map(|case| {
        sizes.clone().map(move |groups| (case.name, groups, coverage(case, [groups, rows], support)))
    });
    let wrong: Vec<_> = coverages.filter(|(.., share)| *share < least).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
#[ignore = "slow: thousands of bootstraps"]
fn losses_in_nats_are_covered_from_five_rows_on() {
    assert_covers(&LOSSES, 1, NATS, 0.93);
}

#[test]
#[ignore = "slow: thousands of bootstraps"]
fn losses_of_games_are_covered_from_five_games_on() {
    assert_covers(&LOSSES, 6, NATS, 0.93);
}

#[test]
#[ignore = "slow: thousands of bootstraps"]
fn squares_between_0_and_2_are_covered_from_five_rows_on() {
    let cases = [
        Case { name: "even", mean: 1.0, draw: |random| 2.0 * uniform(random) },
        Case { name: "mostly small", mean: 0.4, draw: |random| 2.0 * uniform(random).powi(4) },
        Case {
            name: "seldom wrong",
            mean: 0.05 * 1.9 + 0.95 * 0.005,
            draw: |random| if uniform(random) < 0.05 { 1.9 } else { 0.01 * uniform(random) },
        },
    ];
    assert_covers(&cases, 1, Support::within(Interval { low: 0.0, high: 2.0 }), 0.93);
}

#[test]
#[ignore = "slow: thousands of bootstraps"]
fn numbers_of_any_size_are_covered_unless_they_are_rarer_than_the_rows() {
    let [exponential, gamma, lognormal, _, _, normal] = LOSSES;
    assert_covers(&[exponential, gamma, normal], 1, Support::UNKNOWN, 0.93);
    assert_covers(&[lognormal], 1, Support::UNKNOWN, 0.91);
}

#[test]
#[ignore = "slow: thousands of bootstraps"]
fn shares_are_covered_from_five_rows_on() {
    let mut wrong = Vec::new();
    for p in [0.02, 0.1, 0.3, 0.5, 0.7, 0.95] {
        for groups in [5, 8, 20, 72] {
            for rows in [1, 4] {
                let covered = (0..RUNS).filter(|&seed| {
                    let mut random = ChaCha8Rng::seed_from_u64(seed);
                    let clusters: Vec<(u64, u64)> = (0..groups)
                        .map(|_| ((0..rows).map(|_| u64::from(uniform(&mut random) < p)).sum(), rows))
                        .collect();
                    bootstrap_share(&clusters, 1000, seed).expect("rows").contains(p)
                });
                let share = covered.count() as f64 / RUNS as f64;
                if share < 0.93 {
                    wrong.push((p, groups, rows, share));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
