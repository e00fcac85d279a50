//! Validated setup of a run: files read, names looked up, numbers in range.

mod associations;
mod bot_word;
mod bots;
mod build;
mod compared_rules;
mod config;
mod data_file;
mod deck_check;
mod deck_markup;
mod deck_text;
mod entries;
mod field;
mod field_size;
mod lineup;
mod load_associations;
mod load_players;
mod origin;
mod other_space;
pub mod ranges;
mod reference_words;
mod roster;
mod rules;
mod toml_file;
mod word_remarks;
mod words;

pub use crate::bot_entry::BotEntry;
pub use crate::store::OutConfig;
pub use crate::stored_commands::{KnownCommands, StoredBots, StoredCommands, UnknownCommands};
pub use associations::AssociationFile;
pub use bot_word::{bot_word, bots_of_word};
pub use bots::{BotReader, ClueReader, RunningBots, with_bots};
pub use build::{Build, LONG_VERSION};
pub use compared_rules::RulesSpec;
pub use config::{BotConfig, PlayersConfig, RulesConfig, WordFiles, kept_folder, nameable, nameable_as_text};
pub use data_file::{DataFile, DataRole, DataSource};
pub use deck_check::{DeckCheck, Replacement};
pub use entries::{AgentEntry, ManifestHeader, RulesEntry};
pub use field::Field;
pub use field_size::{check_field, rounded_up};
pub use lineup::{Lineup, check_players, games_of_each};
pub use load_players::{agents_beside, check_words, load_players, readers, restart_bots};
pub use other_space::OtherSpace;
pub use overhear_engine::rules::Language;
pub use ranges::MOST_GAMES;
pub(crate) use reference_words::reference_among;
pub use roster::{RosterEntry, at_table, bots_of_file, find_home, named, roster};
pub use rules::{
    RuleSet, TEAM_SIZE, as_toml, departures, find_switch, not_allowed, rules, rules_list, rules_toml,
    switched, with_setting,
};
pub use toml_file::{TomlDocument, text_of, unknown, unknown_key};
pub use word_remarks::{keywords_read_in_parts, space_remarks};
pub use words::{LoadedDeck, LoadedSpace, Words, load_deck, load_space, read};

use std::hash::{BuildHasher as _, Hasher as _};

use overhear_engine::game::Seed;

/// Returns the seed that was given, or a random one below 2⁵³, which every JSON reader represents exactly.
pub fn seed(requested: Option<u64>) -> Seed {
    Seed(requested.unwrap_or_else(|| std::hash::RandomState::new().build_hasher().finish() >> 11))
}
