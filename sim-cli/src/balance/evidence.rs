//! What deals that were played by two sets of rules say about a measure, and what is decided by it.

use overhear_stats::{
    ConfidenceSequence, Equivalence, Estimate, Interval, PairedMoments, PairedShares, equivalence,
};

use super::lab::Population;
use super::sums::{DealSums, unit};
use crate::cli::Measure;

/// The level of the tests and of the confidence sequence.
const ALPHA: f64 = 0.05;

/// What the deals say about one measure.
pub(super) struct Evidence {
    /// What is measured.
    pub(super) measure: Measure,
    /// What all games of a deal can bring.
    scale: i64,
    /// The largest difference that counts as none.
    pub(super) margin: f64,
    /// All deals, under A and under B.
    pub(super) all: PairedMoments,
    /// Those of them that went to the tiebreaker.
    pub(super) tied: PairedMoments,
    shares: Option<PairedShares>,
}

/// What is known for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// A difference.
    Different,
    /// None that exceeds the margin.
    Equivalent,
    /// One, and it is within the margin.
    SmallDifference,
}

impl Decision {
    fn of(different: bool, equivalent: bool) -> Option<Decision> {
        match (different, equivalent) {
            (true, false) => Some(Decision::Different),
            (false, true) => Some(Decision::Equivalent),
            (true, true) => Some(Decision::SmallDifference),
            (false, false) => None,
        }
    }

    /// The name in files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Decision::Different => "different",
            Decision::Equivalent => "equivalent",
            Decision::SmallDifference => "different within margin",
        }
    }
}

impl Evidence {
    /// Nothing yet; `same`: both rules are the same.
    pub(super) fn new(measure: Measure, population: &Population, margin: f64, same: bool) -> Evidence {
        let counted = matches!(measure, Measure::TiebreakRate | Measure::SharedRate | Measure::LimitRate);
        Evidence {
            measure,
            scale: unit(measure) * population.schedule.games_of_a_deal() as i64,
            margin,
            all: PairedMoments::default(),
            tied: PairedMoments::default(),
            shares: (counted && population.is_self_play() && !same).then(PairedShares::default),
        }
    }

    /// Takes in what the same deals came to under A and under B.
    pub(super) fn take(&mut self, sums: &[Vec<DealSums>]) {
        for (a, b) in sums[0].iter().zip(&sums[1]) {
            let [under_a, under_b] = [a, b].map(|sums| sums.of(self.measure));
            self.all.record(under_a, under_b);
            if a.is_tied() {
                self.tied.record(under_a, under_b);
            }
            if let Some(shares) = &mut self.shares {
                shares.record(under_b > 0, under_a > 0);
            }
        }
    }

    /// 1, or −1 where the second agent is the better one.
    fn sign(&self) -> f64 {
        let half = i128::from(self.scale) * i128::from(self.all.deals);
        let second =
            self.measure == Measure::BetterScore && i128::from(self.all.a) + i128::from(self.all.b) < half;
        if second { -1.0 } else { 1.0 }
    }

    /// The mean of a sum over deals, in the unit of the measure.
    pub(super) fn mean(&self, sum: i64) -> Option<f64> {
        let whole = self.scale as f64 * self.all.deals as f64;
        let mean = (self.all.deals > 0).then(|| sum as f64 / whole)?;
        Some(if self.sign() < 0.0 { 1.0 - mean } else { mean })
    }

    /// The difference of B and A in some of the deals, with its interval.
    pub(super) fn difference_in(&self, moments: &PairedMoments) -> Option<Estimate> {
        moments.difference().map(|estimate| estimate.scale(self.sign() / self.scale as f64))
    }

    /// The same in all deals.
    pub(super) fn difference(&self) -> Option<Estimate> {
        self.difference_in(&self.all)
    }

    /// The interval for a run of fixed length.
    pub(super) fn interval(&self) -> Option<Interval> {
        let newcombe = self.shares.and_then(|shares| shares.difference().ok()).map(|found| found.interval);
        newcombe.or(self.difference().map(|estimate| estimate.interval))
    }

    /// Whether the difference is within the margin, by two one-sided tests.
    pub(super) fn equivalence(&self) -> Option<Equivalence> {
        equivalence(&self.difference()?, self.all.deals - 1, self.margin, ALPHA)
    }

    /// The interval that may be looked at after every thousand deals.
    pub(super) fn anytime(&self, planned: u64) -> Option<Interval> {
        ConfidenceSequence::new(planned, ALPHA)?.interval(self.all.deals, &self.difference()?)
    }

    /// What the confidence sequence decides.
    pub(super) fn decision(&self, planned: u64) -> Option<Decision> {
        let interval = self.anytime(planned)?;
        let within = -self.margin < interval.low && interval.high < self.margin;
        Decision::of(!interval.contains(0.0), within)
    }

    /// What a run of fixed length decides.
    pub(super) fn verdict(&self) -> Option<Decision> {
        let different = self.interval().is_some_and(|interval| !interval.contains(0.0));
        Decision::of(different, self.equivalence().is_some_and(|found| found.equivalent))
    }

    /// How many deals so many games are.
    pub(super) fn deals_of(&self, games: u64) -> u64 {
        games.div_ceil((self.scale / unit(self.measure)) as u64)
    }
}
