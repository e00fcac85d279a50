//! Common parts of experiments on rules and words: setup, manifest, provenance, and division into parts.

mod experiment_setup;
mod group_by;
mod manifest;
mod population;
mod population_config;
mod provenance;
mod rule_experiment;
mod shardable;
mod standard_matchups;
mod time_assumptions;

pub use experiment_setup::ExperimentSetup;
pub use group_by::GroupBy;
pub use manifest::{ExperimentManifest, ExperimentSettings, ManifestExtras, PopulationEntry, RULES_COMPARE};
pub use population::Population;
pub use population_config::PopulationConfig;
pub use provenance::{Provenance, TabularResult};
pub(crate) use provenance::{publish, stopped};
pub use rule_experiment::BalanceConfig;
pub(crate) use rule_experiment::{DEFAULT_GAMES, RuleExperiment, check_margins};
pub(crate) use shardable::{Shardable, ShardableConfig, published};
pub use standard_matchups::{RANGE, RANGE_NAME};
pub use time_assumptions::{MinutesSpread, TimeAssumptions, TimedGames};
