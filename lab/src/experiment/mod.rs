//! What experiments on rules and words share: who plays with which words, what a run comes from, and how it is played in parts.

mod balance_config;
mod cut;
mod lab;
mod manifest;
mod minutes;
mod provenance;
mod range;
mod setting;
mod shardable;

pub use balance_config::BalanceConfig;
pub(crate) use balance_config::DEFAULT_GAMES;
pub use cut::Cut;
pub use lab::{Lab, Population, PopulationConfig};
pub(crate) use manifest::{Configuration, Manifest, PopulationEntry, RULES_COMPARE, Special};
pub use minutes::Minutes;
pub(crate) use minutes::{Spread, TimedGames};
pub(crate) use provenance::stopped;
pub use provenance::{Provenance, Tabled};
pub use range::{RANGE, RANGE_NAME};
pub(crate) use setting::{Setting, check_margins};
pub(crate) use shardable::{Shardable, ShardableConfig, published};
