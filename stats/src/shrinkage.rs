//! Shrinkage of many rates of one kind towards their mean: the most extreme of many rates owes much to chance.
//!
//! The true rates are taken for draws from a beta distribution with the mean of all trials. How much they scatter is not
//! known either: the likelihood of every spread is weighed, and a rate's interval carries what they disagree on (empirical
//! Bayes: Casella 1985; Kass & Steffey 1989 for its error). Trials of one deal depend on each other: they count for as many
//! independent ones as have the same variance.

use std::collections::BTreeMap;

use crate::special::{beta_cdf, beta_quantile};
use crate::spread_likelihood::{SpreadLikelihood, WeighedSpread};
use crate::{Interval, RatioMoments};

/// The common distribution of rates of one kind.
///
/// ```
/// use overhear_stats::{RatePopulation, RatioMoments};
/// let rate = |missed: i64| {
///     let mut rate = RatioMoments::default();
///     (0..100).for_each(|deal| rate.record(i64::from(deal < missed), 1));
///     rate
/// };
/// let rates: Vec<RatioMoments> = [5, 12, 9, 40, 8, 11].map(rate).into();
/// let all = RatePopulation::fit(&rates).expect("trials");
/// let highest = all.shrink(&rates[3]).expect("trials");
/// assert!(highest.value < 0.40 && highest.value > 0.25 && highest.p < 1e-6);
/// assert!(all.scatters());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RatePopulation {
    /// The mean rate, over all trials.
    pub mean: f64,
    /// The likeliest standard deviation of the true rates; 0 if the rates scatter no more than chance explains.
    pub spread: f64,
    /// The 95 % interval of the spread.
    pub spread_interval: Interval,
    /// The number of trials, depending on each other within deals, that tell as much as one independent trial; at least 1.
    pub design_effect: f64,
    /// Twice the log likelihood ratio of this spread against no spread.
    evidence: f64,
    spreads: Vec<WeighedSpread>,
}

/// A rate shrunk towards the mean of its population.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShrunkRate {
    /// The rate.
    pub value: f64,
    /// The 95 % interval of the rate.
    pub interval: Interval,
    /// The two-sided p-value of "the true rate is the mean of all rates".
    pub p: f64,
    /// The probability of a `p` below 0.05 for a rate with as many trials whose true value is the mean. It is not 0.05,
    /// because a count of few trials takes few values.
    pub null_share: f64,
}

impl RatePopulation {
    /// Fits the population of rates y / n, where y of n trials succeed.
    ///
    /// Returns `None` without trials, or if all trials fail or all succeed.
    pub fn fit(rates: &[RatioMoments]) -> Option<Self> {
        let y = rates.iter().map(|rate| rate.y).sum::<i64>() as f64;
        let n = rates.iter().map(|rate| rate.n).sum::<i64>() as f64;
        if y <= 0.0 || y >= n {
            return None;
        }
        let (mean, design_effect) = (y / n, design_effect(rates));
        let mut alike: BTreeMap<[i64; 2], u64> = BTreeMap::new();
        rates
            .iter()
            .filter(|rate| rate.n > 0)
            .for_each(|rate| *alike.entry([rate.y, rate.n]).or_default() += 1);
        let counts = alike.into_iter().map(|([y, n], rates)| {
            let [yes, no] = [y, n - y].map(|count| count as f64 / design_effect);
            ([yes, no], rates as f64)
        });
        let likelihood = SpreadLikelihood::new(mean, counts.collect());
        let (spread, spread_interval) = likelihood.spread();
        let evidence = likelihood.evidence();
        let spreads = likelihood.weighed();
        Some(Self { mean, spread, spread_interval, design_effect, evidence, spreads })
    }

    /// Returns `true` if the true rates differ: at the level of 5 %, chance alone does not explain how far the rates scatter.
    pub fn scatters(&self) -> bool {
        // The likelihood ratio of a spread that cannot be below 0: half of χ² with one degree of freedom.
        const CRITICAL: f64 = 2.705_543_454_095_4;
        self.evidence > CRITICAL
    }

    /// Returns each rate shrunk; `None` for a rate without trials.
    pub fn shrink_all(&self, rates: &[RatioMoments]) -> Vec<Option<ShrunkRate>> {
        let mut known = BTreeMap::new();
        rates.iter().map(|rate| *known.entry([rate.y, rate.n]).or_insert_with(|| self.shrink(rate))).collect()
    }

