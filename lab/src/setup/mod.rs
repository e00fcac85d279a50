//! What was asked for, checked: files read, names looked up, everything in range.

mod amount;
mod associations;
mod build;
mod company;
mod config;
mod entries;
mod origin;
mod other_space;
mod plan;
mod roster;
mod rules;
mod toml_file;
mod words;

pub use amount::MOST_GAMES;
pub(crate) use amount::{amount, games};
pub use associations::AssociationFile;
pub(crate) use build::Build;
pub use build::LONG_VERSION;
pub(crate) use company::{company, readers};
pub(crate) use config::rules_within;
pub use config::{BotOrder, Field, OutConfig, PlayersConfig, RulesConfig, WordFiles};
pub(crate) use entries::{AgentEntry, Imprint, RulesEntry, SourceEntry};
pub use other_space::OtherSpace;
pub use overhear_engine::rules::Language;
pub use plan::Plan;
pub(crate) use plan::{schedule, seed};
pub use roster::bots_of_file;
pub(crate) use roster::{Player, at_table, named, roster};
pub use rules::{RuleSet, as_toml, rules};
pub(crate) use rules::{TEAM_SIZE, departures, switched, titled, told};
pub use toml_file::{Document, text_of, unknown, unknown_key};
pub(crate) use words::{ASSOCIATIONS, BUILT_IN, DataFile, OTHER, VOCABULARY, WORDS};
pub use words::{Words, load_deck, load_space, read, skipped};
