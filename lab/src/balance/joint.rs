//! What one measure comes to at every point of a sweep, on the same deals.

use ndarray::Array2;
use overhear_stats::{BoundedSample, DifferenceCounts, Estimate, Interval, MaxZ, RatioMoments};
use serde::{Deserialize, Serialize};

use super::evidence::ALPHA;
use super::grid::GridPoint;
use super::kind::picks;
use super::measure::Measure;
use super::sums::{DealSums, unit};

/// Draws behind the simultaneous intervals.
const DRAWS: u32 = 20_000;

/// What the draws start from: the same points have the same intervals.
const DRAWS_SEED: u64 = 1;

/// First and second moments of one measure over deals, jointly for all points.
#[derive(Serialize, Deserialize)]
pub(super) struct Joint {
    /// What is measured.
    pub(super) measure: Measure,
    /// The deals that count.
    pub(super) deals: u64,
    /// Games of a deal at each point.
    each: i64,
    points: usize,
    /// By how many half-points the first agent is ahead at the base, on the deals that say which is the better one.
    lead: i64,
    first: Vec<i64>,
    products: Vec<i64>,
    differences: Vec<DifferenceCounts>,
}

/// What a measure is at a point, and how it differs from the base.
pub(super) struct Spot {
    /// The measure with its interval.
    pub(super) value: Option<Estimate>,
    /// The point less the base.
    pub(super) difference: Option<f64>,
    /// Its interval, for all pairs of points at once.
    pub(super) interval: Option<Interval>,
    /// The same for all measures as well.
    pub(super) overall: Option<Interval>,
    /// Its p-value, adjusted for all pairs of points.
    pub(super) p: Option<f64>,
}

impl Joint {
    /// Nothing yet of so many points at which a deal has so many games.
    pub(super) fn new(measure: Measure, points: usize, each: u64) -> Joint {
        let differences = vec![DifferenceCounts::default(); points];
        let (first, products) = (vec![0; points], vec![0; points * points]);
        Joint { measure, deals: 0, each: each as i64, points, lead: 0, first, products, differences }
    }

    /// Takes in a portion of deals, the first of them with the number `start`.
    pub(super) fn take(&mut self, start: u64, deals: &[Vec<DealSums>]) {
        let mut values = vec![0; self.points];
        for (place, deal) in (start..).take(deals[0].len()).enumerate() {
            values.iter_mut().zip(deals).for_each(|(value, point)| *value = point[place].of(self.measure));
            if self.measure == Measure::BetterScore && picks(deal) {
                self.lead += values[0] - self.each;
            } else {
                self.enter(&values);
            }
        }
    }

    /// Adds other deals of the same points.
    pub(super) fn merge(&mut self, other: &Joint) {
        self.deals += other.deals;
        self.lead += other.lead;
        self.first.iter_mut().zip(&other.first).for_each(|(own, other)| *own += other);
        self.products.iter_mut().zip(&other.products).for_each(|(own, other)| *own += other);
        self.differences.iter_mut().zip(&other.differences).for_each(|(own, other)| own.merge(other));
    }

    /// Whether these are sums of the same measure, at as many points.
    pub(super) fn is_like(&self, other: &Joint) -> bool {
        let shape = |one: &Joint| {
            (one.measure, one.each, one.points, one.first.len(), one.products.len(), one.differences.len())
        };
        shape(self) == shape(other)
    }

    fn enter(&mut self, values: &[i64]) {
        self.deals += 1;
        self.differences.iter_mut().zip(values).for_each(|(seen, &value)| seen.record(values[0], value));
        self.first.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        for (row, a) in self.products.chunks_exact_mut(self.points).zip(values) {
            row.iter_mut().zip(values).for_each(|(sum, b)| *sum += a * b);
        }
    }

    fn product(&self, a: usize, b: usize) -> i64 {
        self.products[a * self.points + b]
    }

    /// The covariance of the points' means, in half-points or counts a deal.
    fn covariance(&self) -> Array2<f64> {
        let deals = self.deals as f64;
        Array2::from_shape_fn((self.points, self.points), |(a, b)| {
            let spread = i128::from(self.deals) * i128::from(self.product(a, b))
                - i128::from(self.first[a]) * i128::from(self.first[b]);
            spread as f64 / (deals * deals * (deals - 1.0))
        })
    }

    /// Numbers that all games of a deal bring.
    fn scale(&self) -> i64 {
        unit(self.measure) * self.each
    }

    /// What the measure can be at these points.
    fn range(&self, points: &[GridPoint]) -> Interval {
        let longest = points.iter().map(|point| point.rules.last_round()).max().unwrap_or(1);
        let is_length = self.measure == Measure::MeanRounds;
        if is_length { Interval { low: 1.0, high: f64::from(longest.max(2)) } } else { Interval::UNIT }
    }

