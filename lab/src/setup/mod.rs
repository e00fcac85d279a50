//! What was asked for, checked: files read, names looked up, everything in range.

mod associations;
mod build;
mod company;
mod compared_rules;
mod config;
mod data_file;
mod entries;
mod origin;
mod other_space;
mod plan;
pub mod ranges;
mod roster;
mod rules;
mod stated;
mod toml_file;
mod words;

pub use associations::AssociationFile;
pub(crate) use build::Build;
pub use build::LONG_VERSION;
pub(crate) use company::{company, heard, readers, told};
pub use compared_rules::ComparedRules;
pub(crate) use config::nameable;
pub use config::{BotOrder, Field, OutConfig, PlayersConfig, RulesConfig, WordFiles};
pub use data_file::{DataFile, Place, Role};
pub(crate) use entries::{AgentEntry, Imprint, RulesEntry};
pub use other_space::OtherSpace;
pub use overhear_engine::rules::Language;
pub use plan::Plan;
pub(crate) use plan::{asked, schedule, seed};
pub use ranges::MOST_GAMES;
pub use roster::bots_of_file;
pub(crate) use roster::{Player, at_table, named, roster};
pub use rules::{RuleSet, as_toml, rules, rules_list, rules_toml};
pub(crate) use rules::{TEAM_SIZE, departures, switched};
pub use toml_file::{Document, text_of, unknown, unknown_key};
pub use words::{Words, load_deck, load_space, read, skipped};
