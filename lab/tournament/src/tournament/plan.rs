//! The plan of a tournament: every argument checked, every file read.

use overhear_engine::game::{Agent, MIN_TALKING_TEAM, Role, Seed};
use overhear_engine::rules::BySide;

use super::{SprtSetting, TournamentConfig};
use crate::error::LabError;
use crate::message::Message;
use crate::run_control::RunControl;
use crate::settings::Settings as _;
use crate::setup::{
    Language, Lineup, PlayersConfig, RosterEntry, RuleSet, RunningBots, Words, check_field, check_players,
    load_players, ranges, roster, seed,
};

/// Default number of games of a run.
const DEFAULT_GAMES: u64 = 10_000;

/// Everything that determines the result of a tournament.
#[derive(Debug)]
pub struct Plan {
    /// The agents, their pairings, and the number of games.
    pub lineup: Lineup,
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
    /// Maximum milliseconds of an answer, if limited.
    pub answer_limit: Option<u64>,
    /// Number of turns of the teams' talks; 0 for none.
    pub discuss: u8,
    /// Sequential test that may end the run early.
    pub sprt: Option<SprtSetting>,
    /// Running bots.
    pub bots: RunningBots,
}

impl Plan {
    /// Checks the arguments, cheap checks first, and reads all files.
    pub(crate) fn new(args: &TournamentConfig, watch: &RunControl) -> Result<Plan, LabError> {
        args.check()?;
        let requested_games = planned_games(args)?;
        let rules = RuleSet::from_config(&args.rules)?;
        check_talkers(args.discuss, &rules)?;
        let (players, mut words, bots) =
            load_players(&args.players, &args.words, &rules, watch, |config| players(config, args))?;
        check_players(&players, &mut words)?;
        Ok(Plan {
            lineup: Lineup::of_tournament(players, args.gauntlet.as_deref(), requested_games)?,
            rules,
            words,
            language: args.words.lang,
            seed: seed(args.seed),
            asked: requested_games,
            answer_limit: args.answer_limit,
            discuss: args.discuss,
            sprt: args.sprt,
            bots,
        })
    }

    /// Warns of agents that do not talk, if teams talk.
    pub(crate) fn announce_talks(&self, agents: &[Box<dyn Agent>], watch: &RunControl) {
        if self.discuss == 0 {
            return;
        }
        for (label, agent) in self.lineup.labels().iter().zip(agents) {
            let why = if agent.thinks_alike() {
                "its members think alike and have nothing to tell each other"
            } else if ![Role::Guesser, Role::Interceptor].iter().any(|&role| agent.guesser().talks(role)) {
                "it does not play the role `discuss`"
            } else {
                continue;
            };
            watch.progress.warn(&format!("`{label}` does not talk: {why}"));
        }
    }

    /// Reports remarks on the run's size and words.
    pub fn announce(&self, watch: &RunControl) {
        self.words.announce(self.lineup.specs(), watch);
        self.bots.forecast(self.lineup.games_of_each(), &self.rules.switches, self.discuss, watch);
    }

    /// Renames rules and files as the request calls them, wherever they were found.
    pub(crate) fn name_files_as(&mut self, requested: &TournamentConfig) {
        self.rules.name.clone_from(&requested.rules.rules);
        self.words.name_files_as(&requested.words);
    }

    /// Builds the agents and their tables. The clue law is prepared in parallel. Bots that wait are started.
    ///
    /// # Errors
    /// Returns an error for parameters or files that make no agent, and for a bot that does not start.
    pub fn build_agents(&self) -> Result<Vec<Box<dyn Agent>>, LabError> {
        let all: Vec<usize> = (0..self.lineup.players.len()).collect();
        self.build_agents_for(&all)
    }

