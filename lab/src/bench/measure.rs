//! A number on a card, and its sums.

use overhear_engine::rules::Code;
use overhear_stats::{Estimate, RatioMoments};
use serde::Serialize;

use crate::table::{Cell, Frame, NamedRow};

/// A number with its 95 % interval, clustered by deal.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Measure {
    /// The task.
    pub(super) task: &'static str,
    /// Label of the agent, of the floor or of the ceiling.
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

impl Measure {
    /// Adds a row of `card.csv`.
    pub(super) fn fill(&self, frame: &mut Frame) {
        let number = |value: Option<f64>| Cell::Number(value, 6);
        let row = NamedRow::new(frame).put_all([
            ("task", Cell::text(self.task)),
            ("player", Cell::text(&self.player)),
            ("measure", Cell::text(&self.what)),
            ("value", number(self.value)),
            ("value_low", number(self.low)),
            ("value_high", number(self.high)),
            ("items", Cell::Count(self.items)),
        ]);
        row.end();
    }

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

    /// Returns a number without an interval.
    pub(super) fn plain(
        task: &'static str,
        player: &str,
        what: impl Into<String>,
        value: Option<f64>,
        items: u64,
    ) -> Measure {
        Measure { value: value.map(rounded), ..Measure::new(task, player, what, None, items) }
    }

    /// Returns a count as a share of another, without an interval.
    pub(super) fn share(task: &'static str, player: &str, what: &str, count: u64, of: u64) -> Measure {
        let value = (of > 0).then(|| count as f64 / of as f64);
        Measure::plain(task, player, what, value, of)
    }
}

/// Returns a number with six decimals, which are the same on every machine.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// Units of the integer sums.
const UNITS: f64 = 1e6;

/// Sums for a mean over items, clustered by deal.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    moments: RatioMoments,
    deal: Option<u64>,
    open: (i64, i64),
}

impl Sums {
    /// Adds an item. `weight` is 1, or the denominator of a ratio. Items of a deal follow each other.
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

    /// Returns the mean of values from 0 to 1.
    pub(super) fn share(mut self) -> Option<Estimate> {
        self.close();
        self.moments.share()
    }

    /// Returns the mean of numbers of any size.
    pub(super) fn mean(mut self) -> Option<Estimate> {
        self.close();
        self.moments.estimate()
    }
}

/// Share of a belief that is spread over all answers before scoring, so that certainty in a wrong one costs finitely many bits.
const SPREAD: f64 = 0.02;

/// Returns the probability of one of `answers` possible answers after spreading.
pub(super) fn spread(probability: f64, answers: usize) -> f64 {
    (1.0 - SPREAD) * probability + SPREAD / answers as f64
}

/// Returns the bits that a belief tells of a code with this probability, compared with a uniform belief.
pub(super) fn bits(probability: f64) -> f64 {
    libm::log2(Code::COUNT as f64 * spread(probability, Code::COUNT))
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
