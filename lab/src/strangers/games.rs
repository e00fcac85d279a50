//! Games of an agent with itself, and what readers that know it find.

use std::sync::Arc;

use overhear_agents::model::World;
use overhear_engine::arena::{Arena, GameNumber, Recorder, Schedule};
use overhear_engine::game::{Agent, Game, Seed};
use overhear_engine::rules::{BySide, BySlot, Half, Keyword, Rules};
use overhear_stats::RatioMoments;
use serde::{Deserialize, Serialize};

use crate::clue_outcomes::endless;
use crate::error::LabError;
use crate::exploitability::{ControlAndCounter, INFORMED, InformedGames, informed_rates, is_observable};
use crate::run_games::play_counted;

/// First deal on which informed readers are measured: they learn from deals before it.
const FRESH: u64 = 1 << 40;

/// The share of codes that the best informed reader finds. The default stands for no reader.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct InformedCounts {
    /// `counts`, `mixture` or `simulation`; empty without readers.
    pub(super) reader: String,
    /// Codes that it intercepts, over codes.
    #[serde(rename = "found")]
    pub(super) intercepted: RatioMoments,
}

/// The halves of a game of an agent with itself.
#[derive(Clone, Debug)]
pub(super) struct PlayedGame {
    pub(super) keywords: BySide<BySlot<Keyword>>,
    pub(super) halves: Vec<Half>,
}

/// An agent that plays with itself.
pub(super) struct Giver<'a> {
    /// The agent, as the list of one that an arena takes.
    pub(super) agent: &'a [Box<dyn Agent>; 1],
    pub(super) world: &'a Arc<World>,
    pub(super) rules: Rules,
    pub(super) seed: Seed,
}

struct GamesRecorder;

impl Recorder for GamesRecorder {
    type Output = Vec<PlayedGame>;

    fn game(&self, _: GameNumber, _: BySide<usize>, game: &Game, output: &mut Self::Output) {
        let (keywords, halves) = (game.keywords, game.record.halves().to_vec());
        output.push(PlayedGame { keywords, halves });
    }
}

impl Giver<'_> {
    /// Plays games, each on a deal of its own, and passes each to `each` in order. Returns `None` if stopped.
    pub(super) fn play(
        &self,
        games: u64,
        (watch, done): ControlAndCounter<'_>,
        mut each: impl FnMut(&PlayedGame) + Send,
    ) -> Result<Option<()>, LabError> {
        let arena =
            Arena::new(self.world.setup(&self.rules)?, self.agent, Schedule::self_play(games), self.seed)?;
        play_counted(&arena, 0..games, &GamesRecorder, (watch, done), |block| {
            block.output.iter().for_each(&mut each);
            watch.flow()
        })?;
        Ok(watch.finished(()))
    }

    /// Returns the number of games that informed readers observe.
    pub(super) fn observed(&self, games: u64) -> Result<u64, LabError> {
        let is_read = games > 0 && is_observable(&*self.agent[0]);
        if is_read { Ok(self.informed_games(games)?.observed()) } else { Ok(0) }
    }

    /// Returns the games of informed readers.
    fn informed_games(&self, games: u64) -> Result<InformedGames, LabError> {
        let endless = endless(&self.rules).map_err(|error| LabError::setting("set", error))?;
        let fresh = FRESH..FRESH + games.div_ceil(2);
        Ok(InformedGames { games, fresh, all_rounds: *endless, usual: self.rules })
    }

    /// Returns what the best informed reader finds, all rounds being played; `None` if stopped. Nothing without games, and for an
    /// agent that waits for a program.
    pub(super) fn informed(
        &self,
        games: u64,
        watched: ControlAndCounter<'_>,
    ) -> Result<Option<InformedCounts>, LabError> {
        if games == 0 || !is_observable(&*self.agent[0]) {
            return Ok(Some(InformedCounts::default()));
        }
        let games = self.informed_games(games)?;
        let Some(rates) = informed_rates(self.world, self.seed, &*self.agent[0], &games, watched)? else {
            return Ok(None);
        };
        // The best of a stage comes first.
        let best = rates.into_iter().find(|rate| rate.stage == INFORMED);
        let counts = best.map(|rate| InformedCounts { reader: rate.reader, intercepted: rate.moments });
        Ok(Some(counts.unwrap_or_default()))
    }
}