    /// Does the same for games in which only these agents play. No bot is started for the others.
    ///
    /// # Errors
    /// Returns the errors of [`Plan::build_agents`].
    pub fn build_agents_for(&self, playing: &[usize]) -> Result<Vec<Box<dyn Agent>>, LabError> {
        self.bots.start_players(playing.iter().map(|&agent| &self.lineup.players[agent].spec))?;
        let world = &self.words.world;
        let (agents, _) = rayon::join(|| self.lineup.build(&self.words), || world.law());
        world.forget_unused();
        agents
    }

    /// Returns the agents that meet and differ in their labels alone, two at a time; none where bots play, which need not answer
    /// alike.
    pub fn same_agents(&self) -> Vec<[&str; 2]> {
        let pairings = self.lineup.schedule.pairings().iter().filter(|pairing| pairing.a != pairing.b);
        let specs = pairings
            .map(|pairing| [pairing.a, pairing.b].map(|agent| &self.lineup.players[agent].spec))
            .filter(|[one, other]| one.encryptor == other.encryptor && one.guesser == other.guesser);
        let labels = specs.map(|pair| pair.map(|spec| spec.label.as_str()));
        labels.filter(|_| self.bots.is_empty()).collect()
    }
}

/// Returns the agents of a run, which fit its field and its sequential test.
fn players(config: &PlayersConfig, args: &TournamentConfig) -> Result<Vec<RosterEntry>, LabError> {
    let players = roster(config)?;
    check_field(config, players.len(), args.gauntlet.is_some())?;
    match players.len() {
        2 => Ok(players),
        _ if args.sprt.is_none() => Ok(players),
        count => {
            let message = format_args!("a sequential test compares two agents; there are {count}");
            Err(LabError::setting("sprt", message))
        }
    }
}

/// Checks that a team is large enough to talk.
fn check_talkers(turns: u8, rules: &RuleSet) -> Result<(), LabError> {
    let BySide { white, black } = rules.switches.team_sizes();
    if turns == 0 || white.max(black) >= MIN_TALKING_TEAM {
        return Ok(());
    }
    let size = white.max(black);
    let message =
        format_args!("only teams of {MIN_TALKING_TEAM} or more talk, and these have {size}; raise ");
    Err(LabError::setting(("discuss", turns), Message::new(message).setting("team-size")))
}

/// Returns the number of games requested.
pub(crate) fn planned_games(args: &TournamentConfig) -> Result<u64, LabError> {
    match (args.games, args.pairs) {
        (Some(_), Some(_)) => {
            let clause = Message::new("and ").setting("games").then(" are both given; leave one out");
            Err(LabError::clause("pairs", clause))
        }
        (Some(games), None) => ranges::GAMES.check(games),
        (None, Some(pairs)) => Ok(2 * ranges::PAIRS.check(pairs)?),
        (None, None) => Ok(DEFAULT_GAMES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::RulesConfig;
    use crate::tournament::Tournament;

    fn config(agents: &[&str], discuss: u8, team_size: u8) -> TournamentConfig {
        let players = PlayersConfig::from_specs(agents.iter().copied());
        let rules = RulesConfig { team_size: Some(team_size), ..RulesConfig::default() };
        TournamentConfig {
            pairs: Some(2),
            seed: Some(1),
            players,
            rules,
            discuss,
            ..TournamentConfig::default()
        }
    }

    #[test]
    fn agents_that_differ_in_their_labels_alone_are_found() {
        let agents = ["one=margin", "two=margin", "nearest", "margin/uniform"];
        let run = Tournament::begin(config(&agents, 0, 2), &RunControl::default()).expect("a plan");
        assert_eq!(run.plan().same_agents(), [["one", "two"]]);
    }

    #[test]
    fn only_teams_of_three_talk() {
        for (turns, size) in [(0, 2), (0, 3), (2, 3)] {
            assert!(
                Tournament::begin(config(&["margin", "human"], turns, size), &RunControl::default()).is_ok()
            );
        }
        let refused = Tournament::begin(config(&["margin", "human"], 2, 2), &RunControl::default()).err();
        let refused = refused.expect("teams of two do not talk").to_string();
        assert!(refused.contains("only teams of 3 or more talk, and these have 2"), "{refused}");
    }
}
