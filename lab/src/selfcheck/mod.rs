//! Check that this build keeps the guarantees on which every result rests.
//!
//! An agent against itself scores exactly 0.5 in every pair. The number of threads changes nothing. A game
//! replays as it was played in the run.

mod mirror;
mod replays;
mod threads;

use std::fmt;

use overhear_agents::registry::Registry;

use crate::error::LabError;
use crate::partial_result::CUT;
use crate::run_control::RunControl;
use crate::setup::{
    Language, Lineup, PlayersConfig, RuleSet, RulesConfig, RunningBots, Words, ranges, roster, seed,
};
use crate::tournament::Plan;

/// Outcome of a check: a sentence on what holds, or on what differs.
pub type CheckOutcome = Result<String, String>;

/// A self-check, ready to run.
pub struct Selfcheck {
    plan: Plan,
    pools: threads::ThreadPools,
    registry: Registry,
}

impl fmt::Debug for Selfcheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Selfcheck").finish_non_exhaustive()
    }
}

impl Selfcheck {
    /// Returns a check over `games` games, rounded up to whole pairs, of every preset of a registry against
    /// itself. One thread is compared with `threads`, or with all cores.
    ///
    /// ```
    /// use overhear_agents::registry::Registry;
    /// use overhear_lab::{Selfcheck, RunControl};
    ///
    /// let check = Selfcheck::new(20, Some(1), Some(2), &Registry::standard())?;
    /// let mut findings = Vec::new();
    /// check.run(&RunControl::default(), &mut |finding| {
    ///     findings.push(finding);
    ///     Ok(())
    /// })?;
    /// assert!(findings.iter().all(Result::is_ok));
    /// # Ok::<(), overhear_lab::LabError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error for a number of games out of range, and if the threads cannot start.
    pub fn new(
        games: u64,
        seed: Option<u64>,
        threads: Option<u16>,
        registry: &Registry,
    ) -> Result<Selfcheck, LabError> {
        ranges::GAMES.check(games)?;
        let pools = threads::ThreadPools::new(threads)?;
        Ok(Selfcheck { plan: plan(games, seed)?, pools, registry: registry.clone() })
    }

    /// Returns the seed of the check.
    pub const fn seed(&self) -> u64 {
        self.plan.seed.0
    }

    /// Runs all checks and passes each outcome to `each`.
    ///
    /// # Errors
    /// Returns the errors of `each`, an error if a check cannot run, and an error after an interruption.
    pub fn run(
        &self,
        watch: &RunControl,
        each: &mut dyn FnMut(CheckOutcome) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let Selfcheck { plan, pools, registry } = self;
        for preset in registry.presets() {
            let spec = registry.parse(preset.name)?;
            let outcome = mirror::check(pools, plan, &spec, watch)?;
            each(outcome.ok_or_else(stopped)?)?;
        }
        let agents = plan.build_agents()?;
        let [alone, together] = pools.run_in_each(|| threads::play(plan, &agents, watch));
        let (alone, together) = watch.finished((alone?, together?)).ok_or_else(stopped)?;
        each(pools.compare(&alone, &together, plan.lineup.schedule.games()))?;
        for (number, recorded) in &together.games {
            each(replays::compare(*number, recorded, plan, &agents))?;
        }
        Ok(())
    }
}

fn stopped() -> LabError {
    LabError::interrupted(CUT)
}

/// Returns the plan of a default tournament under the official rules with the built-in words.
fn plan(games: u64, requested_seed: Option<u64>) -> Result<Plan, LabError> {
    let players = roster(&PlayersConfig::default())?;
    Ok(Plan {
        lineup: Lineup::round_robin(players, games),
        rules: RuleSet::from_config(&RulesConfig::default())?,
        words: Words::built_in()?,
        language: Language::English,
        seed: seed(requested_seed),
        asked: games,
        answer_limit: None,
        discuss: 0,
        sprt: None,
        bots: RunningBots::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn a_check_that_is_stopped_ends_after_what_it_has_found() {
        let check = Selfcheck::new(20, Some(1), Some(2), &Registry::standard()).expect("threads");
        let (watch, mut outcomes) = (RunControl::default(), 0);
        let stopped = check.run(&watch, &mut |finding| {
            outcomes += 1;
            watch.stop.ask();
            finding.map(drop).map_err(LabError::mismatch)
        });
        assert_eq!((stopped.map_err(|error| error.kind()), outcomes), (Err(ErrorKind::Interrupted), 1));
    }
}
