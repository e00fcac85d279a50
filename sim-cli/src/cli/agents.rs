//! `sim-cli agents`.

use clap::Subcommand;

use super::DisplayArgs;

/// What to do about agents.
#[derive(Debug, Subcommand)]
pub(crate) enum AgentsCommand {
    /// List presets, clue givers and guessers
    List {
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Show what can be set on an agent: range, default, meaning
    Show {
        /// A preset, a guesser, or any SPEC
        name: String,
        #[command(flatten)]
        display: DisplayArgs,
    },
}
