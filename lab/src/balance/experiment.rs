//! Experiments on rules as values: what is asked for, and what it comes to.

use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};

use super::at_tables::{AtTables, compare};
use super::axis::SweepAxis;
use super::census::{Census, CensusResult};
use super::compare::{CompareResult, Comparison};
use super::compare_config::CompareConfig;
use super::cut::Cut;
use super::decks::{Decks, DecksResult};
use super::divided::Divided;
use super::lab::PopulationConfig;
use super::provenance::Tabled;
use super::report::Report;
use super::sweep::{Sweep, SweepResult};
use super::{BalanceConfig, BalanceResult, published};
use crate::error::LabError;
use crate::setup::OutConfig;
use crate::watch::Watch;

/// An experiment on rules, which can be played in parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Experiment {
    /// The report on one set of rules.
    Balance(BalanceConfig),
    /// What becomes of the clues for each keyword, card or pair.
    Census {
        /// Games that are looked at.
        config: BalanceConfig,
        /// What has a row of its own.
        by: Cut,
    },
    /// A grid of rules.
    Sweep {
        /// Games that are looked at.
        config: BalanceConfig,
        /// The switches, and the values that are tried.
        axes: Vec<SweepAxis>,
    },
    /// Two decks.
    Decks {
        /// Games that are looked at, with the first deck.
        config: BalanceConfig,
        /// The file of the other one.
        deck_b: PathBuf,
    },
    /// Two sets of rules.
    Compare(CompareConfig),
}

/// What an experiment has shown.
#[derive(Debug)]
pub enum Merged {
    /// The report on one set of rules.
    Balance(Box<BalanceResult>),
    /// What becomes of the clues for each keyword, card or pair.
    Census(Box<CensusResult>),
    /// A grid of rules.
    Sweep(Box<SweepResult>),
    /// Two decks.
    Decks(Box<DecksResult>),
    /// Two sets of rules.
    Compare(Box<CompareResult>),
}

impl Merged {
    /// What was found, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        match self {
            Merged::Balance(result) => [&result.opening[..], &result.sentences].concat(),
            Merged::Census(result) => result.sentences.clone(),
            Merged::Sweep(result) => result.sentences.clone(),
            Merged::Decks(result) => result.sentences.clone(),
            Merged::Compare(result) => result.sentences.clone(),
        }
    }

    /// Tables and files; a comparison of rules has one table and no files.
    pub fn tabled(&self) -> Option<&dyn Tabled> {
        match self {
            Merged::Balance(result) => Some(&**result),
            Merged::Census(result) => Some(&**result),
            Merged::Sweep(result) => Some(&**result),
            Merged::Decks(result) => Some(&**result),
            Merged::Compare(_) => None,
        }
    }

    /// Writes the files of the result into a directory: those of a run in one piece. A comparison of rules has none.
    ///
    /// # Errors
    /// A directory that may not be written, a disk that fails.
    pub fn save(&self, out: &OutConfig) -> Result<(), LabError> {
        self.tabled().map_or(Ok(()), |result| result.save(out))
    }

    /// Whether all of it was played, and decided if it was to be decided.
    ///
    /// # Errors
    /// An interruption, and with `until` games that do not suffice.
    pub fn sound(&self) -> Result<(), LabError> {
        match self {
            Merged::Compare(result) => result.sound(),
            result => result.tabled().map_or(Ok(()), Tabled::sound),
        }
    }
}

