//! What deals that were played by two sets of rules say about a measure, and what is decided by it.

use overhear_engine::rules::Rules;
use overhear_stats::{BettingSequence, DifferenceCounts, Estimate, Interval, PairedMoments, RatioMoments};
use serde::{Deserialize, Serialize};

use super::kind::picks;
use super::lab::Population;
use super::measure::Measure;
use super::sums::{DealSums, unit};

/// The level of the tests and of the confidence sequence.
pub(super) const ALPHA: f64 = 0.05;

/// What is known exactly.
const NONE: Interval = Interval { low: 0.0, high: 0.0 };

/// What the deals say about one measure.
pub(super) struct Evidence {
    /// What is measured.
    pub(super) measure: Measure,
    /// What all games of a deal can bring.
    scale: i64,
    /// How far a deal can differ.
    most: i64,
    /// The largest difference that counts as none.
    pub(super) margin: f64,
    /// Whether both rules are the same, so that there is no difference.
    pub(super) same: bool,
    /// By how many half-points the first agent is ahead on the deals that say which of the two is the better one.
    pub(super) lead: i64,
    /// All deals that count, under A and under B.
    pub(super) all: PairedMoments,
    /// How they differ.
    pub(super) differences: DifferenceCounts,
    /// How those of them differ that went to the tiebreaker.
    pub(super) tied: DifferenceCounts,
}

/// What some deals say about a measure, in whole numbers that add up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counted {
    lead: i64,
    all: PairedMoments,
    differences: DifferenceCounts,
    tied: DifferenceCounts,
}

impl Counted {
    /// Adds what other deals say.
    pub(super) fn merge(&mut self, other: &Counted) {
        self.lead += other.lead;
        self.all.merge(&other.all);
        self.differences.merge(&other.differences);
        self.tied.merge(&other.tied);
    }
}

/// What is known for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// A difference.
    Different,
    /// None that exceeds the margin.
    Equivalent,
    /// One, and it is within the margin.
    SmallDifference,
}

impl Decision {
    /// The name in files of no decision.
    pub(super) const UNDECIDED: &'static str = "undecided";

    /// What follows from a difference from 0, and from one within the margin.
    pub(super) fn of(different: bool, equivalent: bool) -> Option<Decision> {
        match (different, equivalent) {
            (true, false) => Some(Decision::Different),
            (false, true) => Some(Decision::Equivalent),
            (true, true) => Some(Decision::SmallDifference),
            (false, false) => None,
        }
    }

    /// What was decided, by its name in files.
    pub(crate) fn named(name: &str) -> Option<Decision> {
        let all = [Decision::Different, Decision::Equivalent, Decision::SmallDifference];
        all.into_iter().find(|decision| decision.name() == name)
    }

