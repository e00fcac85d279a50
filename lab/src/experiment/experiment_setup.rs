//! The setup of an experiment: words, seed and populations of agents.

use std::collections::BTreeMap;
use std::iter;

use overhear_engine::arena::Arena;
use overhear_engine::game::{GameSetup, GameSetupError, Seed};
use overhear_engine::rules::Rules;

use super::population::Population;
use super::population_config::{PlannedPopulation, PopulationConfig};
use crate::error::LabError;
use crate::run_control::RunControl;
use crate::setup::{
    Build, Language, RuleSet, RunningBots, Words, agents_beside, check_players, ranges, restart_bots,
    rounded_up, seed,
};
use crate::tournament::Shard;

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
    pub(crate) bots_by_rules: Vec<RunningBots>,
    /// Versions of external agents, by name.
    pub(crate) external_agent_versions: BTreeMap<String, String>,
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
        let loaded = agents_beside(others, &args.players, &args.words, rules, watch, |players| {
            args.populations_of(players, games, with_roster)
        });
        let (populations, mut words, bots) = loaded?;
        check_players(populations.iter().flat_map(|planned| &planned.players), &mut words)?;
        Ok(ExperimentSetup::from_parts(args, populations, words, bots, games))
    }

    /// Returns a setup without bots, with words that exist already or are read once the agents are known.
    pub(crate) fn with_words(
        args: &PopulationConfig,
        games: u64,
        with_roster: bool,
        words: impl FnOnce() -> Result<Words, LabError>,
    ) -> Result<ExperimentSetup, LabError> {
        let populations = args.populations_of(&args.players, games, with_roster)?;
        let mut lab = ExperimentSetup::from_parts(args, populations, words()?, RunningBots::default(), games);
        lab.seat()?;
        Ok(lab)
    }

    fn from_parts(
        args: &PopulationConfig,
        populations: Vec<PlannedPopulation>,
        words: Words,
        bots: RunningBots,
        games: u64,
    ) -> ExperimentSetup {
        let populations: Vec<_> = populations.into_iter().filter(|planned| planned.games > 0).collect();
        let tables = if args.has_tables() { populations.len() as u64 } else { 1 };
        ExperimentSetup {
            populations: populations
                .into_iter()
                .map(|PlannedPopulation { players, games }| Population::new(players, games))
                .collect(),
            asked: games * tables,
            language: args.words.lang,
            seed: seed(args.seed),
            words,
            bots,
            bots_by_rules: Vec::new(),
            external_agent_versions: args.players.external_agent_versions(),
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
            let restarted = restart_bots(&self.bots, &args.players, &self.words, rules, watch, |players| {
                args.populations_of(players, 1, false)
            });
            let (planned, bots) = restarted?;
            self.bots_by_rules.push(bots);
            for (population, planned) in self.populations.iter_mut().zip(planned) {
                population.tell(*rules, planned.players);
            }
        }
        Ok(())
    }

    /// Reports remarks on the words and on rounded numbers of games before a run.
    pub(crate) fn announce(&self, watch: &RunControl) {
        let pairings =
            self.populations.iter().map(|population| population.lineup.schedule.pairings().len() as u64);
        let remark = rounded_up(self.asked, self.games(), pairings.sum());
        remark.iter().for_each(|line| watch.progress.warn(line));
        let specs = self.populations.iter().flat_map(|population| population.lineup.specs());
        self.words.announce(specs, watch);
        self.forecast(watch);
    }

    /// Says how much bots are asked at most under each of the rules that they have been told.
    fn forecast(&self, watch: &RunControl) {
        let seats: Vec<_> =
            self.populations.iter().flat_map(|population| population.lineup.games_of_each()).collect();
        for bots in iter::once(&self.bots).chain(&self.bots_by_rules) {
            bots.forecast(seats.iter().copied(), &Rules::official(), 0, watch);
        }
    }

    /// Builds all agents with the tables that they need.
    ///
    /// # Errors
    /// Returns an error if an agent does not suit the words.
    pub(crate) fn seat(&mut self) -> Result<(), LabError> {
        let specs: Vec<_> =
            self.populations.iter().flat_map(|population| population.lineup.specs()).collect();
        let mut bots = iter::once(&self.bots).chain(&self.bots_by_rules);
        bots.try_for_each(|bots| bots.start_players(specs.iter().copied()))?;
        let ExperimentSetup { populations, words, .. } = self;
        let words = &*words;
        rayon::join(
            || populations.iter_mut().try_for_each(|population| population.build_agents(words)),
            || {
                words.world.law();
            },
        )
        .0
    }

    /// Returns the number of games of each population.
    pub(crate) fn planned(&self) -> Vec<u64> {
        self.populations.iter().map(|population| population.lineup.schedule.games()).collect()
    }

    /// Returns the number of games of a part, over all populations.
    pub(crate) fn games_of(&self, shard: Shard) -> u64 {
        let schedules = self.populations.iter().map(|population| &population.lineup.schedule);
        schedules
            .map(|schedule| {
                let deals = shard.range(schedule.deals());
                (deals.end - deals.start) * schedule.games_of_a_deal()
            })
            .sum()
    }

    /// Returns the arena of a population under these rules.
    ///
    /// # Errors
    /// Returns an error if the rules do not suit the deck.
    pub fn arena<'a>(&'a self, population: &'a Population, rules: Rules) -> Result<Arena<'a>, LabError> {
        let (setup, agents) = (self.game_setup(&rules)?, population.agents_by(&rules));
        Ok(Arena::new(setup, agents, population.lineup.schedule.clone(), self.seed)?)
    }

    /// Returns the game setup of these rules with the words.
    ///
    /// # Errors
    /// Returns an error if the rules contradict each other or do not suit the deck.
    pub fn game_setup(&self, rules: &Rules) -> Result<GameSetup<'_>, GameSetupError> {
        self.words.world.setup(rules)
    }

    /// Returns the number of games of all populations.
    pub fn games(&self) -> u64 {
        self.planned().iter().sum()
    }
}