impl Experiment {
    /// The command that plays it.
    pub const fn command(&self) -> &'static str {
        match self {
            Experiment::Balance(_) => "balance",
            Experiment::Census { .. } => "balance --by",
            Experiment::Sweep { .. } => "balance --sweep",
            Experiment::Decks { .. } => "balance --deck-b",
            Experiment::Compare(_) => "rules compare",
        }
    }

    pub(super) const fn population(&self) -> &PopulationConfig {
        match self {
            Experiment::Balance(config)
            | Experiment::Census { config, .. }
            | Experiment::Sweep { config, .. }
            | Experiment::Decks { config, .. } => &config.population,
            Experiment::Compare(config) => &config.population,
        }
    }

    const fn population_mut(&mut self) -> &mut PopulationConfig {
        match self.on_rules_mut() {
            Ok(config) => &mut config.population,
            Err(config) => &mut config.population,
        }
    }

    /// What is asked for of one set of rules, or of two.
    const fn on_rules_mut(&mut self) -> Result<&mut BalanceConfig, &mut CompareConfig> {
        match self {
            Experiment::Balance(config)
            | Experiment::Census { config, .. }
            | Experiment::Sweep { config, .. }
            | Experiment::Decks { config, .. } => Ok(config),
            Experiment::Compare(config) => Err(config),
        }
    }

    /// The agents that a SPEC can name.
    pub fn set_registry(&mut self, registry: &Registry) {
        self.population_mut().players.registry = registry.clone();
    }

    /// The same with the files that stand in `folder`, if they still do, in place of those that are named relatively.
    pub(super) fn within(&self, folder: &Path) -> Experiment {
        let mut experiment = self.clone();
        let PopulationConfig { players, words, .. } = experiment.population_mut();
        (*players, *words) = (players.within(folder), words.within(folder));
        match experiment.on_rules_mut() {
            Ok(config) => config.rules = config.rules.within(folder),
            Err(config) => {
                (config.a, config.b) = (config.a.within(folder), config.b.within(folder));
            }
        }
        if let Experiment::Decks { deck_b, .. } = &mut experiment {
            let found = Some(folder.join(&*deck_b)).filter(|file| file.exists());
            *deck_b = found.unwrap_or_else(|| deck_b.clone());
        }
        experiment
    }

    /// Plays all of it. Its files go out if all was played and somebody asked for them.
    ///
    /// # Errors
    /// Those of the experiment; a directory for a comparison of rules, which has no files.
    pub fn play(&self, out: &OutConfig, watch: &Watch) -> Result<Merged, LabError> {
        match self {
            Experiment::Balance(_) => self.whole::<Report>(out, watch),
            Experiment::Census { .. } => self.whole::<Census>(out, watch),
            Experiment::Sweep { .. } => self.whole::<Sweep>(out, watch),
            Experiment::Decks { .. } => self.whole::<Decks>(out, watch),
            Experiment::Compare(config) => {
                without_files(out.out.as_deref())?;
                compare(config, watch).map(Comparison::merged)
            }
        }
    }

    fn whole<E: OfExperiment<Result: Tabled>>(
        &self,
        out: &OutConfig,
        watch: &Watch,
    ) -> Result<Merged, LabError> {
        let mut asked = self.clone();
        if let Ok(config) = asked.on_rules_mut() {
            config.out = out.clone();
        }
        published::<E>(&E::config(&asked).expect("it is that experiment"), out, watch).map(E::merged)
    }
}

/// Refuses a directory for a comparison of rules.
pub(super) fn without_files(out: Option<&Path>) -> Result<(), LabError> {
    out.map_or(Ok(()), |out| {
        let message = "a comparison of rules has no files, what it says is printed; leave it out";
        Err(LabError::setting(("out", out.display()), message))
    })
}

/// How an experiment is asked for, and what its parts make.
pub(super) trait OfExperiment: Divided {
    /// What is asked for, if it is this experiment.
    fn config(experiment: &Experiment) -> Option<Self::Config>;

    /// Its result.
    fn merged(result: Self::Result) -> Merged;
}

impl OfExperiment for Report {
    fn config(experiment: &Experiment) -> Option<BalanceConfig> {
        let Experiment::Balance(config) = experiment else { return None };
        Some(config.clone())
    }

    fn merged(result: BalanceResult) -> Merged {
        Merged::Balance(Box::new(result))
    }
}

impl OfExperiment for Census {
    fn config(experiment: &Experiment) -> Option<(BalanceConfig, Cut)> {
        let Experiment::Census { config, by } = experiment else { return None };
        Some((config.clone(), *by))
    }

    fn merged(result: CensusResult) -> Merged {
        Merged::Census(Box::new(result))
    }
}

impl OfExperiment for Sweep {
    fn config(experiment: &Experiment) -> Option<(BalanceConfig, Vec<SweepAxis>)> {
        let Experiment::Sweep { config, axes } = experiment else { return None };
        Some((config.clone(), axes.clone()))
    }

    fn merged(result: SweepResult) -> Merged {
        Merged::Sweep(Box::new(result))
    }
}

impl OfExperiment for Decks {
    fn config(experiment: &Experiment) -> Option<(BalanceConfig, PathBuf)> {
        let Experiment::Decks { config, deck_b } = experiment else { return None };
        Some((config.clone(), deck_b.clone()))
    }

    fn merged(result: DecksResult) -> Merged {
        Merged::Decks(Box::new(result))
    }
}

impl OfExperiment for AtTables {
    fn config(experiment: &Experiment) -> Option<CompareConfig> {
        Comparison::config(experiment)
    }

    fn merged(result: CompareResult) -> Merged {
        Comparison::merged(result)
    }
}

impl OfExperiment for Comparison {
    fn config(experiment: &Experiment) -> Option<CompareConfig> {
        let Experiment::Compare(config) = experiment else { return None };
        Some(config.clone())
    }

    fn merged(result: CompareResult) -> Merged {
        Merged::Compare(Box::new(result))
    }
}
