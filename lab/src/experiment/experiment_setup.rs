//! The setup of an experiment: words, seed and populations of agents.

use std::collections::BTreeMap;
use std::iter;
use std::path::Path;

use overhear_engine::arena::{Arena, Schedule};
use overhear_engine::game::{Agent, GameSetup, GameSetupError, Seed};
use overhear_engine::rules::Rules;
use serde::{Deserialize, Serialize};

use super::standard_matchups::{TABLE_GAMES, tables};
use crate::bots::RunningBots;
use crate::error::LabError;
use crate::mention::mention;
use crate::run_control::RunControl;
use crate::setup::{
    Build, Language, PlayersConfig, RosterEntry, RuleSet, WordFiles, Words, check_field, company_beside,
    named, ranges, restart_bots, roster, rounded_up, seats, seed,
};
use crate::tournament::Shard;

/// The agent that meets itself if no agent is named.
const PEOPLE: &str = "human";

/// A population: agents that meet each other, or one agent that meets itself.
pub struct Population {
    /// The agents' specs.
    pub(crate) players: Vec<RosterEntry>,
    /// Pairings of the agents and number of games.
    pub schedule: Schedule,
    agents: Vec<Box<dyn Agent>>,
    /// Agents for other rule sets, where bots must be told the rules at their start.
    told: Vec<RulesPlayers>,
}

/// Agents whose bots were started with these rules.
struct RulesPlayers {
    rules: Rules,
    players: Vec<RosterEntry>,
    agents: Vec<Box<dyn Agent>>,
}

impl Population {
    fn new(players: Vec<RosterEntry>, games: u64) -> Population {
        let schedule = match players.len() {
            1 => Schedule::self_play(games),
            many => Schedule::round_robin(many, games),
        };
        Population { players, schedule, agents: Vec::new(), told: Vec::new() }
    }

    fn seat(&mut self, words: &Words) -> Result<(), LabError> {
        let build = |players: &[RosterEntry]| -> Result<Vec<_>, LabError> {
            players.iter().map(|player| player.build(words)).collect()
        };
        self.agents = build(&self.players)?;
        for told in &mut self.told {
            told.agents = build(&told.players)?;
        }
        words.world.forget_unused();
        Ok(())
    }

    /// Returns a population of a test's own agents, reported under the names of others.
    #[cfg(test)]
    pub(crate) fn seated(
        players: Vec<RosterEntry>,
        schedule: Schedule,
        agents: Vec<Box<dyn Agent>>,
    ) -> Population {
        Population { players, schedule, agents, told: Vec::new() }
    }

    /// Returns the agents for these rules.
    fn agents_by(&self, rules: &Rules) -> &[Box<dyn Agent>] {
        let told = self.told.iter().find(|told| told.rules == *rules);
        told.map_or(&self.agents, |told| &told.agents)
    }

    /// Returns the names of the agents.
    pub fn labels(&self) -> Vec<&str> {
        self.players.iter().map(|player| player.spec.label.as_str()).collect()
    }

    /// Returns the title of the population: `human against itself`, `margin and human`, `5 agents`.
    pub fn title(&self) -> String {
        match self.labels()[..] {
            [one] => format!("{one} against itself"),
            [a, b] => format!("{a} and {b}"),
            ref all => format!("{} agents, each against each", all.len()),
        }
    }

    /// Returns the name of the population as one of several matchups: `human`, `close+new`.
    pub fn table(&self) -> String {
        self.labels().join("+")
    }
}

/// The agents and the words of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PopulationConfig {
    /// Seed of the run; drawn at random if `None`.
    pub seed: Option<u64>,
    /// The agents. A single agent meets itself; several meet each other. Default `human`.
    pub players: PlayersConfig,
    /// Matchups that all play the experiment, instead of `players`: `SPEC` against itself, `SPEC+SPEC`, or
    /// `range` for the standard matchups of [`RANGE`](super::RANGE).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// The word files.
    pub words: WordFiles,
}

impl PopulationConfig {
    /// Returns `true` if there are several matchups.
    pub(crate) fn has_tables(&self) -> bool {
        !self.tables.is_empty()
    }

    /// Returns the number of games of each population: `asked`, or the default, which is `usual` without
    /// matchups.
    pub(crate) fn games(&self, asked: Option<u64>, usual: u64) -> u64 {
        asked.unwrap_or(if self.has_tables() { TABLE_GAMES } else { usual })
    }

    /// Returns the number of deals of the population that has the most.
    pub(crate) fn most_deals(&self, games: u64, with_roster: bool) -> Result<u64, LabError> {
        let populations = populations(&self.players, &self.tables, games, with_roster)?;
        let deals =
            |(players, games): (Vec<RosterEntry>, u64)| Population::new(players, games).schedule.deals();
        Ok(populations.into_iter().filter(|(_, games)| *games > 0).map(deals).max().unwrap_or_default())
    }

