//! How likely each spread of many true rates makes what was seen of them: the beta-binomial likelihood on a grid.
//!
//! The true rates follow one beta distribution, or a tenth of them scatters three times as far as the others (a contaminated
//! prior: Berger & Berliner 1986), so that what truly stands out is not pulled back as if it owed that to chance. The
//! rates say which is likelier.

use libm::lgamma;

use crate::Interval;

/// Steps of the grid, from no spread to rates that are all 0 or 1.
const STEPS: usize = 300;

/// Shares of the rates that may scatter further than the others.
const FAR: [f64; 2] = [0.0, 0.1];

/// How many times as far these scatter.
const TIMES: f64 = 3.0;

/// Spreads less likely than the likeliest by this factor are left out.
const NEGLIGIBLE: f64 = 1e-5;

/// The greatest correlation of two trials of such a rate, as a root.
const FARTHEST: f64 = 0.98;

/// Successes and failures of a rate, in independent trials of which there may be any number.
type Counts = [f64; 2];

/// A beta distribution of true rates around the mean of all.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Prior {
    a: f64,
    b: f64,
}

impl Prior {
    /// Of rates whose trials are correlated so far, as a root.
    fn from_mean(mean: f64, place: f64) -> Self {
        let weight = place.powi(-2) - 1.0;
        Self { a: weight * mean, b: weight * (1.0 - mean) }
    }

    fn log_likelihood(&self, [yes, no]: Counts) -> f64 {
        log_rising(self.a, yes) + log_rising(self.b, no) - log_rising(self.a + self.b, yes + no)
    }

    /// The mean and the variance of a rate, and by how much of an error of the mean of all it is moved.
    fn rate(&self, [yes, no]: Counts) -> [f64; 3] {
        let (weight, all) = (self.a + self.b, self.a + self.b + yes + no);
        let value = (self.a + yes) / all;
        [value, value * (1.0 - value) / (all + 1.0), weight / all]
    }
}

/// One spread that the true rates may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WeighedSpread {
    /// Weight of this variance: its likelihood.
    pub(crate) share: f64,
    near: Prior,
    far: Prior,
    /// The share of rates that scatter further.
    is_far: f64,
    /// The variance of the mean of all rates.
    mean_variance: f64,
}

impl WeighedSpread {
    /// The mean and the variance of a rate with these successes and failures, if this is the spread.
    pub(crate) fn rate(&self, counts: Counts) -> [f64; 2] {
        let [near, far] = [self.near, self.far].map(|prior| prior.log_likelihood(counts));
        let odds = (1.0 - self.is_far) / self.is_far * libm::exp(near - far);
        let is_far = 1.0 / (1.0 + odds);
        let [near, far] = [self.near, self.far].map(|prior| prior.rate(counts));
        let mixed: [f64; 3] = std::array::from_fn(|place| near[place] + is_far * (far[place] - near[place]));
        let between = is_far * (1.0 - is_far) * (far[0] - near[0]).powi(2);
        [mixed[0], mixed[1] + between + mixed[2].powi(2) * self.mean_variance]
    }
}

/// A point of the grid.
#[derive(Clone, Copy, Debug)]
struct GridPoint {
    /// The variance as a fourth root, so that small spreads are told apart more finely.
    root: f64,
    /// The share of rates that scatter further.
    is_far: f64,
}

impl GridPoint {
    /// Every point, those without a spread first.
    fn all() -> impl Iterator<Item = Self> {
        (0..STEPS).flat_map(|step| FAR.map(|is_far| Self { root: step as f64 / STEPS as f64, is_far }))
    }

    /// The correlation of two trials of a rate, as a root: of most rates, and of those that scatter further.
    fn places(self) -> [f64; 2] {
        let near = self.root.powi(2) * FARTHEST;
        [near, (TIMES * near).min(FARTHEST)]
    }

    /// The standard deviation of all rates, in units of the greatest.
    fn deviation(self) -> f64 {
        let [near, far] = self.places();
        ((1.0 - self.is_far) * near * near + self.is_far * far * far).sqrt()
    }

    /// How likely it is before anything is seen: every variance alike, which covers best (Morris & Tang 2011).
    fn prior(self) -> f64 {
        self.root.powi(3)
    }

