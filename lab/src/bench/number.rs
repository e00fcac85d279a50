//! A number on a card, and its sums.

use overhear_engine::rules::Code;
use overhear_stats::{Estimate, Interval, LogLossScale, RatioMoments};
use serde::Serialize;

use crate::table::{Frame, NamedRow};

/// A number with its 95 % interval, clustered by deal.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BenchNumber {
    /// The task.
    pub(super) task: &'static str,
    /// Label of the agent, or of a built-in player beside it.
    pub(super) player: String,
    /// Name of the measure.
    #[serde(rename = "measure")]
    pub(super) what: String,
    /// The number; `None` without any item.
    pub(super) value: Option<f64>,
    /// Lower end of the interval.
    pub(super) low: Option<f64>,
    /// Upper end of the interval.
    pub(super) high: Option<f64>,
    /// Number of items.
    pub(super) items: u64,
}

impl BenchNumber {
    /// Adds a row of `card.csv`.
    pub(super) fn fill(&self, frame: &mut Frame) {
        NamedRow::new(frame)
            .put("task", self.task)
            .put("player", &self.player)
            .put("measure", &self.what)
            .put("value", self.value)
            .put("value_low", self.low)
            .put("value_high", self.high)
            .put("items", self.items)
            .end();
    }

    pub(super) fn new(
        task: &'static str,
        player: &str,
        what: impl Into<String>,
        estimate: Option<Estimate>,
        items: u64,
    ) -> BenchNumber {
        let ends = estimate.map(|estimate| estimate.interval);
        BenchNumber {
            task,
            player: player.to_owned(),
            what: what.into(),
            value: estimate.map(|estimate| rounded(estimate.value)),
            low: ends.map(|ends| rounded(ends.low)),
            high: ends.map(|ends| rounded(ends.high)),
            items,
        }
    }

    /// Returns a number without an interval.
    pub(super) fn plain(
        task: &'static str,
        player: &str,
        what: impl Into<String>,
        value: Option<f64>,
        items: u64,
    ) -> BenchNumber {
        BenchNumber { value: value.map(rounded), ..BenchNumber::new(task, player, what, None, items) }
    }

    /// Returns a count as a share of another, without an interval.
    pub(super) fn share(task: &'static str, player: &str, what: &str, count: u64, of: u64) -> BenchNumber {
        let value = (of > 0).then(|| count as f64 / of as f64);
        BenchNumber::plain(task, player, what, value, of)
    }
}

/// Returns a number with six decimals, which are the same on every machine.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// Units of the integers that deals are counted in, a millionth at first.
const UNITS: f64 = 1e6;

/// What a mean is of, which decides its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MeanKind {
    /// Shares of 1.
    Share,
    /// The [`bits`] that beliefs tell of codes.
    Bits,
    /// Divergences, in bits, between [`smoothed`] beliefs over some answers.
    Divergence(usize),
    /// Numbers between two ends.
    Within(f64, f64),
}

/// Halvings of a search for a level: below the precision of its p-value.
const HALVINGS: u32 = 50;

/// Sums for a mean over items, clustered by deal.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    deals: Vec<[i64; 2]>,
    deal: Option<u64>,
}

impl Sums {
    /// Adds an item. `weight` is 1, or the denominator of a ratio. Items of a deal follow each other.
    pub(super) fn add(&mut self, deal: u64, value: f64, weight: f64) {
        if self.deal != Some(deal) {
            self.deal = Some(deal);
            self.deals.push([0, 0]);
        }
        let open = self.deals.last_mut().expect("a deal has begun");
        open[0] += (value * UNITS).round() as i64;
        open[1] += (weight * UNITS).round() as i64;
    }

    /// Returns the moments of the deals. Sums of squares stay within an `i64`: if there are too many deals for
    /// millionths, they are counted in a larger unit.
    fn moments(&self) -> RatioMoments {
        let largest = self.deals.iter().flatten().map(|n| n.unsigned_abs()).max().unwrap_or(0);
        let mut units = std::iter::successors(Some(1), |unit: &i64| Some(unit * 10));
        let unit = units.find(|&unit| {
            let square = u128::from(largest / unit as u64 + 1).pow(2);
            square * self.deals.len() as u128 <= i64::MAX as u128
        });
        let unit = unit.expect("a larger unit makes smaller squares");
        let mut moments = RatioMoments::default();
        for &[value, weight] in self.deals.iter().filter(|deal| deal[1] > 0) {
            moments.record(value / unit, weight / unit);
        }
        moments
    }

    /// Returns the mean of values from 0 to 1.
    pub(super) fn share(&self) -> Option<Estimate> {
        self.moments().share()
    }

    /// Returns the mean of ratios of any size.
    pub(super) fn ratio(&self) -> Option<Estimate> {
        self.moments().estimate()
    }

    /// Returns the mean of numbers that all lie in a range.
    pub(super) fn within(&self, range: Interval) -> Option<Estimate> {
        self.moments().bounded(range)
    }

