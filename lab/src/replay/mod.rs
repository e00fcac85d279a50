//! Replay of one game as the two teams' note sheets (R26).
//!
//! The game is played again from its number, and its players are asked a second time for all their beliefs.

mod half;
mod sheet;
mod verify;

use overhear_agents::registry::Registry;
use std::path::PathBuf;

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Value};
use overhear_engine::arena::{Arena, Fault, GameNumber};
use overhear_engine::game::{Game, PooledBeliefs, Seed, attempt};
use overhear_engine::rules::Side;

use crate::error::LabError;
use crate::run_control::RunControl;
use crate::run_games::what_happened;
use crate::settings::Settings;
use crate::setup::{Lineup, PlayersConfig, RuleSet, RulesConfig, WordFiles, load_players, ranges, roster};
use crate::store::StoredManifest;
use crate::table::{presentable, with_policy};
use crate::tournament::{Plan, TournamentConfig, arena, stored_plan};
pub use half::{AsDisplay, Beliefs, HalfEntry, MemberEntry, MessageEntry, TalkEntry, TokensEntry};
use sheet::GameLocation;
pub use sheet::{EndingEntry, GameSheet, NumberEntry, Replay, SheetRound, SheetSide};

/// Configuration of [`replay`].
#[derive(Clone, Debug)]
pub struct ReplayConfig {
    /// Number of the game, from 0.
    pub game: u64,
    /// The run.
    pub run: ReplayRun,
    /// The agents that a SPEC can name, for either kind of run.
    pub registry: Registry,
}

impl From<TournamentConfig> for AskedRun {
    fn from(config: TournamentConfig) -> AskedRun {
        let TournamentConfig { seed, players, discuss, rules, words, .. } = config;
        AskedRun { seed, players, discuss, rules, words }
    }
}

/// The run whose game is replayed.
#[derive(Clone, Debug)]
pub enum ReplayRun {
    /// The result in a directory. With `verify` the game is compared with the logged rows.
    Stored {
        /// The directory.
        from: PathBuf,
        /// `true` to compare with the logged rows.
        verify: bool,
    },
    /// A run that was not stored, long enough to have the game.
    Asked(Box<AskedRun>),
}

/// A run as it was asked for.
#[derive(Clone, Debug, Settings)]
pub struct AskedRun {
    /// Seed of the run.
    #[setting(value = "U64")]
    pub seed: Option<u64>,
    /// The agents, in the order of the run.
    #[setting(
        group,
        without = ["field"],
        reworded = [
            "agent",
            "An agent of the run, in its order (repeatable) [default: random, nearest, margin, pragmatic, human]",
        ]
    )]
    pub players: PlayersConfig,
    /// Turns of the teams' talks.
    #[setting(declared_in = TournamentConfig)]
    pub discuss: u8,
    /// The rules.
    #[setting(group)]
    pub rules: RulesConfig,
    /// The word files.
    #[setting(group)]
    pub words: WordFiles,
}

/// Replays a game.
///
/// ```
/// use overhear_agents::registry::Registry;
/// use overhear_lab::replay::AskedRun;
/// use overhear_lab::setup::PlayersConfig;
/// use overhear_lab::{ReplayConfig, ReplayRun, RunControl, replay};
///
/// let players = PlayersConfig::from_specs(["nearest", "random"]);
/// let run = ReplayRun::Asked(Box::new(AskedRun { seed: Some(7), players, ..AskedRun::default() }));
/// let replay = replay(&ReplayConfig { game: 3, run, registry: Registry::standard() }, &RunControl::default())?;
/// assert_eq!((replay.game, replay.agents.len()), (3, 2));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for settings that make no sense, for unreadable files, and a mismatch if the game differs
/// from its log, or if its players change their answers.
pub fn replay(config: &ReplayConfig, watch: &RunControl) -> Result<Replay, LabError> {
    ranges::GAME.check(config.game)?;
    let (result, verify) = match &config.run {
        ReplayRun::Stored { from, verify } => (Some(StoredManifest::open(from)?), *verify),
        ReplayRun::Asked(_) => (None, false),
    };
    let plan = result
        .as_ref()
        .map_or_else(|| plan(config, watch), |result| stored_plan(result, &config.registry, watch))?;
    plan.announce(watch);
    let number = GameNumber(config.game);
    let schedule = &plan.lineup.schedule;
    let seats =
        schedule.locate(number).map(|(_, pairing, seating)| schedule.pairings()[pairing].seats(seating));
    let playing = seats.map_or_else(Vec::new, |seats| vec![seats[Side::White], seats[Side::Black]]);
    let agents = plan.build_agents_for(&playing)?;
    let arena = arena(&plan, &agents)?;
    let replayed = play_game(&arena, number)?;
    if let Some(result) = result.as_ref().filter(|_| verify) {
        let (_, _, seats) = replayed.place;
        verify::compare(result, (&plan, &arena), number, seats, &replayed.game)?;
    }
    build_replay(&plan, &arena, number, &replayed)
}

