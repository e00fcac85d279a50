//! A number on a card, and the sums that it is made of.

use overhear_stats::{Estimate, RatioMoments};
use serde::Serialize;

/// A number with its 95 % interval, clustered by deal.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Measure {
    /// The task.
    pub(super) task: &'static str,
    /// The measured player: the agent, or a house player.
    pub(super) player: String,
    /// What is measured.
    #[serde(rename = "measure")]
    pub(super) what: String,
    /// The number; none where nothing was asked.
    pub(super) value: Option<f64>,
    /// The lower end of its interval.
    pub(super) low: Option<f64>,
    /// The upper end.
    pub(super) high: Option<f64>,
    /// How many items it is the mean of.
    pub(super) items: u64,
}

impl Measure {
    pub(super) fn new(
        task: &'static str,
        player: &str,
        what: impl Into<String>,
        found: Option<Estimate>,
        items: u64,
    ) -> Measure {
        let ends = found.map(|found| found.interval);
        Measure {
            task,
            player: player.to_owned(),
            what: what.into(),
            value: found.map(|found| rounded(found.value)),
            low: ends.map(|ends| rounded(ends.low)),
            high: ends.map(|ends| rounded(ends.high)),
            items,
        }
    }

    /// A count as a share of others.
    pub(super) fn share(task: &'static str, player: &str, what: &str, count: u64, of: u64) -> Measure {
        let value = (of > 0).then(|| rounded(count as f64 / of as f64));
        Measure { value, low: None, high: None, ..Measure::new(task, player, what, None, of) }
    }
}

/// Six digits behind the point: what is printed is the same on every machine.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// How fine numbers are summed.
const UNITS: f64 = 1e6;

/// Means of numbers of any size over items, clustered by deal.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    moments: RatioMoments,
    deal: Option<u64>,
    open: (i64, i64),
}

impl Sums {
    /// Adds an item: `weight` is 1, or the denominator of a ratio. Deals come in order.
    pub(super) fn add(&mut self, deal: u64, value: f64, weight: f64) {
        if self.deal != Some(deal) {
            self.close();
            self.deal = Some(deal);
        }
        self.open.0 += (value * UNITS).round() as i64;
        self.open.1 += (weight * UNITS).round() as i64;
    }

    fn close(&mut self) {
        if self.deal.take().is_some() && self.open.1 > 0 {
            self.moments.record(self.open.0, self.open.1);
        }
        self.open = (0, 0);
    }

    /// The mean of shares of one, which lie from 0 to 1.
    pub(super) fn share(mut self) -> Option<Estimate> {
        self.close();
        self.moments.share()
    }

    /// The mean of any numbers.
    pub(super) fn mean(mut self) -> Option<Estimate> {
        self.close();
        self.moments.estimate()
    }
}

/// How much of a belief is spread over all codes before it is scored, so that a certain one that is wrong is finite.
const SPREAD: f64 = 0.02;

/// The probability that a scored belief gives.
pub(super) fn spread(probability: f64) -> f64 {
    (1.0 - SPREAD) * probability + SPREAD / 24.0
}

/// Bits that a belief tells of a code beyond a guess among all 24.
pub(super) fn bits(probability: f64) -> f64 {
    libm::log2(24.0 * spread(probability))
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
    fn items_of_a_deal_are_one_cluster() {
        let mut sums = Sums::default();
        for (deal, value) in [(0, 1.0), (0, 0.0), (1, 1.0), (1, 1.0)] {
            sums.add(deal, value, 1.0);
        }
        let mean = sums.clone().mean().expect("two deals");
        assert!((mean.value - 0.75).abs() < 1e-9 && mean.interval.width() > 0.0);
        assert!(sums.share().is_some());
        assert!(Sums::default().mean().is_none());
    }
}
