//! The halves of games between two agents.

use overhear_agents::model::World;
use overhear_engine::arena::{Arena, GameNumber, OnFault, Recorder, Schedule};
use overhear_engine::game::{Agent, Game, GameSetup, HalfBeliefs, Seed, Talk};
use overhear_engine::rules::{BySide, BySlot, Half, Keyword, Rules};

use super::number::one_if;
use crate::error::LabError;
use crate::exploitability::RecordedGame;
use crate::run_control::RunControl;
use crate::run_games::play;

/// A half, from the view of the first of two agents.
pub(super) struct PlayedHalf {
    /// Number of the deal.
    pub(super) deal: u64,
    /// Number of the game.
    pub(super) game: u64,
    /// `true` if the first agent's team gave the clues.
    pub(super) is_own: bool,
    pub(super) half: Half,
    pub(super) beliefs: HalfBeliefs,
}

/// A game of two agents.
pub(super) struct PlayedGame {
    pub(super) deal: u64,
    /// The points of the first agent: 1, ½ or 0.
    pub(super) points: f64,
    pub(super) keywords: BySide<BySlot<Keyword>>,
    pub(super) halves: Vec<PlayedHalf>,
    /// The halves as the engine records them.
    record: Vec<Half>,
}

impl PlayedGame {
    /// Returns the halves before a round: what players have seen when they give the clues of that round.
    pub(super) fn before(&self, round: u8) -> &[Half] {
        &self.record[..self.record.partition_point(|half| half.round < round)]
    }

    /// Returns the game for guessers who read the first agent's clues; `None` if it gave none.
    pub(super) fn recorded(&self) -> Option<RecordedGame<'_>> {
        let own = self.halves.iter().find(|half| half.is_own)?;
        Some(RecordedGame { deal: self.deal, side: own.half.side, halves: &self.record })
    }
}

struct HalfRecorder;

impl Recorder for HalfRecorder {
    type Output = Vec<PlayedGame>;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, output: &mut Self::Output) {
        // Two agents: a deal has two games.
        let deal = number.0 / 2;
        let record = game.record.halves().to_vec();
        let halves = record.iter().zip(game.beliefs());
        let halves = halves.map(|(half, beliefs)| PlayedHalf {
            deal,
            game: number.0,
            is_own: seats[half.side] == 0,
            half: *half,
            beliefs: *beliefs,
        });
        let halves = halves.collect();
        let points = game.ending.winner.map_or(0.5, |side| one_if(seats[side] == 0));
        output.push(PlayedGame { deal, points, keywords: game.keywords, halves, record });
    }

    fn on_fault(&self) -> OnFault {
        OnFault::Forfeit
    }
}

/// A game with talks of the first agent's team.
pub(super) struct TalkingGame {
    /// Number of the deal.
    pub(super) deal: u64,
    /// Number of the game.
    pub(super) game: u64,
    /// The talks of the first agent's team, each with its half.
    pub(super) talks: Vec<(Talk, Half)>,
}

struct TalkRecorder;

impl Recorder for TalkRecorder {
    type Output = Vec<TalkingGame>;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, output: &mut Self::Output) {
        let own = game.talks.iter().filter(|talk| seats[talk.team] == 0);
        let talks = own.map(|talk| (talk.clone(), game.record.halves()[talk.half])).collect();
        output.push(TalkingGame { deal: number.0 / 2, game: number.0, talks });
    }

    fn on_fault(&self) -> OnFault {
        OnFault::Forfeit
    }
}

/// Returns the games of each of `parts` equal parts: an even number, as both games of a deal are played.
pub(super) const fn games_per_part(games: u64, parts: usize) -> u64 {
    2 * games.div_ceil(parts as u64).div_ceil(2)
}

/// Plays both games of each deal, `games` in all, rounded up to an even number.
///
/// # Errors
/// Returns an error if a bot stops answering, and after a stop.
pub(super) fn games(
    (world, rules): (&World, &Rules),
    agents: &[Box<dyn Agent>; 2],
    seed: Seed,
    games: u64,
    watch: &RunControl,
) -> Result<Vec<PlayedGame>, LabError> {
    record(&HalfRecorder, world.setup(rules)?, agents, seed, games, watch)
}

/// Plays games as [`games`] does, at a table where teams may talk.
pub(super) fn talking_games(
    table: GameSetup<'_>,
    agents: &[Box<dyn Agent>; 2],
    seed: Seed,
    games: u64,
    watch: &RunControl,
) -> Result<Vec<TalkingGame>, LabError> {
    record(&TalkRecorder, table, agents, seed, games, watch)
}

fn record<T: Send>(
    recorder: &impl Recorder<Output = Vec<T>>,
    table: GameSetup<'_>,
    agents: &[Box<dyn Agent>; 2],
    seed: Seed,
    games: u64,
    watch: &RunControl,
) -> Result<Vec<T>, LabError> {
    let deals = games.div_ceil(2);
    let arena = Arena::new(table, agents, Schedule::round_robin(2, 2 * deals), seed)?;
    let mut outputs = Vec::new();
    play(&arena, 0..deals, recorder, watch, |block| {
        outputs.extend(block.output);
        watch.flow()
    })?;
    watch.check_stop()?;
    Ok(outputs)
}
