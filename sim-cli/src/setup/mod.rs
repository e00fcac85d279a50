//! What was asked for, checked: files read, names looked up, everything in range.

mod build;
mod entries;
mod plan;
mod roster;
mod rules;
pub(crate) mod toml_file;
mod words;

pub(crate) use build::{Build, LONG_VERSION};
pub(crate) use entries::{AgentEntry, Imprint, RulesEntry, Source};
pub(crate) use plan::{Plan, seed};
pub(crate) use roster::{Player, named, roster};
pub(crate) use rules::{RuleSet, as_toml, differing, rules};
pub(crate) use words::{BUILT_IN, DataFile, OTHER, Words, load_deck, load_space, read, skipped};