    fn log_likelihood(self, mean: f64, counts: &[(Counts, f64)]) -> f64 {
        if self.root == 0.0 {
            let [yes, no] = [mean, 1.0 - mean].map(libm::log);
            return counts.iter().map(|([y, n], rates)| rates * (y * yes + n * no)).sum();
        }
        let [near, far] = self.places().map(|place| Prior::from_mean(mean, place));
        let terms = counts.iter().map(|&(counts, rates)| {
            let likely = near.log_likelihood(counts);
            if self.is_far == 0.0 {
                return rates * likely;
            }
            let times = libm::exp((far.log_likelihood(counts) - likely).min(600.0));
            rates * (likely + libm::log(1.0 - self.is_far + self.is_far * times))
        });
        terms.sum()
    }
}

/// The likelihood of each spread on a grid.
pub(crate) struct SpreadLikelihood {
    mean: f64,
    counts: Vec<(Counts, f64)>,
    points: Vec<WeighedPoint>,
}

/// A point with the logarithm of its likelihood, and its share of the probability of all points.
#[derive(Clone, Copy)]
struct WeighedPoint {
    point: GridPoint,
    log_likelihood: f64,
    share: f64,
}

impl SpreadLikelihood {
    /// Of rates around a mean, as many alike as stand behind each.
    pub(crate) fn new(mean: f64, counts: Vec<(Counts, f64)>) -> Self {
        let logs: Vec<(GridPoint, f64)> =
            GridPoint::all().map(|point| (point, point.log_likelihood(mean, &counts))).collect();
        let greatest = logs.iter().map(|(_, log)| *log).fold(f64::NEG_INFINITY, f64::max);
        let weights = logs.iter().map(|&(point, log)| point.prior() * libm::exp(log - greatest));
        let weights: Vec<f64> = weights.collect();
        let all: f64 = weights.iter().sum();
        let points = logs.into_iter().zip(weights).map(|((point, log_likelihood), weight)| WeighedPoint {
            point,
            log_likelihood,
            share: weight / all,
        });
        let points = points.collect();
        Self { mean, counts, points }
    }

    /// Twice the logarithm of how much likelier the likeliest spread is than none.
    pub(crate) fn evidence(&self) -> f64 {
        2.0 * (self.likeliest().log_likelihood - self.points[0].log_likelihood)
    }

    /// The likeliest point; none that is likelier by no more than rounding.
    fn likeliest(&self) -> &WeighedPoint {
        const ROUNDING: f64 = 1e-6;
        self.points.iter().fold(&self.points[0], |best, point| {
            if point.log_likelihood > best.log_likelihood + ROUNDING { point } else { best }
        })
    }

    /// The likeliest standard deviation of the true rates, and the range that holds it with 95 %.
    pub(crate) fn spread(&self) -> (f64, Interval) {
        let unit = (self.mean * (1.0 - self.mean)).sqrt();
        let mut deviations: Vec<(f64, f64)> =
            self.points.iter().map(|weighed| (unit * weighed.point.deviation(), weighed.share)).collect();
        deviations.sort_by(|a, b| a.0.total_cmp(&b.0));
        let [low, high] = [0.025, 0.975].map(|p| {
            let mut below = 0.0;
            let reached = deviations.iter().find(|(_, share)| {
                below += share;
                below >= p
            });
            reached.map_or(unit, |(deviation, _)| *deviation)
        });
        let spread = unit * self.likeliest().point.deviation();
        (spread, Interval::new(low, high).hull(Interval::new(spread, spread)))
    }

    /// The spreads that are not negligible, with how likely each of them is.
    pub(crate) fn weighed(&self) -> Vec<WeighedSpread> {
        let greatest = self.points.iter().map(|weighed| weighed.share).fold(0.0, f64::max);
        let likely = self.points.iter().filter(|weighed| weighed.share > NEGLIGIBLE * greatest);
        let all: f64 = likely.clone().map(|weighed| weighed.share).sum();
        let weighed = likely.map(|&WeighedPoint { point, share, .. }| {
            let [near, far] = point.places().map(|place| Prior::from_mean(self.mean, place));
            let mean_variance = self.mean_variance(point);
            WeighedSpread { share: share / all, near, far, is_far: point.is_far, mean_variance }
        });
        weighed.collect()
    }

    /// The variance of the mean of all rates with this spread: each has that of its trials and that of the spread.
    fn mean_variance(&self, point: GridPoint) -> f64 {
        let (alone, spread) = (self.mean * (1.0 - self.mean), point.deviation().powi(2));
        let information = self
            .counts
            .iter()
            .map(|([yes, no], rates)| rates / (spread + (1.0 - spread).max(0.0) / (yes + no)));
        alone / information.sum::<f64>()
    }
}