    /// Returns the configuration with files resolved in `folder`.
    pub(crate) fn within(&self, folder: &Path) -> PopulationConfig {
        PopulationConfig {
            players: self.players.within(folder),
            words: self.words.within(folder),
            ..self.clone()
        }
    }

    /// Checks that there is only one matchup.
    pub(crate) fn at_one_table(&self, what: &'static str) -> Result<(), LabError> {
        if !self.has_tables() {
            return Ok(());
        }
        let [what, agent] = [what, "agent"].map(mention);
        let message = format_args!(
            "{what} is played at one table: name it with {agent}; `balance` and `rules compare` play at several"
        );
        Err(LabError::setting("tables", message))
    }
}

/// Words, seed and populations of an experiment, checked and loaded.
#[derive(Debug)]
pub struct ExperimentSetup {
    /// The words.
    pub words: Words,
    /// Language of the words.
    pub language: Language,
    /// Seed of the run.
    pub seed: Seed,
    /// Number of games requested.
    pub asked: u64,
    /// The populations, in the order of the report.
    pub populations: Vec<Population>,
    /// Running bots.
    pub(crate) bots: RunningBots,
    /// Running bots that were told other rules, one entry for each rule set.
    pub(crate) told: Vec<RunningBots>,
    /// Versions of external agents, by name.
    pub(crate) guests: BTreeMap<String, String>,
    /// Builds other than this one that have played a part.
    pub(crate) other_builds: Vec<Build>,
}

impl ExperimentSetup {
    /// Loads the named agents for this number of games. A single agent meets itself; several meet each other.
    /// The agents are not built yet; see [`seat`](ExperimentSetup::seat).
    ///
    /// Without named agents `human` meets itself; `with_roster` gives two thirds of the games to the presets,
    /// which all meet each other.
    pub(crate) fn new(
        args: &PopulationConfig,
        rules: &RuleSet,
        games: u64,
        with_roster: bool,
        watch: &RunControl,
    ) -> Result<ExperimentSetup, LabError> {
        ExperimentSetup::with_bots(&RunningBots::default(), args, rules, games, with_roster, watch)
    }

    /// Returns [`new`](ExperimentSetup::new), sharing bots with another setup of the experiment.
    pub(crate) fn with_bots(
        others: &RunningBots,
        args: &PopulationConfig,
        rules: &RuleSet,
        games: u64,
        with_roster: bool,
        watch: &RunControl,
    ) -> Result<ExperimentSetup, LabError> {
        let games = ranges::GAMES.check(games)?;
        let who = |players: &PlayersConfig| populations(players, &args.tables, games, with_roster);
        let (populations, mut words, bots) =
            company_beside(others, &args.players, &args.words, rules, watch, who)?;
        for player in populations.iter().flat_map(|(players, _)| players) {
            player.check(&words)?;
            words.add_files_of([&player.spec])?;
        }
        Ok(ExperimentSetup::from_parts(args, populations, words, bots, games))
    }

    /// Returns a setup without bots, with words that exist already or are read once the agents are known.
    pub(crate) fn with_words(
        args: &PopulationConfig,
        games: u64,
        with_roster: bool,
        words: impl FnOnce() -> Result<Words, LabError>,
    ) -> Result<ExperimentSetup, LabError> {
        let populations = populations(&args.players, &args.tables, games, with_roster)?;
        let mut lab = ExperimentSetup::from_parts(args, populations, words()?, RunningBots::default(), games);
        lab.seat()?;
        Ok(lab)
    }

    fn from_parts(
        args: &PopulationConfig,
        populations: Vec<(Vec<RosterEntry>, u64)>,
        words: Words,
        bots: RunningBots,
        games: u64,
    ) -> ExperimentSetup {
        let populations: Vec<_> = populations.into_iter().filter(|(_, games)| *games > 0).collect();
        let tables = if args.has_tables() { populations.len() as u64 } else { 1 };
        ExperimentSetup {
            populations: populations
                .into_iter()
                .map(|(players, games)| Population::new(players, games))
                .collect(),
            asked: games * tables,
            language: args.words.lang,
            seed: seed(args.seed),
            words,
            bots,
            told: Vec::new(),
            guests: args.players.guests(),
            other_builds: Vec::new(),
        }
    }

    /// Starts the bots once more for each of these rule sets: a bot learns the rules only at its start. The
    /// bots that already run have the first rule set.
    ///
    /// # Errors
    /// Returns an error if a bot does not start.
    pub(crate) fn tell_bots(
        &mut self,
        args: &PopulationConfig,
        played: &[Rules],
        watch: &RunControl,
    ) -> Result<(), LabError> {
        if self.bots.is_empty() {
            return Ok(());
        }
        for rules in played.iter().skip(1) {
            let who = |players: &PlayersConfig| populations(players, &args.tables, 1, false);
            let (players, bots) = restart_bots(&self.bots, &args.players, &self.words, rules, watch, who)?;
            self.told.push(bots);
            for (population, (players, _)) in self.populations.iter_mut().zip(players) {
                population.told.push(RulesPlayers { rules: *rules, players, agents: Vec::new() });
            }
        }
        Ok(())
    }

