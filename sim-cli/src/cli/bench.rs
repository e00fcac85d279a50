//! `sim-cli bench`.

use std::path::PathBuf;

use clap::Args;
use overhear_agents::registry::Registry;
use overhear_lab::BenchConfig;

use super::shared::games;
use super::{AnswersArgs, BotArgs, OutArgs, RunArgs, WordArgs};

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The agent: the name of a --bot, or any SPEC
    #[arg(value_name = "NAME")]
    pub(crate) agent: String,
    /// Name of the set of tasks and deals
    #[arg(long, value_name = "NAME", default_value_t = BenchConfig::default().suite)]
    pub(crate) suite: String,
    /// Use new deals from this seed, which no model can have read about
    #[arg(long, value_name = "U64")]
    pub(crate) seed: Option<u64>,
    /// Games of each task
    #[arg(long, value_name = "N", default_value_t = BenchConfig::default().games, value_parser = games())]
    pub(crate) games: u64,
    /// Also decode these recorded clues, in the format of `eval decode`; bots get them as text
    #[arg(long, value_name = "FILE")]
    pub(crate) clues: Option<PathBuf>,
    /// Print the largest number of questions, and ask none
    #[arg(long)]
    pub(crate) dry: bool,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    #[command(flatten)]
    pub(crate) answers: AnswersArgs,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) out: OutArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

impl BenchArgs {
    /// What is asked for.
    pub(crate) fn config(&self, registry: &Registry) -> BenchConfig {
        BenchConfig {
            agent: self.agent.clone(),
            suite: self.suite.clone(),
            seed: self.seed,
            games: self.games,
            clues: self.clues.clone(),
            words: self.words.files(),
            bots: self.bots.configs(),
            answers: self.answers.answers.clone(),
            dry: self.dry,
            out: self.out.config(),
            registry: registry.clone(),
        }
    }
}
