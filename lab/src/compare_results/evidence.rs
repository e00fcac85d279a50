//! Evidence of the deals about one topic.

use overhear_engine::arena::PairOnDeal;
use overhear_engine::rules::Code;
use overhear_stats::{DifferenceCounts, PairedMoments, PairedRatios};

use super::finding::{Difference, Method, ResultFinding, ResultMeasure};
use super::finished::StoredTournament;
use super::topic::Topic;
use crate::tournament::code_losses;

/// One bit in the units of deals.csv, inverted.
const BIT: f64 = 1.0 / (1_u64 << 32) as f64;

/// Sums of one agent on one deal.
#[derive(Clone, Copy, Default)]
pub(super) struct AgentDealSums {
    half_points: i64,
    rounds: i64,
    tiebreaks: i64,
    /// Sums of losses in bits, each with the number of halves.
    decoded: (i128, u64),
    intercepted: (i128, u64),
    leaked: (i128, u64),
}

impl AgentDealSums {
    /// Adds both games against an opponent.
    pub(super) fn add(&mut self, pair: &PairOnDeal, [rounds, tiebreaks]: [u64; 2]) {
        self.half_points += pair.outcomes.iter().map(|outcome| outcome.half_points() as i64).sum::<i64>();
        self.rounds += rounds as i64;
        self.tiebreaks += tiebreaks as i64;
        let parts = [&mut self.decoded, &mut self.intercepted, &mut self.leaked];
        for (sum, (bits, halves)) in
            parts.into_iter().zip([pair.decoded[0], pair.intercepted[0], pair.intercepted[1]])
        {
            sum.0 += bits;
            sum.1 += halves;
        }
    }
}

/// An integer for each deal, in both results.
struct PairedCount {
    moments: PairedMoments,
    differences: DifferenceCounts,
    /// Maximum difference of a deal.
    most: i64,
    /// Divisor of a deal's number.
    unit: i64,
}

impl PairedCount {
    fn new(most: i64, unit: i64) -> PairedCount {
        PairedCount {
            moments: PairedMoments::default(),
            differences: DifferenceCounts::default(),
            most,
            unit,
        }
    }

    fn record(&mut self, a: i64, b: i64) {
        self.moments.record(a, b);
        self.differences.record(a, b);
    }

    fn finding(&self, measure: ResultMeasure) -> ResultFinding {
        let scale = 1.0 / self.unit as f64;
        let deals = self.moments.deals;
        let estimate = self.differences.estimate(self.most).map(|estimate| estimate.scale(scale));
        ResultFinding {
            measure,
            method: Method::Paired,
            deals: [deals; 2],
            values: [self.moments.a, self.moments.b]
                .map(|sum| (deals > 0).then(|| sum as f64 * scale / deals as f64)),
            difference: estimate
                .map(|estimate| Difference { value: estimate.value, interval: Some(estimate.interval) }),
            variance_ratio: self.moments.variance_ratio(),
            p: self.differences.sample(self.most).map(|sample| sample.p_value(0.0)),
        }
    }
}

/// All evidence about one topic.
pub(super) struct ResultEvidence {
    score: PairedCount,
    rounds: PairedCount,
    tiebreaks: PairedCount,
    decoded: PairedRatios,
    intercepted: PairedRatios,
    leaked: PairedRatios,
    alone: bool,
}

impl ResultEvidence {
    /// Returns empty evidence.
    pub(super) fn new(topic: &Topic, sides: [&StoredTournament; 2]) -> ResultEvidence {
        let games = 2 * topic.opponents.len() as i64;
        let longest = sides.map(|side| i64::from(side.rules.last_round())).into_iter().max().unwrap_or(1);
        ResultEvidence {
            score: PairedCount::new(2 * games, 2 * games),
            rounds: PairedCount::new(games * (longest.max(2) - 1), games),
            tiebreaks: PairedCount::new(games, games),
            decoded: PairedRatios::default(),
            intercepted: PairedRatios::default(),
            leaked: PairedRatios::default(),
            alone: topic.alone,
        }
    }

    /// Adds a deal.
    pub(super) fn record_sums(&mut self, a: &AgentDealSums, b: &AgentDealSums) {
        self.score.record(a.half_points, b.half_points);
        self.rounds.record(a.rounds, b.rounds);
        self.tiebreaks.record(a.tiebreaks, b.tiebreaks);
        self.decoded.record(a.decoded, b.decoded);
        self.intercepted.record(a.intercepted, b.intercepted);
        self.leaked.record(a.leaked, b.leaked);
    }

    /// Returns the findings. A topic about one of several opponents has the score only, because each further
    /// number weakens all corrected tests.
    pub(super) fn findings(&self) -> Vec<ResultFinding> {
        let nats = std::f64::consts::LN_2;
        let score = self.score.finding(ResultMeasure::Score);
        if self.alone {
            return vec![score];
        }
        vec![
            score,
            self.rounds.finding(ResultMeasure::MeanRounds),
            self.tiebreaks.finding(ResultMeasure::TiebreakRate),
            loss(ResultMeasure::DecodeLogLoss, &self.decoded, nats, 0.0),
            loss(ResultMeasure::InterceptLogLoss, &self.intercepted, nats, 0.0),
            loss(ResultMeasure::LeakedBits, &self.leaked, -1.0, libm::log2(Code::COUNT as f64)),
        ]
    }
}

/// Returns the finding about a log loss in bits, printed times `unit` plus `shift`. If the difference of every deal is the same, the spread
/// is unknown and there is no interval.
fn loss(measure: ResultMeasure, ratios: &PairedRatios, unit: f64, shift: f64) -> ResultFinding {
    let test = code_losses().difference(ratios, -BIT);
    let losses = ratios.ratios().map(|values| values.map(|value| -value * BIT));
    let value = losses.map(|[a, b]| (b - a) * unit);
    let interval = test.map(|test| test.estimate().interval.map(|bits| bits * unit));
    ResultFinding {
        measure,
        method: Method::Paired,
        deals: [ratios.deals; 2],
        values: [0, 1].map(|side| losses.map(|losses| losses[side] * unit + shift)),
        difference: value.filter(|_| ratios.deals > 1).map(|value| Difference { value, interval }),
        variance_ratio: ratios.variance_ratio(),
        p: test.map(|test| test.p_value()),
    }
}