/// The logarithm of Γ(x + more) / Γ(x); of a large x by Stirling's series, whose terms do not cancel.
fn log_rising(x: f64, more: f64) -> f64 {
    const LARGE: f64 = 100.0;
    if x < LARGE {
        return lgamma(x + more) - lgamma(x);
    }
    let [correction, correction_more] = [x, x + more].map(|x| (1.0 - 1.0 / (30.0 * x * x)) / (12.0 * x));
    let corrections = correction_more - correction;
    more * libm::log(x) + (x + more - 0.5) * libm::log1p(more / x) - more + corrections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deviation_lies_between_those_of_the_two_kinds_of_rates() {
        for is_far in [0.1, 0.5, 0.9] {
            let point = GridPoint { root: 0.5, is_far };
            let [near, far] = point.places();
            assert!(near < point.deviation() && point.deviation() < far, "{is_far}");
            let alike = GridPoint { root: 1.0, is_far }.deviation();
            assert!((alike - FARTHEST).abs() < 1e-12, "{alike}");
        }
    }

    #[test]
    fn rates_that_chance_alone_makes_have_no_spread_and_clear_ones_have_theirs() {
        let alike = SpreadLikelihood::new(0.2, vec![([20.0, 80.0], 50.0)]);
        let (spread, range) = alike.spread();
        assert!(spread == 0.0 && range.low < 0.01 && range.high < 0.03, "{spread} {range:?}");
        assert_eq!(alike.evidence(), 0.0);
        let two = SpreadLikelihood::new(0.2, vec![([100.0, 900.0], 25.0), ([300.0, 700.0], 25.0)]);
        let (spread, range) = two.spread();
        assert!(
            (spread - 0.1).abs() < 0.02 && range.contains(0.1) && two.evidence() > 100.0,
            "{spread} {range:?}"
        );
    }

    #[test]
    fn the_series_is_what_it_stands_for() {
        for (x, more) in [(100.0, 3.0), (250.0, 1e4), (1e5, 0.5)] {
            let exact = lgamma(x + more) - lgamma(x);
            assert!((log_rising(x, more) - exact).abs() < 1e-8 * exact.abs().max(1.0), "{x} {more}");
        }
        assert!((log_rising(1e12, 3.0) - 3.0 * libm::log(1e12)).abs() < 1e-9);
    }

    #[test]
    fn few_trials_leave_every_spread_open() {
        let few = SpreadLikelihood::new(0.5, vec![([1.0, 0.0], 1.0), ([0.0, 1.0], 1.0)]);
        let (_, range) = few.spread();
        assert!(range.low < 0.15 && range.high > 0.4, "{range:?}");
        let shares: f64 = few.weighed().iter().map(|spread| spread.share).sum();
        assert!((shares - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_near_is_pulled_and_what_is_far_is_let_go() {
        let place = 1.0 / 101.0_f64.sqrt();
        let [near, far] = [place, 3.0 * place].map(|place| Prior::from_mean(0.1, place));
        let spread = WeighedSpread { share: 1.0, near, far, is_far: 0.1, mean_variance: 0.0 };
        let [value, _] = spread.rate([12.0, 88.0]);
        assert!((value - 0.11).abs() < 0.002, "halfway to the mean: {value}");
        let [value, variance] = spread.rate([60.0, 40.0]);
        assert!((value - 0.556).abs() < 0.01 && variance < 0.003, "a hundred trials against ten: {value}");
        let [_, uncertain] = WeighedSpread { mean_variance: 0.01, ..spread }.rate([12.0, 88.0]);
        assert!(uncertain > spread.rate([12.0, 88.0])[1] + 0.002);
    }

    #[test]
    fn a_rate_is_the_mixture_of_both_spreads_by_their_likelihoods() {
        let [near, far] = [0.1, 0.3].map(|place| Prior::from_mean(0.1, place));
        for (is_far, counts) in [(0.1, [12.0, 88.0]), (0.5, [16.0, 84.0]), (0.9, [25.0, 75.0])] {
            let spread = WeighedSpread { share: 1.0, near, far, is_far, mean_variance: 0.0 };
            let [a, b] = [near, far].map(|prior| libm::exp(prior.log_likelihood(counts)));
            let share = is_far * b / (is_far * b + (1.0 - is_far) * a);
            let expected = (1.0 - share) * near.rate(counts)[0] + share * far.rate(counts)[0];
            let [rate, _] = spread.rate(counts);
            assert!((rate - expected).abs() < 1e-9, "{rate} {expected}");
        }
    }
}
