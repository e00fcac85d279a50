//! What is played: the words, the seed, and one population of agents after the other.

use std::collections::BTreeMap;
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
    named, ranges, restart_bots, roster, rounded_up, seed,
};
use crate::tournament::Shard;

/// The agent that meets itself when nobody is named.
const PEOPLE: &str = "human";

/// Agents that meet each other, or one that meets itself.
pub struct Population {
    /// Who plays.
    pub(crate) players: Vec<RosterEntry>,
    /// Who meets whom, how often.
    pub schedule: Schedule,
    agents: Vec<Box<dyn Agent>>,
    /// The same players where bots among them have been told other rules.
    told: Vec<RulesPlayers>,
}

/// Players whose bots have been told these rules.
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

    /// Players of a test's own making, reported under the names of others.
    #[cfg(test)]
    pub(crate) fn seated(
        players: Vec<RosterEntry>,
        schedule: Schedule,
        agents: Vec<Box<dyn Agent>>,
    ) -> Population {
        Population { players, schedule, agents, told: Vec::new() }
    }

    /// Who plays by these rules.
    fn agents_by(&self, rules: &Rules) -> &[Box<dyn Agent>] {
        let told = self.told.iter().find(|told| told.rules == *rules);
        told.map_or(&self.agents, |told| &told.agents)
    }

    /// The names of the agents.
    pub fn labels(&self) -> Vec<&str> {
        self.players.iter().map(|player| player.spec.label.as_str()).collect()
    }

    /// What it is called: `human against itself`, `margin and human`, `5 agents`.
    pub fn title(&self) -> String {
        match self.labels()[..] {
            [one] => format!("{one} against itself"),
            [a, b] => format!("{a} and {b}"),
            ref all => format!("{} agents, each against each", all.len()),
        }
    }

    /// What it is called as one of several tables: `human`, `close+new`.
    pub fn table(&self) -> String {
        self.labels().join("+")
    }
}

/// Who plays, with which words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PopulationConfig {
    /// The seed of all chance; drawn if there is none.
    pub seed: Option<u64>,
    /// Who plays: one meets itself, of several each meets every other; `human`, if nobody is named.
    pub players: PlayersConfig,
    /// Tables that all play the same, in the place of `players`: `SPEC` against itself, `SPEC+SPEC`, or `range` for those
    /// of [`RANGE`](super::RANGE).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// The words.
    pub words: WordFiles,
}

impl PopulationConfig {
    /// Whether several tables play.
    pub(crate) fn has_tables(&self) -> bool {
        !self.tables.is_empty()
    }

    /// How many games each population plays, if nothing is said as many as is usual without tables.
    pub(crate) fn games(&self, asked: Option<u64>, usual: u64) -> u64 {
        asked.unwrap_or(if self.has_tables() { TABLE_GAMES } else { usual })
    }

    /// The deals of the population that has most of them.
    pub(crate) fn most_deals(&self, games: u64, with_roster: bool) -> Result<u64, LabError> {
        let populations = populations(&self.players, &self.tables, games, with_roster)?;
        let deals =
            |(players, games): (Vec<RosterEntry>, u64)| Population::new(players, games).schedule.deals();
        Ok(populations.into_iter().filter(|(_, games)| *games > 0).map(deals).max().unwrap_or_default())
    }

    /// The same with the files that stand in `folder`.
    pub(crate) fn within(&self, folder: &Path) -> PopulationConfig {
        PopulationConfig {
            players: self.players.within(folder),
            words: self.words.within(folder),
            ..self.clone()
        }
    }

    /// Refuses several tables where one plays.
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

/// A table at which populations of agents play.
#[derive(Debug)]
pub struct ExperimentSetup {
    /// The words.
    pub words: Words,
    /// The language that is played.
    pub language: Language,
    /// The seed of everything.
    pub seed: Seed,
    /// How many games were asked for.
    pub asked: u64,
    /// Who plays, in the order of the report.
    pub populations: Vec<Population>,
    /// The programs that play.
    pub(crate) bots: RunningBots,
    /// The same programs, which have been told other rules.
    pub(crate) told: Vec<RunningBots>,
    /// The versions of agents that are made elsewhere.
    pub(crate) guests: BTreeMap<String, String>,
    /// Other builds that have played a part.
    pub(crate) other_builds: Vec<Build>,
}

impl ExperimentSetup {
    /// Those who are named, in so many games: one meets itself, of several each meets each. They have no seats yet.
    ///
    /// When nobody is named, `human` meets itself; `with_roster` two thirds of the games go to the presets, each against each.
    pub(crate) fn new(
        args: &PopulationConfig,
        rules: &RuleSet,
        games: u64,
        with_roster: bool,
        watch: &RunControl,
    ) -> Result<ExperimentSetup, LabError> {
        ExperimentSetup::with_bots(&RunningBots::default(), args, rules, games, with_roster, watch)
    }

    /// The same beside bots of the same experiment.
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

    /// The same with words that are there already, or read once the players are known, and without bots.
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

    /// Has bots started once more for each of these rules, and told them: a bot hears when it is started what is played. Those
    /// that there are have been told the first.
    ///
    /// # Errors
    /// A bot that does not start.
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

    /// Says what is to be said about the words before a run.
    pub(crate) fn announce(&self, watch: &RunControl) {
        let pairings = self.populations.iter().map(|population| population.schedule.pairings().len() as u64);
        let remark = rounded_up(self.asked, self.games(), pairings.sum());
        remark.iter().for_each(|line| watch.progress.warn(line));
        let players = self.populations.iter().flat_map(|population| &population.players);
        self.words.announce(players.map(|player| &player.spec), watch);
    }

    /// Has all players take their seats: the tables that they need are built.
    ///
    /// # Errors
    /// A player that does not suit the words.
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

    /// The games of each population.
    pub(crate) fn planned(&self) -> Vec<u64> {
        self.populations.iter().map(|population| population.schedule.games()).collect()
    }

    /// The games of a part, of all populations.
    pub(crate) fn games_of(&self, shard: Shard) -> u64 {
        let schedules = self.populations.iter().map(|population| &population.schedule);
        let games = |schedule: &Schedule| {
            let deals = shard.range(schedule.deals());
            (deals.end - deals.start) * schedule.games_of_a_deal()
        };
        schedules.map(games).sum()
    }

    /// A population that plays by these rules.
    ///
    /// # Errors
    /// Rules that do not suit the deck.
    pub fn arena<'a>(&'a self, population: &'a Population, rules: Rules) -> Result<Arena<'a>, LabError> {
        let (table, agents) = (self.table(&rules)?, population.agents_by(&rules));
        Ok(Arena::new(table, agents, population.schedule.clone(), self.seed)?)
    }

    /// The table at which these rules are played.
    ///
    /// # Errors
    /// Rules that make no game, or do not suit the deck.
    pub fn table(&self, rules: &Rules) -> Result<GameSetup<'_>, GameSetupError> {
        self.words.world.table(rules)
    }

    /// Games of all populations.
    pub fn games(&self) -> u64 {
        self.planned().iter().sum()
    }
}

/// Who plays in each population, and how many games.
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

/// Two thirds of the games, in whole deals of so many games each, so that a population which can play any number plays
/// the rest; those games that there are if they do not make one deal.
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
