//! `sim-cli tune`.

use std::path::PathBuf;

use clap::Args;
use overhear_agents::registry::Registry;
use overhear_lab::TuneConfig;

use super::{AskingArgs, Declared, DisplayArgs, RunArgs, RunBotsArgs};

const METHOD: &str = "\
Each iteration moves all parameters at once, up or down at random (SPSA, Spall 1992). The agent and its mirror image \
play each other, or both play --opponent on the same deals, and the parameters follow the winner. Then the tuned agent \
plays the initial agent in a sequential test on other deals; it often loses this test. The result is a SPEC to paste.

DIR/tune.json holds the request and the checksums of the other files, DIR/trace.csv the parameters after each \
iteration: all that --resume needs. Moving beta or alpha builds a new association table for each agent, which takes \
about a tenth of a second.";

/// Arguments of `tune`.
#[derive(Debug, Args)]
#[command(after_help = "Example: sim-cli tune --agent pragmatic --param lambda --param top=1..64 --out tunes/lambda",
          after_long_help = METHOD)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    pub(crate) asked: Declared<TuneConfig>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
    /// Resume the tuning run of a directory; only --threads, --progress, --format, --color, --allow-other-build and --run-bots
    /// may be added
    #[arg(long, value_name = "DIR", help_heading = "Output",
          conflicts_with_all = ["agent", "param", "opponent", "out", "seed"])]
    pub(crate) resume: Option<PathBuf>,
    /// With --resume: accept a tuning run that another build of the program began; tune.json names it
    #[arg(long, requires = "resume", help_heading = "Output")]
    pub(crate) allow_other_build: bool,
    #[command(flatten)]
    pub(crate) run_bots: RunBotsArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

impl TuneArgs {
    /// Returns the configuration.
    pub(crate) fn config(&self, registry: &Registry) -> TuneConfig {
        let asked = self.asked.0.clone();
        TuneConfig { players: asked.players.with_registry(registry), ..asked }
    }
}
