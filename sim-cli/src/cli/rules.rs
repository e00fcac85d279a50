//! `sim-cli rules`.

use std::path::PathBuf;

use clap::Subcommand;

use super::{ClueArgs, CompareRulesArgs, DisplayArgs};

/// What to do about rules.
#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// List the sets of rules that have a name
    List {
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Write a set of rules as a commented TOML file, which --rules takes back
    Show {
        /// A name from `rules list`, or a file
        name: String,
    },
    /// Say whether a file is a set of rules, and where it departs from the official one
    Check {
        /// The file
        file: PathBuf,
    },
    /// Play two sets of rules on the same deals and tell them apart, or find them equivalent
    Compare(Box<CompareRulesArgs>),
    /// Ask the law of clues: `legal`, `illegal: R…` or `doubtful: R…`
    Clue(ClueArgs),
}
