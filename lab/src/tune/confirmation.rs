//! Comparison of the tuned agent with the initial agent, on deals that the climb has not used.

use overhear_agents::registry::{Spec, build};
use overhear_stats::{DifferenceCounts, Estimate};
use serde::{Deserialize, Serialize};

use super::task::{SeedPurpose, TuneTask};
use crate::error::LabError;
use crate::measurement::StepLog;
use crate::run_control::RunControl;
use crate::tournament::{SequentialTest, TestState};

/// Tests the tuned agent against the initial agent. Returns the test, and whether it ended.
pub(super) fn confirm(
    task: &TuneTask<'_>,
    tuned: &Spec,
    watch: &RunControl,
    log: &mut StepLog,
) -> Result<(SequentialTest, bool), LabError> {
    let (limit, sprt) = (task.config.confirm_pairs, task.config.sprt);
    let (state, is_over) = log.long_step(|before: Option<TestState>, keep| {
        let world = &task.match_setup.words.world;
        let agents = [build(tuned, world)?, build(&task.agent, world)?];
        let mut test = SequentialTest::new(sprt, before.as_ref());
        let counter = watch.count(2 * test.pairs().pairs(), 2 * limit);
        let is_over = task.match_setup.continue_test(
            &mut test,
            (&agents, task.seed_for(SeedPurpose::Test)),
            limit,
            (watch, counter.done()),
            &mut |test| keep(&test.state()),
        )?;
        Ok((test.state(), is_over))
    })?;
    Ok((SequentialTest::new(sprt, Some(&state)), is_over))
}

/// Half-points of both agents against the opponent of the climb, on the same deals.
#[derive(Serialize, Deserialize)]
pub(super) struct OpponentComparison {
    pairs: u64,
    tuned: u64,
    former: u64,
    differences: DifferenceCounts,
}

impl OpponentComparison {
    /// Plays both agents against the opponent on the deals of the test; `None` if stopped.
    pub(super) fn play(
        task: &TuneTask<'_>,
        tuned: &Spec,
        opponent: &Spec,
        pairs: u64,
        watch: &RunControl,
        log: &mut StepLog,
    ) -> Result<Option<OpponentComparison>, LabError> {
        let games = 4 * pairs;
        let counter = watch.count(0, games);
        let half_points = |spec: &Spec| -> Result<Option<Vec<usize>>, LabError> {
            let world = &task.match_setup.words.world;
            let agents = [build(spec, world)?, build(opponent, world)?];
            let seed = task.seed_for(SeedPurpose::Test);
            task.match_setup.half_points(&agents, seed, 0..pairs, (watch, counter.done()))
        };
        log.step((counter.done(), games), || {
            let points = half_points(&task.agent)?.zip(half_points(tuned)?);
            Ok(points.map(|(former, tuned)| OpponentComparison::of_points(&tuned, &former)))
        })
    }

    /// Counts the half-points of both agents, deal by deal.
    fn of_points(tuned: &[usize], former: &[usize]) -> OpponentComparison {
        let mut differences = DifferenceCounts::default();
        former
            .iter()
            .zip(tuned)
            .for_each(|(&former, &tuned)| differences.record(former as i64, tuned as i64));
        let [tuned_sum, former_sum] = [tuned, former].map(|points| points.iter().sum::<usize>() as u64);
        OpponentComparison { pairs: tuned.len() as u64, tuned: tuned_sum, former: former_sum, differences }
    }

    /// Returns the mean score of the tuned agent, as a share.
    pub(super) fn tuned_score(&self) -> f64 {
        self.share(self.tuned)
    }

    /// Returns the mean score of the initial agent, as a share.
    pub(super) fn former_score(&self) -> f64 {
        self.share(self.former)
    }

    /// Returns how much the tuned agent scores more, as a share; `None` without pairs.
    pub(super) fn gain(&self) -> Option<Estimate> {
        self.differences.estimate(4).map(|gain| gain.scale(0.25))
    }

    fn share(&self, half_points: u64) -> f64 {
        half_points as f64 / (4.0 * self.pairs as f64)
    }
}
