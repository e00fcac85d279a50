//! Matches of two agents outside a tournament, for tuning and for calibration of tests.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicU64;

use overhear_engine::arena::{Arena, GameNumber, Recorder, Schedule};
use overhear_engine::game::{Agent, Game, Seed, Stream};
use overhear_engine::rules::{BySide, Side};
use overhear_stats::Pentanomial;

use crate::error::LabError;
use crate::run_control::RunControl;
use crate::run_games::{deals_ahead, deals_of_full_batches, play_counted};
use crate::setup::{RuleSet, Words};
use crate::tournament::{SequentialTest, SprtSetting, pair_half_points};

/// Number of deals for each thread before a test looks at the results. Few, because deals after the decision
/// are wasted.
const AHEAD: u64 = 256;

/// Two agents.
pub(crate) type AgentPair = [Box<dyn Agent>; 2];

/// Everything that a match needs except the players and the deals.
pub(crate) struct MatchSetup {
    /// The rules.
    pub rules: RuleSet,
    /// The words.
    pub words: Words,
}

/// A [`Recorder`] of the winner of each game.
pub(crate) struct Winners;

impl Recorder for Winners {
    type Output = Vec<Option<Side>>;

    fn game(&self, _: GameNumber, _: BySide<usize>, game: &Game, output: &mut Self::Output) {
        output.push(game.ending.winner);
    }
}

impl MatchSetup {
    fn arena<'a>(&'a self, agents: &'a AgentPair, seed: Seed) -> Result<Arena<'a>, LabError> {
        let setup = self.words.world.setup(&self.rules.switches)?;
        Ok(Arena::new(setup, agents, Schedule::round_robin(2, 2), seed)?)
    }

    /// Returns the pairs on these deals by the first agent's score; `None` if stopped.
    pub(crate) fn score(
        &self,
        agents: &AgentPair,
        seed: Seed,
        deals: Range<u64>,
        watched: (&RunControl, &AtomicU64),
    ) -> Result<Option<Pentanomial>, LabError> {
        let mut counts = [0; 5];
        let points = self.half_points(agents, seed, deals, watched)?;
        Ok(points.map(|points| {
            points.into_iter().for_each(|points| counts[points] += 1);
            Pentanomial::new(counts)
        }))
    }

    /// Returns the first agent's half-points on each of these deals, 0 to 4; `None` if stopped.
    pub(crate) fn half_points(
        &self,
        agents: &AgentPair,
        seed: Seed,
        deals: Range<u64>,
        (watch, done): (&RunControl, &AtomicU64),
    ) -> Result<Option<Vec<usize>>, LabError> {
        let mut points = Vec::new();
        play_counted(&self.arena(agents, seed)?, deals, &Winners, (watch, done), |block| {
            points.extend(block.output.chunks_exact(2).map(pair_half_points));
            watch.flow()
        })?;
        Ok(watch.finished(points))
    }

    /// Runs a sequential test of the first agent against the second, on the deals from 0 up to `limit`;
    /// undecided if interrupted.
    pub(crate) fn test(
        &self,
        agents: &AgentPair,
        seed: Seed,
        setting: SprtSetting,
        limit: u64,
        watched: (&RunControl, &AtomicU64),
    ) -> Result<SequentialTest, LabError> {
        let mut test = SequentialTest::new(setting, None);
        self.continue_test(&mut test, (agents, seed), limit, watched, &mut |_| Ok(()))?;
        Ok(test)
    }

    /// Continues a sequential test after the pairs that it has seen, and calls `keep` from time to time. Returns `true`
    /// unless it is interrupted before it has decided or has seen as many pairs as the `limit`.
    pub(crate) fn continue_test(
        &self,
        test: &mut SequentialTest,
        (agents, seed): (&AgentPair, Seed),
        limit: u64,
        (watch, done): (&RunControl, &AtomicU64),
        keep: &mut dyn FnMut(&SequentialTest) -> Result<(), LabError>,
    ) -> Result<bool, LabError> {
        let arena = self.arena(agents, seed)?;
        let full = deals_of_full_batches(&arena);
        let (mut start, mut over) = (test.pairs().pairs(), Ok(test.verdict().is_decided()));
        while start < limit && matches!(over, Ok(false)) && !watch.is_over() {
            let ahead = (AHEAD * rayon::current_num_threads() as u64).max(deals_ahead(full, start));
            let end = limit.min(start + ahead);
            play_counted(&arena, start..end, &Winners, (watch, done), |block| {
                over = record_winners(test, &block.output);
                if matches!(over, Ok(false)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            start = end;
            keep(test)?;
        }
        // The last batch may not be full. A second look at the same pairs changes nothing. A stopped run has a batch
        // that is cut short, at which the test must not look.
        let (is_decided, is_stopped) = (over?, watch.is_over());
        if !is_decided && !is_stopped {
            test.look()?;
        }
        Ok(is_decided || !is_stopped)
    }
}

/// Adds pairs up to the deciding one. Returns `true` if a pair decided.
fn record_winners(test: &mut SequentialTest, winners: &[Option<Side>]) -> Result<bool, LabError> {
    for pair in winners.chunks_exact(2) {
        test.see(pair_half_points(pair))?;
        if test.verdict().is_decided() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the seed of the n-th match under a seed.
pub(crate) fn seed_of(seed: u64, n: u64) -> Seed {
    Seed(Stream::of_deal(Seed(seed), n).bits())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use overhear_agents::registry::{Spec, build};

    use super::*;
    use crate::setup::RulesConfig;

    #[test]
    fn a_match_is_counted_and_one_that_is_stopped_has_no_score() {
        let rules = RuleSet::from_config(&RulesConfig::default()).expect("official");
        let match_setup = MatchSetup { rules, words: Words::built_in().expect("words") };
        let player =
            || build(&Spec::parse("random").expect("a preset"), &match_setup.words.world).expect("made");
        let (agents, watch, done) = ([player(), player()], RunControl::default(), AtomicU64::new(0));
        let score = || match_setup.score(&agents, Seed(1), 0..3, (&watch, &done)).expect("no faults");
        assert_eq!(score().map(|score| score.pairs()), Some(3));
        assert_eq!(done.load(Ordering::Relaxed), 6, "two games a pair");
        watch.stop.ask();
        assert!(score().is_none());
    }
}
