//! One rule set with its setup: the common base of experiments that take a [`BalanceConfig`], and that configuration.

use overhear_engine::rules::{BySide, Players};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::experiment_setup::ExperimentSetup;
use super::manifest::{ExperimentManifest, ManifestExtras};
use super::population_config::PopulationConfig;
use super::provenance::{Provenance, stopped};
use super::time_assumptions::TimeAssumptions;
use crate::error::LabError;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::{OutConfig, RuleSet, RulesConfig, ranges};
use crate::table::{counted, grouped};

/// Default number of games of a report.
pub(crate) const DEFAULT_GAMES: u64 = 100_000;

/// Configuration of an experiment on one rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct BalanceConfig {
    /// Games of the run; with --sweep of each point, with --deck-b of each deck [default: 100000; with --sweep 10000].
    #[setting(range = ranges::GAMES, value = "N")]
    pub games: Option<u64>,
    /// The agents and words.
    #[setting(group)]
    pub population: PopulationConfig,
    /// The rules.
    #[setting(group)]
    pub rules: RulesConfig,
    /// Equivalence margin in percentage points [default: 0.5]; for rounds in hundredths, unless --margin-rounds is given.
    #[setting(range = ranges::MARGIN, value = "POINTS")]
    pub margin: Option<f64>,
    /// Equivalence margin of the mean length, in rounds [default: 0.25].
    #[setting(range = ranges::MARGIN_ROUNDS, value = "ROUNDS")]
    pub margin_rounds: Option<f64>,
    /// Set assumed minutes of actions in a game, as in clue=1.5,guess=2; see --help.
    #[setting(value = "KEY=MINUTES,…", conflicts = ["sweep", "by", "deck_b"])]
    pub minutes: TimeAssumptions,
    /// Output directory and what it keeps.
    #[serde(skip)]
    #[setting(skip)]
    pub out: OutConfig,
}

/// A rule set, its setup and the request.
pub(crate) struct RuleExperiment {
    pub(crate) config: BalanceConfig,
    pub(crate) rules: RuleSet,
    pub(crate) lab: ExperimentSetup,
}

impl RuleExperiment {
    /// Reads the rules of a game of two teams, and the files. `games` is the default number of games. The agents are not
    /// built yet.
    pub(crate) fn new(
        config: &BalanceConfig,
        games: u64,
        with_roster: bool,
        watch: &RunControl,
    ) -> Result<RuleExperiment, LabError> {
        let rules = two_teams(RuleSet::from_config(&config.rules)?)?;
        RuleExperiment::with_rules(config, rules, games, with_roster, watch)
    }

    /// Sets up a game of two teams, or of three players.
    pub(crate) fn for_any_players(
        config: &BalanceConfig,
        games: u64,
        with_roster: bool,
        watch: &RunControl,
    ) -> Result<RuleExperiment, LabError> {
        RuleExperiment::with_rules(config, RuleSet::from_config(&config.rules)?, games, with_roster, watch)
    }

    fn with_rules(
        config: &BalanceConfig,
        rules: RuleSet,
        games: u64,
        with_roster: bool,
        watch: &RunControl,
    ) -> Result<RuleExperiment, LabError> {
        check_margins(config.margin, config.margin_rounds)?;
        let lab = ExperimentSetup::new(
            &config.population,
            &rules,
            config.population.games(config.games, games),
            with_roster,
            watch,
        )?;
        Ok(RuleExperiment { config: config.clone(), rules, lab })
    }

    /// Renames rules and files as the request calls them.
    pub(crate) fn name_files_as(&mut self, requested: &BalanceConfig) {
        self.rules.name.clone_from(&requested.rules.rules);
        self.lab.words.name_files_as(&requested.population.words);
    }

    /// Returns the lines to print before a run.
    pub(crate) fn header(&self) -> Vec<String> {
        let RuleExperiment { rules, lab, .. } = self;
        let who = lab.populations.iter().map(|population| {
            format!("{}: {}", population.title(), counted(population.lineup.schedule.games(), "game"))
        });
        let BySide { white, black } = rules.switches.team_sizes();
        let line = format!("rules {}, teams of {white} and {black}, seed {}", rules.title(), lab.seed.0);
        let more = (lab.games() != lab.asked).then(|| {
            let (games, requested) = (counted(lab.games(), "game"), grouped(lab.asked));
            format!("{games}, {requested} asked for: every pairing plays whole deals")
        });
        who.chain([line]).chain(more).collect()
    }

    /// Returns the manifest of a run in which each population has played `played` games.
    pub(crate) fn manifest(&self, special: &ManifestExtras, played: &[u64]) -> ExperimentManifest {
        ExperimentManifest::new(&self.lab, &self.rules, self.lab.asked, special, played)
    }

    /// Returns everything that determines the result, except the seed.
    pub(crate) fn identity(&self, special: &ManifestExtras) -> Value {
        self.manifest(special, &self.lab.planned()).identity()
    }

    /// Returns the provenance of a result in which each population has played `played` games.
    ///
    /// # Errors
    /// Returns an error if the run was interrupted before its first game ended.
    pub(crate) fn provenance(
        &self,
        special: &ManifestExtras,
        played: &[u64],
    ) -> Result<Provenance, LabError> {
        let games = played.iter().sum();
        let stopped = stopped(games, self.lab.games(), self.config.out.out.as_deref());
        if games == 0 {
            stopped.clone()?;
        }
        Ok(Provenance { manifest: self.manifest(special, played), stopped })
    }
}

/// Checks that the rules are for two teams: only these have seats to swap and a tiebreaker.
fn two_teams(rules: RuleSet) -> Result<RuleSet, LabError> {
    match rules.switches.players {
        Players::TwoTeams => Ok(rules),
        Players::Three => Err(LabError::setting(
            ("rules", rules.name),
            "it is for three players, who have no seats to exchange; `balance` without this option says who wins",
        )),
    }
}

/// Checks the margins in percentage points and in rounds.
pub(crate) fn check_margins(points: Option<f64>, rounds: Option<f64>) -> Result<(), LabError> {
    points.map_or(Ok(0.0), |points| ranges::MARGIN.check(points))?;
    rounds.map_or(Ok(0.0), |rounds| ranges::MARGIN_ROUNDS.check(rounds)).map(drop)
}