    /// Returns the p-value of "the mean is 0", of numbers that all lie in a range: one less the largest level whose interval excludes 0.
    pub(super) fn p_of_zero(&self, range: Interval) -> f64 {
        let moments = self.moments();
        // The bisection keeps an excluding level below, and one that does not exclude 0 above.
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            let estimate = moments.bounded_at(range, middle);
            if estimate.is_some_and(|estimate| !estimate.interval.contains(0.0)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        1.0 - low
    }

    /// Returns the mean of the [`bits`] that beliefs tell of codes.
    pub(super) fn bits(&self) -> Option<Estimate> {
        let most = certain_bits();
        Some(self.excess_loss(Code::COUNT, |mean| most - mean)?.scale(-1.0).shift(most))
    }

    /// Returns the mean of log losses in bits, of [`smoothed`] beliefs over some answers.
    pub(super) fn loss_in_bits(&self, answers: usize) -> Option<Estimate> {
        let least = -libm::log2(smoothed(1.0, answers));
        Some(self.excess_loss(answers, |mean| mean - least)?.shift(least))
    }

    /// Returns the mean loss in bits above that of certainty in the right answer, which `of` computes from the mean.
    fn excess_loss(&self, answers: usize, of: impl Fn(f64) -> f64) -> Option<Estimate> {
        let most = widest(answers);
        let scale = LogLossScale { nats: std::f64::consts::LN_2, most, answers: answers as f64 };
        let moments = self.moments();
        let parts = self.deals.iter().map(|deal| deal[1] as f64 / UNITS).sum();
        // Values are rounded to millionths, so that a mean of best answers may lie that far outside.
        let loss = of(moments.ratio()?).clamp(0.0, most);
        scale.estimate(loss, moments.standard_error()?, moments.deals, parts)
    }

    /// Returns the mean of differences of two shares, from −1 to 1.
    pub(super) fn difference(&self) -> Option<Estimate> {
        self.moments().bounded(Interval::new(-1.0, 1.0))
    }

    /// Returns the mean with the interval of its kind.
    pub(super) fn estimate(&self, kind: MeanKind) -> Option<Estimate> {
        match kind {
            MeanKind::Share => self.share(),
            MeanKind::Bits => self.bits(),
            MeanKind::Divergence(answers) => self.within(Interval::new(0.0, widest(answers))),
            MeanKind::Within(low, high) => self.within(Interval { low, high }),
        }
    }
}

/// Returns the mean of numbers; `None` without any.
pub(super) fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let numbers: Vec<f64> = numbers.collect();
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// Returns 1 if something is so, otherwise 0.
pub(super) fn one_if(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

/// Share of a belief that is spread over all answers before scoring, so that certainty in a wrong one costs finitely many bits.
const SPREAD: f64 = 0.02;

/// Returns the probability of one of `answers` possible answers after spreading.
pub(super) fn smoothed(probability: f64, answers: usize) -> f64 {
    (1.0 - SPREAD) * probability + SPREAD / answers as f64
}

/// Returns the largest logarithm of a ratio of two smoothed probabilities, in bits.
fn widest(answers: usize) -> f64 {
    libm::log2(smoothed(1.0, answers) / smoothed(0.0, answers))
}

/// Returns the most bits that a belief can tell of a code: those of certainty, if it is right.
pub fn certain_bits() -> f64 {
    bits(1.0)
}

/// Returns the bits that a belief tells of a code with this probability, compared with a uniform belief.
pub(super) fn bits(probability: f64) -> f64 {
    libm::log2(Code::COUNT as f64 * smoothed(probability, Code::COUNT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certain_code_is_worth_so_much_right_and_wrong() {
        assert!((bits(1.0) - 4.56).abs() < 0.005 && (bits(0.0) + 5.64).abs() < 0.005);
        assert!(bits(1.0 / 24.0).abs() < 1e-12);
    }

    #[test]
    fn bits_of_few_deals_alike_stay_possible_and_leave_something_open() {
        let mut sums = Sums::default();
        (0..6).for_each(|item| sums.add(item / 2, bits(1.0), 1.0));
        let sure = sums.bits().expect("three deals");
        assert!((sure.value - bits(1.0)).abs() < 1e-5 && sure.interval.high <= bits(1.0), "{sure:?}");
        assert!(sure.interval.low > bits(0.0) && sure.interval.low < 3.5, "{sure:?}");
        let mut losses = Sums::default();
        (0..6).for_each(|item| losses.add(item, -libm::log2(smoothed(0.5, 2)), 1.0));
        let one = losses.loss_in_bits(2).expect("six deals").interval;
        assert!(one.contains(1.0) && one.low > 0.4 && one.high < 3.0, "{one:?}");
    }

    #[test]
    fn items_of_a_deal_are_one_cluster() {
        let mut sums = Sums::default();
        for (deal, value) in [(0, 1.0), (0, 0.0), (1, 1.0), (1, 1.0)] {
            sums.add(deal, value, 1.0);
        }
        let mean = sums.ratio().expect("two deals");
        assert!((mean.value - 0.75).abs() < 1e-9 && mean.interval.width() > 0.0);
        assert!(sums.share().is_some());
        assert!(Sums::default().ratio().is_none());
    }

    #[test]
    fn the_p_value_of_zero_agrees_with_the_interval() {
        let range = Interval::new(-1.0, 1.0);
        for (difference, is_clear) in [(0.0, false), (0.1, false), (0.5, true)] {
            let mut sums = Sums::default();
            (0..40).for_each(|deal| {
                sums.add(deal, difference + if deal % 2 == 0 { 0.4 } else { -0.4 }, 1.0);
            });
            let p = sums.p_of_zero(range);
            assert_eq!(p < 0.05, is_clear, "{difference}: {p}");
            assert_eq!(!sums.within(range).expect("deals").interval.contains(0.0), is_clear);
        }
        let mut alike = Sums::default();
        (0..40).for_each(|deal| alike.add(deal, 0.0, 1.0));
        assert!((alike.p_of_zero(range) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn sums_too_large_for_millionths_keep_their_mean() {
        let mut sums = Sums::default();
        for deal in 0..100 {
            sums.add(deal, if deal % 4 == 0 { 8000.0 } else { 0.0 }, 8000.0);
        }
        assert!((sums.share().expect("deals").value - 0.25).abs() < 1e-9);
    }
}