    /// Returns the rate shrunk; `None` without trials.
    pub fn shrink(&self, rate: &RatioMoments) -> Option<ShrunkRate> {
        let observed = rate.ratio()?;
        let trials = rate.n as f64 / self.design_effect;
        let (yes, no) = (trials * observed, trials * (1.0 - observed));
        let of_each: Vec<(f64, [f64; 2])> =
            self.spreads.iter().map(|spread| (spread.share, spread.rate([yes, no]))).collect();
        let value: f64 = of_each.iter().map(|(share, [value, _])| share * value).sum();
        let within: f64 = of_each.iter().map(|(share, [_, variance])| share * variance).sum();
        let between: f64 = of_each.iter().map(|(share, [one, _])| share * (one - value).powi(2)).sum();
        let interval = beta_interval(value, within + between);
        Some(ShrunkRate { value, interval, p: self.p_value(yes, no), null_share: self.null_share(trials) })
    }

    /// Returns the two-sided p-value of "the true rate is the mean" after these counts.
    fn p_value(&self, yes: f64, no: f64) -> f64 {
        let below = beta_cdf(self.mean, yes + 0.5, no + 0.5);
        2.0 * below.min(1.0 - below).max(0.0)
    }

    /// Returns the probability of a p-value below [`LEVEL`] after a number of independent trials whose rate is the mean.
    fn null_share(&self, trials: f64) -> f64 {
        // The p-value rises with the count up to the mean, and falls behind it. So both tails begin at a count that
        // bisection finds, and the tails of a binomial distribution are incomplete beta functions: O(log trials) of them.
        let all = libm::round(trials).max(1.0);
        let peak = libm::floor(all * self.mean);
        let lower = boundary(0.0, peak, |count| !self.seems_to_differ(count, all));
        let upper = boundary(peak + 1.0, all, |count| self.seems_to_differ(count, all));
        let [at_least_lower, at_least_upper] = [lower, upper].map(|count| match count {
            count if count <= 0.0 => 1.0,
            count if count > all => 0.0,
            count => beta_cdf(self.mean, count, all - count + 1.0),
        });
        (1.0 - at_least_lower) + at_least_upper
    }

    /// Returns `true` if a count of so many trials seems to differ from the mean.
    fn seems_to_differ(&self, count: f64, trials: f64) -> bool {
        self.p_value(count, trials - count) < LEVEL
    }
}

/// The level at which a rate by itself is said to differ.
const LEVEL: f64 = 0.05;

/// Returns the first whole number from `low` to `high` that has a property, which all later ones have; `high` + 1 if none has.
fn boundary(mut low: f64, high: f64, has: impl Fn(f64) -> bool) -> f64 {
    let mut end = high + 1.0;
    while low < end {
        let middle = libm::floor(f64::midpoint(low, end));
        if has(middle) { end = middle } else { low = middle + 1.0 }
    }
    end
}

/// The 95 % interval of the beta distribution with this mean and variance, its mean included.
fn beta_interval(mean: f64, variance: f64) -> Interval {
    let trials = (mean * (1.0 - mean) / variance - 1.0).max(f64::MIN_POSITIVE);
    let [a, b] = [trials * mean, trials * (1.0 - mean)];
    Interval::new(beta_quantile(0.025, a, b), beta_quantile(0.975, a, b)).hull(Interval::new(mean, mean))
}

