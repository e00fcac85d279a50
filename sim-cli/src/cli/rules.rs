//! `sim-cli rules`.

use std::path::PathBuf;

use clap::Subcommand;

use super::{ClueArgs, CompareRulesArgs, DisplayArgs};

/// What to do about rules.
#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// List the named rule sets
    List {
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Write a rule set as a commented TOML file for --rules
    Show {
        /// A name from `rules list`, or a file
        name: String,
    },
    /// Check a rule file and list its differences from the official rules
    Check {
        /// The file
        file: PathBuf,
    },
    /// Play two rule sets on the same deals; test for a difference or equivalence
    Compare(Box<CompareRulesArgs>),
    /// Check a clue: `legal`, `illegal: R…` or `doubtful: R…`
    Clue(ClueArgs),
}