    /// Reports remarks on the words and on rounded numbers of games before a run.
    pub(crate) fn announce(&self, watch: &RunControl) {
        let pairings = self.populations.iter().map(|population| population.schedule.pairings().len() as u64);
        let remark = rounded_up(self.asked, self.games(), pairings.sum());
        remark.iter().for_each(|line| watch.progress.warn(line));
        let players = self.populations.iter().flat_map(|population| &population.players);
        self.words.announce(players.map(|player| &player.spec), watch);
        self.forecast(watch);
    }

    /// Says how much bots are asked at most under each of the rules that they have been told.
    fn forecast(&self, watch: &RunControl) {
        let seats: Vec<_> = self
            .populations
            .iter()
            .flat_map(|population| seats(&population.players, [&population.schedule]))
            .collect();
        for bots in iter::once(&self.bots).chain(&self.told) {
            bots.forecast(seats.iter().copied(), &Rules::official(), watch);
        }
    }

    /// Builds all agents with the tables that they need.
    ///
    /// # Errors
    /// Returns an error if an agent does not suit the words.
    pub(crate) fn seat(&mut self) -> Result<(), LabError> {
        let ExperimentSetup { populations, words, .. } = self;
        let words = &*words;
        rayon::join(
            || populations.iter_mut().try_for_each(|population| population.seat(words)),
            || {
                words.world.law();
            },
        )
        .0
    }

    /// Returns the number of games of each population.
    pub(crate) fn planned(&self) -> Vec<u64> {
        self.populations.iter().map(|population| population.schedule.games()).collect()
    }

    /// Returns the number of games of a part, over all populations.
    pub(crate) fn games_of(&self, shard: Shard) -> u64 {
        let schedules = self.populations.iter().map(|population| &population.schedule);
        let games = |schedule: &Schedule| {
            let deals = shard.range(schedule.deals());
            (deals.end - deals.start) * schedule.games_of_a_deal()
        };
        schedules.map(games).sum()
    }

    /// Returns the arena of a population under these rules.
    ///
    /// # Errors
    /// Returns an error if the rules do not suit the deck.
    pub fn arena<'a>(&'a self, population: &'a Population, rules: Rules) -> Result<Arena<'a>, LabError> {
        let (table, agents) = (self.table(&rules)?, population.agents_by(&rules));
        Ok(Arena::new(table, agents, population.schedule.clone(), self.seed)?)
    }

    /// Returns the game setup of these rules with the words.
    ///
    /// # Errors
    /// Returns an error if the rules contradict each other or do not suit the deck.
    pub fn table(&self, rules: &Rules) -> Result<GameSetup<'_>, GameSetupError> {
        self.words.world.table(rules)
    }

    /// Returns the number of games of all populations.
    pub fn games(&self) -> u64 {
        self.planned().iter().sum()
    }
}

/// Returns the agents of each population and its number of games.
fn populations(
    players: &PlayersConfig,
    tables_asked: &[String],
    games: u64,
    with_roster: bool,
) -> Result<Vec<(Vec<RosterEntry>, u64)>, LabError> {
    if !tables_asked.is_empty() {
        return Ok(tables(players, tables_asked)?.into_iter().map(|table| (table, games)).collect());
    }
    let asked = named(players)?;
    check_field(players, asked.len(), false)?;
    if !asked.is_empty() {
        return Ok(vec![(asked, games)]);
    }
    let usual = |agent: &[&str]| PlayersConfig {
        registry: players.registry.clone(),
        ..PlayersConfig::from_specs(agent.iter().copied())
    };
    let people = named(&usual(&[PEOPLE]))?;
    if !with_roster {
        return Ok(vec![(people, games)]);
    }
    let roster = roster(&usual(&[]))?;
    let others = of_roster(games, Schedule::round_robin(roster.len(), 1).games_of_a_deal());
    Ok(vec![(people, games - others), (roster, others)])
}

/// Returns the roster's share of the games: two thirds, rounded down to whole deals of `deal` games. The
/// other population can play any number of games and takes the rest. If two thirds are less than one deal,
/// returns them unrounded.
const fn of_roster(games: u64, deal: u64) -> u64 {
    let others = games - games.div_ceil(3);
    if others < deal { others } else { others / deal * deal }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_played_where_it_makes_whole_deals() {
        assert_eq!(
            [100_000, 60, 59, 30, 29, 10].map(|games| of_roster(games, 20)),
            [66_660, 40, 20, 20, 19, 6]
        );
    }
}
