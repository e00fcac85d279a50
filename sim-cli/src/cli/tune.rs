//! `sim-cli tune`.

use overhear_agents::registry::Registry;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{ArgAction, Args};
use overhear_lab::TuneConfig;
use overhear_lab::setup::{PlayersConfig, ranges};
use overhear_lab::tournament::SprtSetting;

use super::shared::{count, number, players};
use super::{
    AnswersArgs, BotArgs, DisplayArgs, RulesArgs, RunArgs, RunBotsArgs, SeedArgs, TeamArgs, WordArgs,
};

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
    /// Initial agent: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…]
    #[arg(long, value_name = "SPEC", required_unless_present = "resume")]
    pub(crate) agent: Option<String>,
    /// Parameter to tune, within its range or a narrower one (repeatable)
    #[arg(long, value_name = "NAME[=LOW..HIGH]", action = ArgAction::Append, required_unless_present = "resume")]
    pub(crate) param: Vec<String>,
    /// Opponent of both variants [default: each other]
    #[arg(long, value_name = "SPEC")]
    pub(crate) opponent: Option<String>,
    /// Number of iterations
    #[arg(long, value_name = "N", default_value_t = TuneConfig::default().iterations,
          value_parser = count(ranges::ITERATIONS.range()))]
    pub(crate) iterations: u64,
    /// Pairs of games in each iteration
    #[arg(long, value_name = "N", default_value_t = TuneConfig::default().pairs_per_iteration,
          value_parser = count(ranges::PAIRS_PER_ITERATION.range()))]
    pub(crate) pairs_per_iteration: u64,
    /// Perturbation of a parameter in the last iteration, as a share of its range
    #[arg(long, value_name = "SHARE", default_value_t = TuneConfig::default().step, value_parser = number(ranges::STEP))]
    pub(crate) step: f64,
    /// Learning rate in the last iteration, in perturbations for each game of lead
    #[arg(long, value_name = "R", default_value_t = TuneConfig::default().rate, value_parser = number(ranges::RATE))]
    pub(crate) rate: f64,
    /// Test of the tuned agent against the initial agent
    #[arg(long, value_name = "KEY=VALUE,…", default_value = TuneConfig::TEST,
          value_parser = <SprtSetting as FromStr>::from_str, allow_hyphen_values = true)]
    pub(crate) sprt: SprtSetting,
    /// Maximum number of pairs of that test (exit code 4 if they do not suffice)
    #[arg(long, value_name = "N", default_value_t = TuneConfig::default().confirm_pairs,
          value_parser = count(ranges::CONFIRM_PAIRS.range()))]
    pub(crate) confirm_pairs: u64,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) team: TeamArgs,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    #[command(flatten)]
    pub(crate) answers: AnswersArgs,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    /// New directory for tune.json, trace.csv, result.csv and manifest.json
    #[arg(long, value_name = "DIR", required_unless_present = "resume", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
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
        TuneConfig {
            players: PlayersConfig {
                agent: self.agent.iter().cloned().collect(),
                ..players(&self.bots, &self.answers, registry)
            },
            param: self.param.clone(),
            opponent: self.opponent.clone(),
            iterations: self.iterations,
            pairs_per_iteration: self.pairs_per_iteration,
            step: self.step,
            rate: self.rate,
            sprt: self.sprt,
            confirm_pairs: self.confirm_pairs,
            seed: self.seed.seed,
            rules: self.rules.config(self.team),
            words: self.words.files(),
            out: self.out.clone().unwrap_or_default(),
        }
    }
}