    /// What an interval tells: whether it leaves out 0, and whether it lies within the margin.
    pub(super) fn by(interval: Interval, margin: f64) -> Option<Decision> {
        let within = -margin < interval.low && interval.high < margin;
        Decision::of(!interval.contains(0.0), within)
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
    /// Nothing yet about two sets of rules.
    pub(super) fn new(
        measure: Measure,
        population: &Population,
        margin: f64,
        rules: &[Rules; 2],
    ) -> Evidence {
        let games = population.schedule.games_of_a_deal() as i64;
        let longest = rules.iter().map(|rules| i64::from(rules.last_round())).max().unwrap_or(1);
        let widest = if measure == Measure::MeanRounds { longest.max(2) - 1 } else { unit(measure) };
        Evidence {
            measure,
            scale: unit(measure) * games,
            most: widest * games,
            margin,
            same: rules[0] == rules[1],
            lead: 0,
            all: PairedMoments::default(),
            differences: DifferenceCounts::default(),
            tied: DifferenceCounts::default(),
        }
    }

    /// Takes in what the same deals, the first of them with the number `start`, came to under A and under B.
    pub(super) fn take(&mut self, start: u64, sums: &[Vec<DealSums>]) {
        for (deal, (a, b)) in (start..).zip(sums[0].iter().zip(&sums[1])) {
            let [under_a, under_b] = [a, b].map(|sums| sums.of(self.measure));
            if self.measure == Measure::BetterScore && picks(deal) {
                self.lead += under_a + under_b - self.scale;
                continue;
            }
            self.all.record(under_a, under_b);
            self.differences.record(under_a, under_b);
            if a.is_tied() {
                self.tied.record(under_a, under_b);
            }
        }
    }

    /// What has been counted.
    pub(super) fn counted(self) -> Counted {
        let Evidence { lead, all, differences, tied, .. } = self;
        Counted { lead, all, differences, tied }
    }

    /// Adds what was counted in other deals.
    pub(super) fn add(&mut self, counted: &Counted) {
        self.lead += counted.lead;
        self.all.merge(&counted.all);
        self.differences.merge(&counted.differences);
        self.tied.merge(&counted.tied);
    }

    /// 1, or −1 where the second agent is the better one.
    fn sign(&self) -> f64 {
        if self.lead < 0 { -1.0 } else { 1.0 }
    }

    /// The mean under A or B with its 95 % interval, in the unit of the measure; `longest` is the most rounds of a game.
    pub(super) fn estimate(&self, of_b: bool, longest: u8) -> Option<Estimate> {
        let PairedMoments { deals, a, b, aa, bb, .. } = self.all;
        let ((y, yy), (n, scale)) = (if of_b { (b, bb) } else { (a, aa) }, (deals as i64, self.scale));
        let range = match self.measure {
            Measure::MeanRounds => Interval { low: 1.0, high: f64::from(longest.max(2)) },
            _ => Interval::UNIT,
        };
        let moments = RatioMoments { deals, y, n: scale * n, yy, yn: scale * y, nn: scale * scale * n };
        let found = moments.bounded(range)?;
        Some(if self.sign() < 0.0 { found.scale(-1.0).shift(1.0) } else { found })
    }

    /// The mean of a sum over deals, in the unit of the measure.
    pub(super) fn mean(&self, sum: i64) -> Option<f64> {
        let whole = self.scale as f64 * self.all.deals as f64;
        let mean = (self.all.deals > 0).then(|| sum as f64 / whole)?;
        Some(if self.sign() < 0.0 { 1.0 - mean } else { mean })
    }

    /// The difference of B and A in some of the deals, with its interval; of no width if the rules are the same.
    pub(super) fn difference_in(&self, deals: &DifferenceCounts) -> Option<Estimate> {
        let found = deals.estimate(self.most)?.scale(self.sign() / self.scale as f64);
        Some(if self.same { Estimate { interval: NONE, ..found } } else { found })
    }

    /// The same in all deals.
    pub(super) fn difference(&self) -> Option<Estimate> {
        self.difference_in(&self.differences)
    }

    /// The interval of the difference in all deals at another level than 95 %.
    pub(super) fn interval_at(&self, level: f64) -> Option<Interval> {
        if self.same {
            return Some(NONE);
        }
        let factor = self.sign() / self.scale as f64;
        let ends = self.differences.sample(self.most)?.interval(level);
        Some(ends.map(|end| end * factor))
    }

    /// The p-value of "there is no difference".
    pub(super) fn difference_p(&self) -> Option<f64> {
        self.differences.sample(self.most).map(|sample| sample.p_value(0.0))
    }

    /// The p-value of "the difference reaches the margin".
    pub(super) fn equivalence_p(&self) -> Option<f64> {
        if self.same {
            return Some(0.0);
        }
        let margin = self.margin * self.scale as f64;
        (self.differences.deals() > 0).then(|| self.differences.equivalence_p_value(self.most, margin))
    }

    /// The interval that may be looked at at any time.
    pub(super) fn anytime(&self, planned: u64) -> Option<Interval> {
        self.anytime_at(planned, ALPHA)
    }

    /// The same at another level: it misses the difference at any look with a probability of at most `alpha`.
    fn anytime_at(&self, planned: u64, alpha: f64) -> Option<Interval> {
        if self.same {
            return Some(NONE);
        }
        let sample = self.differences.sample(self.most)?;
        let factor = self.sign() / self.scale as f64;
        Some(BettingSequence::new(planned, alpha)?.interval(&sample).map(|end| end * factor))
    }

    /// What the confidence sequence decides.
    pub(super) fn decision(&self, planned: u64) -> Option<Decision> {
        self.decision_at(planned, ALPHA)
    }

    /// The same at another level.
    pub(super) fn decision_at(&self, planned: u64, alpha: f64) -> Option<Decision> {
        Decision::by(self.anytime_at(planned, alpha)?, self.margin)
    }

    /// How many deals so many games are.
    pub(super) fn deals_of(&self, games: u64) -> u64 {
        games.div_ceil((self.scale / unit(self.measure)) as u64)
    }
}
