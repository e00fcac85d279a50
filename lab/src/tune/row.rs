//! The row of result.csv.

use overhear_agents::registry::Spec;

use super::confirmation::OpponentComparison;
use super::task::TuneTask;
use crate::table::{ELO_DECIMALS, MeasuredValue, TableRow};
use crate::tournament::{SequentialTest, TestVerdict, unbiased};

/// The row of result.csv: the tuned agent against the initial agent, on deals that the climb has not seen.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("result.csv")]
pub struct TunedRow {
    /// The tuned agent, as a SPEC.
    pub spec: String,
    /// Number of iterations.
    pub iterations: u64,
    /// Pairs of games in each iteration.
    pub pairs_per_iteration: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Verdict of the test.
    pub decision: TestVerdict,
    /// Pairs of games in the test.
    pub pairs: u64,
    /// Mean score of the tuned agent in them, as a share, on the same side of even as the difference.
    pub score: Option<f64>,
    /// Its median-unbiased difference on the scale of the test; `None` if all pairs were exact ties.
    #[column(decimals = ELO_DECIMALS)]
    pub elo: Option<MeasuredValue>,
    /// Log-likelihood ratio of the test, in nats.
    pub llr: Option<f64>,
    /// The opponent of both variants, as a SPEC; empty without one.
    pub opponent: String,
    /// Mean score of the tuned agent against the opponent on the deals of the test, as a share.
    pub opponent_score: Option<f64>,
    /// The same of the initial agent.
    pub opponent_score_former: Option<f64>,
    /// The first less the second, paired by deal.
    pub opponent_gain: Option<MeasuredValue>,
}

impl TunedRow {
    pub(super) fn new(
        task: &TuneTask<'_>,
        tuned: &Spec,
        test: &SequentialTest,
        against: Option<&OpponentComparison>,
    ) -> TunedRow {
        let estimate = unbiased(test);
        TunedRow {
            spec: tuned.to_string(),
            iterations: task.config.iterations,
            pairs_per_iteration: task.config.pairs_per_iteration,
            seed: task.seed.0,
            decision: test.verdict(),
            pairs: test.pairs().pairs(),
            // Score and difference are one estimate, so that they are on the same side of even; if all pairs were ties, there is none.
            score: estimate
                .map(|estimate| estimate.score)
                .or_else(|| test.pairs().score().map(|score| score.value)),
            elo: estimate
                .map(|estimate| MeasuredValue { value: estimate.elo, interval: Some(estimate.elo_interval) }),
            llr: Some(test.monitor.llr()),
            opponent: task.opponent.as_ref().map_or(String::new(), Spec::to_string),
            opponent_score: against.map(OpponentComparison::tuned_score),
            opponent_score_former: against.map(OpponentComparison::former_score),
            opponent_gain: against.and_then(OpponentComparison::gain).map(MeasuredValue::from),
        }
    }
}
