//! The plan of a tournament: every argument checked, every file read.

use std::hash::{BuildHasher as _, Hasher as _};

use overhear_agents::registry::Spec;
use overhear_engine::arena::Schedule;
use overhear_engine::game::Seed;

use super::{
    Language, PlayersConfig, RosterEntry, RuleSet, Words, check_field, load_players, ranges, roster, unknown,
};
use crate::bots::RunningBots;
use crate::error::LabError;
use crate::mention::mention;
use crate::run_control::RunControl;
use crate::tournament::{SprtSetting, TournamentConfig};

/// Default number of games of a run.
const DEFAULT_GAMES: u64 = 10_000;

/// Everything that determines the result of a tournament.
#[derive(Debug)]
pub struct Plan {
    /// The agents.
    pub(crate) players: Vec<RosterEntry>,
    /// The rules.
    pub rules: RuleSet,
    /// The words.
    pub words: Words,
    /// Language of the words.
    pub language: Language,
    /// Seed of the run.
    pub seed: Seed,
    /// Number of games requested.
    pub asked: u64,
    /// Pairings of the agents and number of games.
    pub schedule: Schedule,
    /// Maximum milliseconds of an answer, if limited.
    pub answer_limit: Option<u64>,
    /// Sequential test that may end the run early.
    pub sprt: Option<SprtSetting>,
    /// Running bots.
    pub(crate) bots: RunningBots,
}

impl Plan {
    /// Checks the arguments, cheap checks first, and reads all files.
    pub(crate) fn new(args: &TournamentConfig, watch: &RunControl) -> Result<Plan, LabError> {
        args.check()?;
        let asked = planned_games(args)?;
        let rules = RuleSet::from_config(&args.rules)?;
        let who = |config: &PlayersConfig| {
            let players = roster(config)?;
            check_field(config, players.len(), args.gauntlet.is_some())?;
            match players.len() {
                2 => Ok(players),
                _ if args.sprt.is_none() => Ok(players),
                count => {
                    let message = format_args!("it compares two agents; there are {count}");
                    Err(LabError::setting("sprt", message))
                }
            }
        };
        let (players, mut words, bots) = load_players(&args.players, &args.words, &rules, watch, who)?;
        for player in &players {
            player.check(&words)?;
            words.add_files_of([&player.spec])?;
        }
        Ok(Plan {
            schedule: schedule(&players, args.gauntlet.as_deref(), asked)?,
            players,
            rules,
            words,
            language: args.words.lang,
            seed: seed(args.seed),
            asked,
            answer_limit: args.answer_limit,
            sprt: args.sprt,
            bots,
        })
    }

    /// Reports remarks on the run's size and words.
    pub(crate) fn announce(&self, watch: &RunControl) {
        self.words.announce(self.players.iter().map(|player| &player.spec), watch);
        self.bots.forecast(seats(&self.players, [&self.schedule]), &self.rules.switches, watch);
    }

    /// Renames rules and files as the request calls them, wherever they were found.
    pub(crate) fn name_files_as(&mut self, asked: &TournamentConfig) {
        self.rules.name.clone_from(&asked.rules.rules);
        self.words.name_files_as(&asked.words);
    }

    /// Returns the names of the agents, in order.
    pub fn labels(&self) -> Vec<&str> {
        self.players.iter().map(|player| player.spec.label.as_str()).collect()
    }
}

/// Returns the agents with the games that each plays.
pub(crate) fn seats<'a>(
    players: &'a [RosterEntry],
    schedules: impl IntoIterator<Item = &'a Schedule>,
) -> Vec<(&'a Spec, u64)> {
    let mut seats: Vec<(&Spec, u64)> = players.iter().map(|player| (&player.spec, 0)).collect();
    for schedule in schedules {
        let games = schedule.games() / schedule.pairings().len().max(1) as u64;
        for pairing in schedule.pairings() {
            seats[pairing.a].1 += games;
            seats[pairing.b].1 += games;
        }
    }
    seats
}

/// Returns a round-robin schedule, or the schedule of a gauntlet.
///
/// # Errors
/// Returns an error if no agent has the label.
pub(crate) fn schedule(
    players: &[RosterEntry],
    gauntlet: Option<&str>,
    games: u64,
) -> Result<Schedule, LabError> {
    let Some(label) = gauntlet else { return Ok(Schedule::round_robin(players.len(), games)) };
    let challenger = players.iter().position(|player| player.spec.label == label);
    let challenger = challenger.ok_or_else(|| {
        let labels = players.iter().map(|player| player.spec.label.as_str());
        LabError::setting(("gauntlet", label), unknown("agent of this run", label, labels))
    })?;
    Ok(Schedule::gauntlet(players.len(), challenger, games))
}

/// Returns the number of games requested.
pub(crate) fn planned_games(args: &TournamentConfig) -> Result<u64, LabError> {
    match (args.games, args.pairs) {
        (Some(_), Some(_)) => {
            let [games, pairs] = ["games", "pairs"].map(mention);
            Err(LabError::usage(format_args!("give either {games} or {pairs}, not both")))
        }
        (Some(asked), None) => ranges::GAMES.check(asked),
        (None, Some(pairs)) => Ok(2 * ranges::PAIRS.check(pairs)?),
        (None, None) => Ok(DEFAULT_GAMES),
    }
}

/// Returns the seed that was given, or a random one below 2⁵³, which every JSON reader represents exactly.
pub(crate) fn seed(asked: Option<u64>) -> Seed {
    Seed(asked.unwrap_or_else(|| std::hash::RandomState::new().build_hasher().finish() >> 11))
}
