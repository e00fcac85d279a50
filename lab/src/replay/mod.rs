//! One game again, as the two teams' note sheets (R26).
//!
//! The game is played once more from its number, and its players are asked a second time for all that they
//! believed.

mod html;
mod sheet;
mod verify;

use overhear_agents::registry::Registry;
use std::path::PathBuf;

use overhear_engine::arena::{Arena, Fault, GameNumber, Schedule};
use overhear_engine::game::{Game, PooledBeliefs, Seed, attempt};

use crate::error::LabError;
use crate::run_control::RunControl;
use crate::run_games::what_happened;
use crate::setup::{Plan, PlayersConfig, RuleSet, RulesConfig, WordFiles, load_players, ranges, roster};
use crate::store::StoredManifest;
use crate::tournament::{agents, arena, stored_plan};
pub use html::page;
use sheet::GameLocation;
pub use sheet::{
    AsDisplay, Beliefs, EndingEntry, HalfEntry, NumberEntry, Replay, Sheet, SheetRound, SheetSide,
    TokensEntry,
};

/// A game of a run.
#[derive(Clone, Debug)]
pub struct ReplayConfig {
    /// Its number, from 0.
    pub game: u64,
    /// The run.
    pub run: ReplayRun,
    /// The agents that a SPEC can name, whatever `run` has.
    pub registry: Registry,
}

/// The run of a game that is played again.
#[derive(Clone, Debug)]
pub enum ReplayRun {
    /// The result in a directory; the game is compared with the rows that were logged, if `verify` is set.
    Stored {
        /// The directory.
        from: PathBuf,
        /// `true` if rows are compared.
        verify: bool,
    },
    /// A run that would be long enough.
    Asked {
        /// The seed of all chance.
        seed: u64,
        /// Who plays, in the order of the run.
        players: Box<PlayersConfig>,
        /// What is played by.
        rules: RulesConfig,
        /// The words.
        words: WordFiles,
    },
}

/// Plays a game again.
///
/// ```
/// use overhear_agents::registry::Registry;
/// use overhear_lab::setup::{PlayersConfig, RulesConfig, WordFiles};
/// use overhear_lab::{ReplayConfig, ReplayRun, RunControl, replay};
///
/// let run = ReplayRun::Asked {
///     seed: 7,
///     players: Box::new(PlayersConfig::from_specs(["nearest", "random"])),
///     rules: RulesConfig::default(),
///     words: WordFiles::default(),
/// };
/// let replay = replay(&ReplayConfig { game: 3, run, registry: Registry::standard() }, &RunControl::default())?;
/// assert_eq!((replay.game, replay.agents.len()), (3, 2));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// What makes no sense, files that cannot be read, and a mismatch if the game is not as it was logged, or its
/// players believe something else when they are asked again.
pub fn replay(config: &ReplayConfig, watch: &RunControl) -> Result<Replay, LabError> {
    ranges::GAME.check(config.game)?;
    let (result, verify) = match &config.run {
        ReplayRun::Stored { from, verify } => (Some(StoredManifest::open(from)?), *verify),
        ReplayRun::Asked { .. } => (None, false),
    };
    let plan = result
        .as_ref()
        .map_or_else(|| plan(config, watch), |result| stored_plan(result, &config.registry, watch))?;
    plan.announce(watch);
    let number = GameNumber(config.game);
    let agents = agents(&plan)?;
    let arena = arena(&plan, &agents)?;
    let found = play_game(&arena, number)?;
    if let Some(result) = result.as_ref().filter(|_| verify) {
        let (_, _, seats) = found.place;
        verify::compare(result, &plan, number, seats, &found.game)?;
    }
    build_replay(&plan, &arena, number, &found)
}

/// Plays one game of a plan again.
///
/// # Errors
/// A number beyond the last game, and players who believe something else when they are asked again.
pub(crate) fn replay_game(plan: &Plan, arena: &Arena<'_>, number: GameNumber) -> Result<Replay, LabError> {
    build_replay(plan, arena, number, &play_game(arena, number)?)
}

/// A game that was played again.
struct ReplayedGame {
    game: Game,
    /// Who broke down in it.
    fault: Option<Fault>,
    place: GameLocation,
}

/// Returns a game of the run, up to a breakdown if there is one, and where it was played.
fn play_game(arena: &Arena<'_>, number: GameNumber) -> Result<ReplayedGame, LabError> {
    let (Some((game, fault)), Some((deal, pairing, seating))) =
        (arena.replay_guarded(number), arena.schedule().locate(number))
    else {
        let last = arena.schedule().games() - 1;
        return Err(LabError::setting(("game", number.0), format_args!("the run has games 0 to {last}")));
    };
    let place = (deal, seating, arena.schedule().pairings()[pairing].seats(seating));
    Ok(ReplayedGame { game, fault, place })
}

/// Returns a game as note sheets, with all that its players believe when they are asked again.
fn build_replay(
    plan: &Plan,
    arena: &Arena<'_>,
    number: GameNumber,
    found: &ReplayedGame,
) -> Result<Replay, LabError> {
    let ReplayedGame { game, fault, place } = found;
    let told = recompute(arena, number, game)?;
    consistent(game, &told)?;
    let replay = Replay::new(plan, arena, number, *place, game, &told);
    let breakdown =
        fault.as_ref().map(|fault| format!("`{}` {}", plan.labels()[fault.agent], what_happened(fault)));
    Ok(Replay { breakdown, ..replay })
}

/// What the players believe when they are asked again; nothing of a game that broke down before its first
/// half was over.
fn recompute(arena: &Arena<'_>, number: GameNumber, game: &Game) -> Result<Vec<PooledBeliefs>, LabError> {
    if game.record.halves().is_empty() {
        return Ok(Vec::new());
    }
    let told = attempt(|| arena.retell(number, game).expect("the game is of the schedule"));
    told.map_err(|panic| {
        LabError::faults(format_args!("game {}: asked again, a player broke down: {panic}", number.0))
    })
}

/// Returns a run that is just long enough.
fn plan(config: &ReplayConfig, watch: &RunControl) -> Result<Plan, LabError> {
    let ReplayRun::Asked { seed, players, rules, words } = &config.run else {
        unreachable!("a result has a plan of its own");
    };
    let rules = RuleSet::from_config(rules)?;
    let language = words.lang;
    let players = PlayersConfig { registry: config.registry.clone(), ..(**players).clone() };
    let (players, words, bots) = load_players(&players, words, &rules, watch, roster)?;
    Ok(Plan {
        schedule: Schedule::round_robin(players.len(), config.game + 1),
        players,
        rules,
        words,
        language,
        seed: Seed(*seed),
        asked: config.game + 1,
        answer_limit: None,
        sprt: None,
        bots,
    })
}

/// Players who are asked again must say what they said in the game.
fn consistent(game: &Game, told: &[PooledBeliefs]) -> Result<(), LabError> {
    for ((half, kept), told) in game.record.halves().iter().zip(game.beliefs()).zip(told) {
        let again = told.interception.map(|belief| belief.probability(half.code));
        if told.guess.probability(half.code) != kept.guess || again != kept.interception {
            return Err(LabError::mismatch(format_args!(
                "round {}, {}: asked again, the players believe something else; `agents check` says more",
                half.round, half.side
            )));
        }
    }
    Ok(())
}
