//! `sim-cli rules`.

use std::path::PathBuf;

use clap::Subcommand;

use super::{ClueArgs, CompareRulesArgs, DisplayArgs};

/// Commands about rules.
#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// List the named rule sets
    List {
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Write rules as a commented TOML file, which --rules accepts
    Show {
        /// A name from `rules list`, or a file
        name: String,
    },
    /// Check a file of rules, and list its differences from the official rules
    Check {
        /// The file
        file: PathBuf,
    },
    /// Play two rule sets on the same deals; test for a difference or equivalence
    Compare(Box<CompareRulesArgs>),
    /// Judge a clue by the clue law: `legal`, `illegal: R…` or `doubtful: R…`
    Clue(ClueArgs),
}
