//! Rates at which an agent's clues are understood and intercepted: for `agents exploit`, `cross` and `frontier`, leagues and cards.

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use overhear_agents::model::World;
use overhear_engine::arena::{Arena, GameNumber, Recorder, Schedule};
use overhear_engine::game::{Agent, Game, Seed};
use overhear_engine::rules::{BySide, CheckedRules, Half, Rules, RulesError};
use overhear_stats::RatioMoments;
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::run_control::RunControl;
use crate::run_games::play_counted;
use crate::setup::switched;

/// Outcomes of one agent's own clues, by deal.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ClueOutcomes {
    /// Halves in which the own team guessed right, over all halves.
    pub understood: RatioMoments,
    /// Halves in which the opponents guessed right, over those in which they could.
    pub intercepted: RatioMoments,
    /// Halves in which the own team guessed right and the opponents did not, over those in which both could.
    pub safe: RatioMoments,
}

impl ClueOutcomes {
    /// Adds a deal, from the counts of both its games.
    fn record(&mut self, one: HalfCounts, other: HalfCounts) {
        let chances = one.chances + other.chances;
        self.understood.record(one.understood + other.understood, one.halves + other.halves);
        self.intercepted.record(one.intercepted + other.intercepted, chances);
        self.safe.record(one.safe + other.safe, chances);
    }
}

/// Counts of halves of one agent in a game.
#[derive(Clone, Copy, Debug, Default)]
struct HalfCounts {
    halves: i64,
    understood: i64,
    /// Halves in which the opponents could intercept.
    chances: i64,
    intercepted: i64,
    /// Halves that were understood and could be intercepted, but were not.
    safe: i64,
}

impl HalfCounts {
    /// Adds a half.
    fn add(&mut self, half: &Half) {
        let (understood, intercepted) = (half.understood(), half.intercepted());
        let chance = half.interception.is_some();
        self.halves += 1;
        self.understood += i64::from(understood);
        self.chances += i64::from(chance);
        self.intercepted += i64::from(intercepted);
        self.safe += i64::from(chance && understood && !intercepted);
    }
}

struct ClueOutcomesRecorder;

impl Recorder for ClueOutcomesRecorder {
    type Output = Vec<[HalfCounts; 2]>;

    fn game(&self, _: GameNumber, seats: BySide<usize>, game: &Game, output: &mut Self::Output) {
        let mut counts = [HalfCounts::default(); 2];
        for half in game.record.halves() {
            counts[seats[half.side]].add(half);
        }
        output.push(counts);
    }
}

/// Returns the official rules without an end by tokens, so that all rounds are played; with further switches.
pub(crate) fn all_rounds(switches: &[String]) -> Result<CheckedRules, LabError> {
    endless(&switched("official", switches)?).map_err(|error| LabError::setting("set", error))
}

/// Returns rules without an end by tokens.
///
/// # Errors
/// Returns an error if a game would never end.
pub(crate) fn endless(rules: &Rules) -> Result<CheckedRules, RulesError> {
    Rules { tokens_to_win: 0, tokens_to_lose: 0, ..*rules }.checked()
}

/// Plays both games of each deal between two agents and returns the outcomes of their clues; `None` if
/// stopped.
pub(crate) fn play_clue_outcomes(
    world: &World,
    rules: Rules,
    agents: &[Box<dyn Agent>; 2],
    seed: Seed,
    deals: Range<u64>,
    (watch, done): (&RunControl, &AtomicU64),
) -> Result<Option<[ClueOutcomes; 2]>, LabError> {
    let arena = Arena::new(world.setup(&rules)?, agents, Schedule::round_robin(2, 2 * deals.end), seed)?;
    let mut outcomes = [ClueOutcomes::default(); 2];
    play_counted(&arena, deals, &ClueOutcomesRecorder, (watch, done), |block| {
        for games in block.output.chunks_exact(2) {
            for (agent, outcomes) in outcomes.iter_mut().enumerate() {
                outcomes.record(games[0][agent], games[1][agent]);
            }
        }
        watch.flow()
    })?;
    Ok(watch.finished(outcomes))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;
    use std::sync::{Arc, Mutex};

    use overhear_agents::registry::Registry;

    use crate::run_control::{Progress, RunControl};
    use crate::setup::WordFiles;
    use crate::{
        ExploitConfig, FrontierConfig, Opponent, PartialResult, PeopleConfig, exploit, frontier, people,
    };

    use super::*;

    /// Progress that keeps the counters.
    #[derive(Default)]
    struct Counted(Mutex<Vec<(Arc<AtomicU64>, u64)>>);

    impl Progress for Counted {
        fn begin(&self, done: &Arc<AtomicU64>, total: u64) {
            self.0.lock().expect("no thread panics").push((Arc::clone(done), total));
        }
    }

    /// Runs an experiment and returns the number of games of each of its parts.
    fn parts<T>(run: impl FnOnce(&RunControl) -> Result<PartialResult<T>, LabError>) -> Vec<u64> {
        let counted = Arc::new(Counted::default());
        let progress = Arc::clone(&counted) as Arc<dyn Progress>;
        run(&RunControl { progress, ..RunControl::default() })
            .expect("it is played")
            .check_complete()
            .expect("to its end");
        let parts = counted.0.lock().expect("no thread panics");
        let ends = |(done, total): &(Arc<AtomicU64>, u64)| {
            assert_eq!(done.load(Ordering::Relaxed), *total);
            *total
        };
        parts.iter().map(ends).collect()
    }

    #[test]
    fn games_are_counted_to_the_number_that_was_told() {
        let words = WordFiles { vocabulary: Some(2000), ..WordFiles::default() };
        assert_eq!(
            parts(|watch| people(&PeopleConfig { games: 3, seed: Some(1), words: words.clone() }, watch)),
            [9]
        );
        let weights = FrontierConfig {
            lambda: vec![0.0, 1.0],
            gamma: vec![0.1],
            referee: vec!["off".to_owned()],
            giver: "pragmatic".to_owned(),
            decoder: "uniform".to_owned(),
            interceptor: "uniform".to_owned(),
            games: 3,
            exploit_games: Some(5),
            seed: 1,
            words,
            registry: Registry::standard(),
        };
        assert_eq!(
            parts(|watch| frontier(&weights, watch)),
            [18],
            "two weights, two pairs and five games against itself of each"
        );
        let search = ExploitConfig {
            spec: "random/uniform".to_owned(),
            against: Opponent::Giver,
            games: 2,
            seed: Some(1),
            ..ExploitConfig::default()
        };
        assert_eq!(parts(|watch| exploit(&search, watch)).len(), 2, "the rungs, and what comes after them");
    }
}
