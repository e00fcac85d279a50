//! `sim-cli tune`.

use clap::Args;
use overhear_lab::TuneConfig;

use super::AskingArgs;
use super::experiment::ExperimentArgs;

const METHOD: &str = "\
Each iteration moves all parameters at once, up or down at random (SPSA, Spall 1992). The agent and its mirror image \
play each other, or both play --opponent on the same deals, and the parameters follow the winner. Then the tuned agent \
plays the initial agent in a sequential test on other deals; it often loses this test. The result is a SPEC to paste.

With --out, DIR/result.csv holds the result and DIR/trace.csv the parameters after each iteration. Moving beta or alpha \
builds a new association table for each agent, which takes about a tenth of a second.";

/// Arguments of `tune`.
#[derive(Debug, Args)]
#[command(after_help = "Example: sim-cli tune --agent pragmatic --param lambda --param top=1..64 --out tunes/lambda",
          after_long_help = METHOD)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    pub(crate) experiment: ExperimentArgs<TuneConfig>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
}