    /// A point's mean.
    fn value(&self, point: usize, range: Interval) -> Option<Estimate> {
        let (deals, scale) = (self.deals as i64, self.scale());
        let (y, yy) = (self.first[point], self.product(point, point));
        RatioMoments { deals: self.deals, y, n: scale * deals, yy, yn: scale * y, nn: scale * scale * deals }
            .bounded(range)
    }

    /// Every point, in order, of one of so many measures.
    pub(super) fn spots(&self, points: &[GridPoint], measures: usize) -> Vec<Spot> {
        let range = self.range(points);
        let most = self.scale() * range.width() as i64;
        let largest =
            (self.deals > 1).then(|| MaxZ::pairwise(&self.covariance(), DRAWS, DRAWS_SEED)).flatten();
        let levels = [1, measures].map(|looks| {
            let all = 1.0 - ALPHA / looks as f64;
            largest.as_ref().map_or(all, |largest| largest.level_of_each(all))
        });
        let spot = |place: usize| {
            let is_base = points[place].rules == points[0].rules;
            let value = self.value(place, range);
            let seen = &self.differences[place];
            if is_base {
                Spot::base(value)
            } else {
                Spot::new(value, seen.sample(most), levels, largest.as_ref())
            }
        };
        let unturned = (0..points.len()).map(spot);
        unturned.map(|spot| spot.in_unit(self.scale() as f64, self.lead < 0)).collect()
    }
}

impl Spot {
    /// A point whose deals differ from the base's like this; the levels are those of its two intervals, `largest` is drawn
    /// over all points.
    fn new(
        value: Option<Estimate>,
        sample: Option<BoundedSample>,
        levels: [f64; 2],
        largest: Option<&MaxZ>,
    ) -> Spot {
        let Some(sample) = sample else {
            return Spot { value, difference: None, interval: None, overall: None, p: None };
        };
        let [interval, overall] = levels.map(|level| Some(sample.interval(level)));
        Spot {
            value,
            difference: Some(sample.estimate().value),
            interval,
            overall,
            p: largest.map(|largest| largest.adjusted_p_value(sample.z_score(0.0))),
        }
    }

    /// A point whose rules are those of the base.
    fn base(value: Option<Estimate>) -> Spot {
        let none = Some(Interval { low: 0.0, high: 0.0 });
        Spot { value, difference: Some(0.0), interval: none, overall: none, p: Some(1.0) }
    }

    /// The same in the unit of the measure; of the second agent, if it is the better one.
    fn in_unit(self, scale: f64, turned: bool) -> Spot {
        let factor = if turned { -1.0 / scale } else { 1.0 / scale };
        let is_none = self.difference == Some(0.0);
        let turn = |i: Interval| if i.width() == 0.0 { i } else { i.map(|end| end * factor) };
        Spot {
            value: self.value.map(|value| if turned { value.scale(-1.0).shift(1.0) } else { value }),
            difference: self.difference.map(|d| if is_none { d } else { d * factor }),
            interval: self.interval.map(turn),
            overall: self.overall.map(turn),
            p: self.p,
        }
    }
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::Rules;

    use super::*;

    #[test]
    fn the_better_agent_is_picked_on_some_deals_and_measured_on_the_others() {
        let official = Rules::official();
        let point = |name: &str, rules| GridPoint { name: name.to_owned(), rules };
        let points = [point("base", official), point("short", Rules { round_limit: 5, ..official })];
        let of = |first: i64| DealSums::of_first(first);
        let base: Vec<DealSums> = (0..50).map(|deal| of(if picks(deal) { 0 } else { 3 })).collect();
        let short: Vec<DealSums> = (0..50).map(|_| of(1)).collect();
        let mut joint = Joint::new(Measure::BetterScore, 2, 2);
        joint.take(0, &[base.clone(), short.clone()]);
        let spots = joint.spots(&points, 1);
        let value = |n: usize| spots[n].value.expect("deals").value;
        assert_eq!((joint.deals, value(0), value(1)), (40, 0.25, 0.75), "the second one is picked");
        assert_eq!((spots[0].difference, spots[1].difference), (Some(0.0), Some(0.5)));
        let ends = spots[1].interval.expect("deals");
        assert!(ends.contains(0.5) && ends.low > 0.0, "{ends:?}");
        let mut first = Joint::new(Measure::FirstScore, 2, 2);
        first.take(0, &[base, short]);
        assert_eq!((first.deals, first.spots(&points, 1)[1].value.map(|v| v.value)), (50, Some(0.25)));
    }
}
