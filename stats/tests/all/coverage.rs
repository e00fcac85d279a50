//! Do 95 % intervals cover the truth in 95 % of simulated matches, when games on one deal depend on each other?

use std::collections::BTreeMap;

use overhear_stats::{
    COVERAGE_CASES, CoverageCase, DealMoments, DealScores, Encounter, Estimate, GameResult, GameTable,
    PairTable, Pentanomial, RatioMoments, clustered_mean, elo_of_score, fit_davidson,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const RUNS: u64 = 10_000;

fn uniform(random: &mut ChaCha8Rng) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The share of runs whose interval covers the truth.
fn coverage(runs: u64, truth: f64, mut run: impl FnMut(&mut ChaCha8Rng) -> Estimate) -> f64 {
    let covered = (0..runs).filter(|&seed| {
        let estimate = run(&mut ChaCha8Rng::seed_from_u64(seed));
        estimate.interval.contains(truth)
    });
    covered.count() as f64 / runs as f64
}

fn assert_covers(share: f64) {
    assert!((0.94..=0.96).contains(&share), "covers in {share} of the runs");
}

#[test]
fn a_mean_clustered_by_deal_covers() {
    const WIN: [f64; 3] = [0.05, 0.55, 0.95];
    let deal = |random: &mut ChaCha8Rng| {
        let win = WIN[(uniform(random) * 3.0) as usize];
        (0..4).map(|_| f64::from(u8::from(uniform(random) < win))).sum::<f64>() / 4.0
    };
    let truth = WIN.iter().sum::<f64>() / 3.0;
    assert_covers(coverage(RUNS, truth, |random| {
        let scores: Vec<f64> = (0..60).map(|_| deal(random)).collect();
        clustered_mean(&scores).expect("two deals or more")
    }));
}

#[test]
fn a_ratio_clustered_by_deal_covers() {
    const DEALS: [(i64, f64); 3] = [(4, 0.1), (8, 0.5), (12, 0.3)];
    let (hits, trials) = DEALS
        .iter()
        .fold((0.0, 0.0), |(hits, trials), &(n, share)| (hits + n as f64 * share, trials + n as f64));
    assert_covers(coverage(RUNS, hits / trials, |random| {
        let mut moments = RatioMoments::default();
        for _ in 0..120 {
            let (n, share) = DEALS[(uniform(random) * 3.0) as usize];
            let y = (0..n).map(|_| i64::from(uniform(random) < share)).sum();
            moments.record(y, n);
        }
        moments.estimate().expect("two deals or more")
    }));
}

#[test]
fn pairs_cover_where_games_do_not() {
    let play = |random: &mut ChaCha8Rng| {
        let mut table = PairTable::default();
        for _ in 0..300 {
            let seat = if uniform(random) < 0.5 { 0.35 } else { -0.35 };
            let mut game = |win: f64| if uniform(random) < win { GameResult::Win } else { GameResult::Loss };
            table.record(game(0.55 + seat), game(0.55 - seat));
        }
        table
    };
    assert_covers(coverage(RUNS, 0.55, |random| play(random).pentanomial().score().expect("pairs")));
    let naive = coverage(2000, 0.55, |random| play(random).games().score().expect("games"));
    assert!(naive > 0.97, "{naive}");
}

const STRENGTHS: [f64; 3] = [0.3, 0.0, -0.4];
const SEAT: f64 = 0.2;
const TIES: f64 = 0.4;
/// What a deal adds to the strength of each agent.
const DEAL_EFFECTS: [[f64; 3]; 4] = [[2.0, -1.0, 0.0], [-2.0, 1.0, 1.0], [0.0, 1.5, -2.0], [0.5, -1.5, 1.0]];

/// The probabilities that the first seat wins and that it does not lose.
fn chances(effects: &[f64; 3], first: usize, second: usize) -> [f64; 2] {
    let strength = |agent: usize| STRENGTHS[agent] + effects[agent];
    let difference = strength(first) - strength(second) + SEAT;
    let [win, loss] = [difference, -difference].map(|lead| libm::exp(lead / 2.0));
    [win, win + TIES].map(|weight| weight / (win + loss + TIES))
}

fn schedule() -> impl Iterator<Item = (usize, usize)> {
    (0..3).flat_map(|first| (0..3).filter(move |&second| second != first).map(move |second| (first, second)))
}

/// The rating difference that infinitely many deals would give.
fn true_difference() -> f64 {
    const GAMES: f64 = 1e9;
    let mut table = GameTable::new(3);
    for (first, second) in schedule() {
        let mean = |place: usize| -> f64 {
            DEAL_EFFECTS.iter().map(|effects| chances(effects, first, second)[place]).sum::<f64>() / 4.0
        };
        let [wins, unbeaten] = [mean(0), mean(1)].map(|share| (share * GAMES).round() as u64);
        let rest = (GAMES as u64) - unbeaten;
        let games = Encounter { first, second, first_wins: wins, second_wins: rest, ties: unbeaten - wins };
        table.add(games).expect("two agents");
    }
    let fit = fit_davidson(&table).expect("games");
    fit.difference(0, 2, &fit.fisher()).expect("two agents").value
}

/// The estimated difference with its error, once from games and once from deals.
fn tournament(random: &mut ChaCha8Rng, deals: usize) -> [Estimate; 2] {
    let (mut table, mut moments) = (GameTable::new(3), DealMoments::new(3));
    for _ in 0..deals {
        let effects = &DEAL_EFFECTS[(uniform(random) * 4.0) as usize];
        let mut deal = DealScores::new(3);
        for (first, second) in schedule() {
            let (u, [win, unbeaten]) = (uniform(random), chances(effects, first, second));
            let outcome = match u {
                u if u < win => GameResult::Win,
                u if u < unbeaten => GameResult::Tie,
                _ => GameResult::Loss,
            };
            table.record(first, second, outcome).expect("two agents");
            deal.record(first, second, outcome).expect("two agents");
        }
        moments.record(&deal).expect("three agents");
    }
    let fit = fit_davidson(&table).expect("games");
    let errors = [fit.fisher(), fit.clustered(&moments).expect("the same games")];
    errors.map(|errors| fit.difference(0, 2, &errors).expect("two agents"))
}

#[test]
fn s4_davidson_ratings_clustered_by_deal_cover() {
    let truth = true_difference();
    assert_covers(coverage(RUNS, truth, |random| tournament(random, 150)[1]));
    let naive = coverage(2000, truth, |random| tournament(random, 150)[0]);
    assert!(!(0.93..=0.97).contains(&naive), "{naive}");
}

#[test]
fn s4_the_clustered_error_is_the_true_one() {
    let runs: Vec<[Estimate; 2]> =
        (0..2000).map(|seed| tournament(&mut ChaCha8Rng::seed_from_u64(seed), 400)).collect();
    let mean = |of: &dyn Fn(&[Estimate; 2]) -> f64| runs.iter().map(of).sum::<f64>() / runs.len() as f64;
    let centre = mean(&|[_, clustered]| clustered.value);
    let truth = mean(&|[_, clustered]| (clustered.value - centre) * (clustered.value - centre)).sqrt();
    let (fisher, clustered) = (mean(&|[fisher, _]| fisher.se), mean(&|[_, clustered]| clustered.se));
    assert!((clustered / truth - 1.0).abs() < 0.05, "{clustered} {truth}");
    assert!((fisher / truth - 1.0).abs() > 0.1, "{fisher} {truth}");
}

/// Whether the intervals of the score, of Elo and of normalised Elo hold the truth.
fn hold_the_truth(case: &CoverageCase, counts: &Pentanomial) -> [u64; 3] {
    let (score, elo) = (counts.score().expect("pairs"), counts.elo().expect("pairs"));
    let nelo = counts.normalized_elo();
    let hold = [
        score.interval.contains(case.score()) && score.interval.width() > 0.0,
        elo.interval.contains(elo_of_score(case.score())),
        nelo.is_none_or(|nelo| nelo.interval.contains(case.nelo())),
    ];
    hold.map(u64::from)
}

/// The shares of so many matches whose intervals hold the truth. Short matches often end alike, and are looked at once.
fn covered(case: &CoverageCase, pairs: u64, runs: u64) -> [f64; 3] {
    let (mut hits, mut verdicts) = ([0_u64; 3], BTreeMap::new());
    for seed in 0..runs {
        let counts = case.play(pairs, 1_000_000 * pairs + seed);
        let hold = verdicts.entry(counts.counts()).or_insert_with(|| hold_the_truth(case, &counts));
        hits.iter_mut().zip(hold).for_each(|(hits, hold)| *hits += *hold);
    }
    hits.map(|hits| hits as f64 / runs as f64)
}

#[test]
#[ignore = "slow: two hundred matches of each case and length"]
fn strength_covers_from_two_pairs_on() {
    for case in &COVERAGE_CASES {
        for pairs in [2, 10, 100] {
            let shares = covered(case, pairs, 200);
            assert!(shares.iter().all(|&share| share > 0.88), "{}, {pairs} pairs: {shares:?}", case.name);
        }
    }
}

/// Of two thousand matches of each case.
fn cover_as_promised(pairs: u64) {
    for case in &COVERAGE_CASES {
        let shares = covered(case, pairs, 2000);
        assert!(shares.iter().all(|&share| share >= 0.93), "{}, {pairs} pairs: {shares:?}", case.name);
    }
}

#[test]
#[ignore = "slow: two thousand matches of each case and length"]
fn strength_covers_as_promised_in_every_case() {
    [2, 10, 30, 100].into_iter().for_each(cover_as_promised);
}

#[test]
#[ignore = "slow: two thousand matches of each case"]
fn strength_covers_as_promised_in_every_case_of_a_thousand_pairs() {
    cover_as_promised(1000);
}

#[test]
#[ignore = "slow: two thousand matches of each case"]
fn strength_covers_as_promised_in_every_case_of_two_thousand_pairs() {
    cover_as_promised(2000);
}

#[test]
fn near_even_a_thousand_pairs_pay_next_to_nothing_for_it() {
    let case = &COVERAGE_CASES[0];
    let widths = (0..50).map(|seed| {
        let score = case.play(1000, seed).score().expect("pairs");
        score.interval.width() / (2.0 * overhear_stats::Z95 * score.se)
    });
    let mean = widths.sum::<f64>() / 50.0;
    assert!((1.0..1.05).contains(&mean), "{mean}");
}
