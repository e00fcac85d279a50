//! `sim-cli compare`.

use std::path::PathBuf;

use clap::{ArgAction, Args};
use overhear_lab::CompareResultsConfig;

use super::DisplayArgs;

const METHOD: &str = "\
Differences are B less A. If both were played on the same deals (the same seed and deck) and with --log deals, or a finer \
log, they are taken deal by deal, over the deals and opponents that both have, for any agents and rules: \
`paired`. variance_ratio says how many times the deals two separate runs would take for the same interval. Else the \
intervals of both are put together as of separate runs: `unpaired` (Zou & Donner 2008); these rows have no p-values, \
and are the fewer.

Example:
  sim-cli tournament --field presets --agent mine=margin:top=32 --gauntlet mine --seed 7 --log deals --out a
  sim-cli tournament --field presets --agent mine=margin:top=16 --gauntlet mine --seed 7 --log deals --out b
  sim-cli compare a b --agent mine";

/// Arguments of `compare`.
#[derive(Debug, Args)]
#[command(after_long_help = METHOD)]
pub(crate) struct CompareResultsArgs {
    /// Directory of a finished tournament, A
    pub(crate) a: PathBuf,
    /// Directory of another finished tournament, B
    pub(crate) b: PathBuf,
    /// Label of an agent, as A=B if it differs in B (repeatable) [default: all common agents]
    #[arg(long, value_name = "LABEL", action = ArgAction::Append)]
    pub(crate) agent: Vec<String>,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

impl CompareResultsArgs {
    /// Returns the configuration.
    pub(crate) fn config(&self) -> CompareResultsConfig {
        CompareResultsConfig { a: self.a.clone(), b: self.b.clone(), agent: self.agent.clone() }
    }
}