/// Returns the variance of the deals within all rates over that of independent trials; at least 1.
fn design_effect(rates: &[RatioMoments]) -> f64 {
    let (mut clustered, mut independent) = (0.0, 0.0);
    for rate in rates {
        let [trials, successes] = [rate.n as f64, rate.y as f64];
        // The variance of the successes y, as the deals show it. They are measured from the observed rate q, which lies in
        // their middle: of the variance of independent trials, nᵢ in deal i, the share 1 − Σ nᵢ² / n² is left. With equal
        // deals that is 1 − 1 / d; a single deal shows nothing.
        let variance_share = 1.0 - rate.nn as f64 / (trials * trials);
        if variance_share > 0.0 {
            let observed = successes / trials;
            let variance = rate.residual_squares() / variance_share;
            // n independent trials have the variance n p (1 − p). But q (1 − q) is too small for p (1 − p): its mean is
            // p (1 − p) − Var q, and Var q is the variance of y over n². So n q (1 − q) lacks that of y over n. With it the
            // ratio is exactly m if deals have m equal trials each, and exactly 1 if each deal has one trial.
            clustered += variance;
            independent += trials * observed * (1.0 - observed) + variance / trials;
        }
    }
    if independent > 0.0 { (clustered / independent).max(1.0) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::RandomStream;

    /// So many rates between two ends, a fixed step apart, each of so many deals with five trials that err together in
    /// every third deal.
    fn drawn(rates: usize, ends: [f64; 2], deals: usize, seed: u64) -> (Vec<f64>, Vec<RatioMoments>) {
        let mut draws = RandomStream::new(seed);
        let step = (ends[1] - ends[0]) / (rates as f64 - 1.0);
        let truth: Vec<f64> = (0..rates).map(|n| ends[0] + step * n as f64).collect();
        let of = |&rate: &f64| {
            let mut moments = RatioMoments::default();
            for deal in 0..deals {
                let one = draws.uniform();
                let errs =
                    |draws: &mut RandomStream| if deal % 3 == 0 { one } else { draws.uniform() } < rate;
                moments.record((0..5).map(|_| i64::from(errs(&mut draws))).sum(), 5);
            }
            moments
        };
        let rates = truth.iter().map(of).collect();
        (truth, rates)
    }

    #[test]
    fn shrunk_rates_are_nearer_the_truth_and_their_intervals_hold_it() {
        let (truth, rates) = drawn(400, [0.05, 0.25], 20, 3);
        let all = RatePopulation::fit(&rates).expect("trials");
        // Two thirds of the trials are independent, one third counts five times: 2/3 + 5/3.
        assert!((all.design_effect - 7.0 / 3.0).abs() < 0.25, "{all:?}");
        assert!((all.spread - 0.2 / 12.0_f64.sqrt()).abs() < 0.015 && all.scatters(), "{all:?}");
        let shrunk: Vec<ShrunkRate> = rates.iter().map(|rate| all.shrink(rate).expect("trials")).collect();
        let error = |of: &dyn Fn(usize) -> f64| (0..400).map(|n| (of(n) - truth[n]).powi(2)).sum::<f64>();
        let raw = error(&|n| rates[n].ratio().expect("trials"));
        assert!(error(&|n| shrunk[n].value) < 0.6 * raw);
        let held = shrunk.iter().zip(&truth).filter(|(one, truth)| one.interval.contains(**truth)).count();
        assert!((370..=392).contains(&held), "{held} of 400");
    }

    #[test]
    fn equal_rates_are_all_the_mean_and_few_seem_to_differ() {
        let (_, rates) = drawn(400, [0.15, 0.15], 20, 5);
        let all = RatePopulation::fit(&rates).expect("trials");
        assert!(all.spread < 0.02 && !all.scatters(), "{all:?}");
        let shrunk: Vec<ShrunkRate> = rates.iter().map(|rate| all.shrink(rate).expect("trials")).collect();
        assert!(shrunk.iter().all(|one| (one.value - all.mean).abs() < 0.06));
        let seeming = shrunk.iter().filter(|one| one.p < 0.05).count();
        assert!((8..=32).contains(&seeming), "{seeming} of 400, where 20 are due");
    }

    #[test]
    fn the_share_that_seems_to_differ_by_chance_is_that_of_drawn_counts() {
        for (mean, trials) in [(0.15, 9), (0.15, 60), (0.5, 7), (0.03, 12)] {
            let all = RatePopulation {
                design_effect: 1.0,
                mean,
                ..RatePopulation::fit(&drawn(9, [0.1, 0.3], 9, 2).1).expect("trials")
            };
            let (mut pmf, mut expected) = (libm::pow(1.0 - mean, f64::from(trials)), 0.0);
            for count in 0..=trials {
                let (yes, no) = (f64::from(count), f64::from(trials - count));
                if all.p_value(yes, no) < LEVEL {
                    expected += pmf;
                }
                pmf *= no / (yes + 1.0) * mean / (1.0 - mean);
            }
            let share = all.null_share(f64::from(trials));
            assert!((share - expected).abs() < 1e-9, "{mean}, {trials}: {share} is not {expected}");
        }
    }

    #[test]
    fn without_trials_or_without_both_outcomes_there_is_nothing() {
        let never = drawn(10, [0.0, 0.0], 5, 1).1;
        assert_eq!((RatePopulation::fit(&never), RatePopulation::fit(&[])), (None, None));
        let all = RatePopulation::fit(&drawn(10, [0.3, 0.4], 5, 1).1).expect("trials");
        assert_eq!(all.shrink(&RatioMoments::default()), None);
    }

    #[test]
    fn deals_that_differ_as_a_whole_are_worth_fewer_trials() {
        let rate = |deals: &[(i64, i64)]| {
            let mut moments = RatioMoments::default();
            deals.iter().for_each(|&(y, n)| moments.record(y, n));
            moments
        };
        let (whole, single) = (rate(&[(5, 5), (0, 5)]), rate(&[(2, 5)]));
        assert_eq!(design_effect(&[whole, single]), 5.0, "two deals, each of five equal trials");
        assert_eq!((design_effect(&[single]), design_effect(&[rate(&[(1, 2); 9])])), (1.0, 1.0));
        assert_eq!(design_effect(&[rate(&[(1, 1), (0, 1), (1, 1), (1, 1)])]), 1.0, "deals of one trial each");
    }

    #[test]
    fn deals_of_different_sizes_are_worth_their_independent_trials() {
        let bit = |n: i64, place: i64| n >> place & 1;
        let of = |n: i64| {
            let mut moments = RatioMoments::default();
            moments.record(bit(n, 0), 1);
            moments.record(bit(n, 1) + bit(n, 2) + bit(n, 3), 3);
            moments
        };
        // Every result of four independent trials of probability one half, each of variance ¼, in deals of 1 and 3: 16 on both sides.
        let mut rates: Vec<RatioMoments> = (0..16).map(of).collect();
        // Two deals of five equal trials: 2 · 5² · ¼ / ½ = 25 in place of 10 · ¼ + 25 / 10 = 5.
        let mut whole = RatioMoments::default();
        [5, 0].into_iter().for_each(|y| whole.record(y, 5));
        rates.push(whole);
        assert!((design_effect(&rates) - 41.0 / 21.0).abs() < 1e-12, "{}", design_effect(&rates));
    }

    #[test]
    fn intervals_from_few_deals_hold_the_truth() {
        let (mut held, mut effects) = (0, 0.0);
        for seed in 0..20 {
            let (truth, rates) = drawn(300, [0.05, 0.35], 4, seed);
            let all = RatePopulation::fit(&rates).expect("trials");
            effects += all.design_effect;
            let shrunk = all.shrink_all(&rates).into_iter().flatten().zip(truth);
            held += shrunk.filter(|(one, truth)| one.interval.contains(*truth)).count();
        }
        // In two of the four deals the five trials are one: half of 1 and half of 5.
        assert!((effects / 20.0 - 3.0).abs() < 0.1, "{}", effects / 20.0);
        assert!((5520..=5760).contains(&held), "{held} of 6000");
    }

    #[test]
    fn the_first_number_with_a_property_is_found() {
        for first in 3..=9 {
            assert_eq!(boundary(3.0, 8.0, |n| n >= f64::from(first)), f64::from(first));
        }
    }

    #[test]
    fn an_interval_of_the_uniform_law_leaves_out_a_fortieth_on_each_side() {
        let interval = beta_interval(0.5, 1.0 / 12.0);
        assert!((interval.low - 0.025).abs() < 1e-6 && (interval.high - 0.975).abs() < 1e-6, "{interval:?}");
    }

    #[test]
    fn a_p_value_without_trials_is_that_of_the_arcsine_law() {
        let fitted = RatePopulation::fit(&drawn(9, [0.1, 0.3], 9, 2).1).expect("trials");
        let of = |mean: f64| RatePopulation { mean, ..fitted.clone() };
        // The law has 2/π · asin √x below x: a third below ¼.
        for (mean, expected) in [(0.25, 2.0 / 3.0), (0.5, 1.0), (0.75, 2.0 / 3.0)] {
            let p_value = of(mean).p_value(0.0, 0.0);
            assert!((p_value - expected).abs() < 1e-6, "{mean}: {p_value}");
        }
    }

    #[test]
    fn all_rates_together_are_shrunk_as_each_alone() {
        let (mut rates, none) = (drawn(6, [0.1, 0.5], 9, 4).1, RatioMoments::default());
        rates.push(none);
        rates.push(rates[2]);
        let all = RatePopulation::fit(&rates).expect("trials");
        let alone: Vec<Option<ShrunkRate>> = rates.iter().map(|rate| all.shrink(rate)).collect();
        assert_eq!(all.shrink_all(&rates), alone);
        assert_eq!((alone.len(), alone[6], alone[7]), (8, None, alone[2]));
    }
}