/// Replays one game of a plan.
///
/// # Errors
/// Returns an error for a number beyond the last game, and for players that change their answers.
pub(crate) fn replay_game(plan: &Plan, arena: &Arena<'_>, number: GameNumber) -> Result<Replay, LabError> {
    build_replay(plan, arena, number, &play_game(arena, number)?)
}

/// A replayed game.
struct ReplayedGame {
    game: Game,
    /// The fault, if an agent had one.
    fault: Option<Fault>,
    place: GameLocation,
}

/// Returns a game of the run, up to a fault if there is one, with its location.
fn play_game(arena: &Arena<'_>, number: GameNumber) -> Result<ReplayedGame, LabError> {
    let (Some((game, fault)), Some((deal, pairing, seating))) =
        (arena.replay_with_fault(number), arena.schedule().locate(number))
    else {
        let last = arena.schedule().games() - 1;
        return Err(LabError::setting(("game", number.0), format_args!("the run has games 0 to {last}")));
    };
    let place = (deal, seating, arena.schedule().pairings()[pairing].seats(seating));
    Ok(ReplayedGame { game, fault, place })
}

/// Returns a game as note sheets, with the beliefs that its players state when asked again.
fn build_replay(
    plan: &Plan,
    arena: &Arena<'_>,
    number: GameNumber,
    replayed: &ReplayedGame,
) -> Result<Replay, LabError> {
    let ReplayedGame { game, fault, place } = replayed;
    let beliefs = recompute(arena, number, game)?;
    consistent(game, &beliefs)?;
    let replay = Replay::new(plan, arena, number, *place, game, &beliefs);
    let breakdown = fault
        .as_ref()
        .map(|fault| format!("`{}` {}", plan.lineup.labels()[fault.agent], what_happened(fault)));
    Ok(Replay { breakdown, ..replay })
}

/// Returns the beliefs that the players state when asked again; empty if the game ended by a fault before its
/// first half.
fn recompute(arena: &Arena<'_>, number: GameNumber, game: &Game) -> Result<Vec<PooledBeliefs>, LabError> {
    if game.record.halves().is_empty() {
        return Ok(Vec::new());
    }
    let beliefs = attempt(|| arena.recompute_beliefs(number, game).expect("the game is of the schedule"));
    beliefs.map_err(|panic| {
        LabError::faults(format_args!("game {}: asked again, a player broke down: {panic}", number.0))
    })
}

/// Returns the plan of a run that is just long enough.
fn plan(config: &ReplayConfig, watch: &RunControl) -> Result<Plan, LabError> {
    let ReplayRun::Asked(run) = &config.run else {
        unreachable!("a result has a plan of its own");
    };
    run.check()?;
    let seed = run.seed.ok_or_else(|| LabError::clause("seed", "is required: that of the run"))?;
    let rules = RuleSet::from_config(&run.rules)?;
    let language = run.words.lang;
    let players = PlayersConfig { registry: config.registry.clone(), ..run.players.clone() };
    let (players, words, bots) = load_players(&players, &run.words, &rules, watch, roster)?;
    Ok(Plan {
        lineup: Lineup::round_robin(players, config.game + 1),
        rules,
        words,
        language,
        seed: Seed(seed),
        asked: config.game + 1,
        answer_limit: None,
        discuss: run.discuss,
        sprt: None,
        bots,
    })
}

/// Checks that players asked again give the answers of the game.
fn consistent(game: &Game, recomputed: &[PooledBeliefs]) -> Result<(), LabError> {
    for ((half, played), again) in game.record.halves().iter().zip(game.beliefs()).zip(recomputed) {
        let interception = again.interception.map(|belief| belief.probability(half.code));
        if again.guess.probability(half.code) != played.guess || interception != played.interception {
            return Err(LabError::mismatch(format_args!(
                "round {}, {}: asked again, the players believe something else; `agents check` says more",
                half.round, half.side
            )));
        }
    }
    Ok(())
}

const PAGE: &str = include_str!("page.html");

/// Returns the note sheets as one self-contained page: no script, no further file, light or dark by the reader's preference. Every
/// text in it is escaped.
pub fn page(replay: &Replay) -> String {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_filter("percent", |p: f64| format!("{:.1} %", 100.0 * p));
    let page = environment.render_str(PAGE, Value::from(Serde(replay))).expect("the page fits the sheets");
    with_policy(&presentable(&page)) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_names_the_changes_of_its_rules() {
        let run = AskedRun {
            seed: Some(7),
            players: PlayersConfig::from_specs(["nearest", "random"]),
            rules: RulesConfig { set: vec!["tokens_to_win=0".to_owned()], ..RulesConfig::default() },
            words: WordFiles { vocabulary: Some(2000), ..WordFiles::default() },
            ..AskedRun::default()
        };
        let run = ReplayRun::Asked(Box::new(run));
        let config = ReplayConfig { game: 0, run, registry: Registry::standard() };
        let replay = replay(&config, &RunControl::default()).expect("a game");
        assert_eq!(replay.rules, "official with tokens_to_win=0");
    }
}
