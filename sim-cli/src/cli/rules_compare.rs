//! `sim-cli rules compare`.

use std::str::FromStr;

use clap::Args;
use overhear_agents::registry::Registry;
use overhear_lab::CompareRulesConfig;
use overhear_lab::setup::OutConfig;
use overhear_lab::tournament::Shard;

use super::Declared;
use super::rules_run::RulesRunArgs;

const METHOD: &str = "\
Both rule sets are played on the same deals. If they differ only in ways that no player reacts to, the games are \
rejudged instead of played twice. Differences are B minus A for each deal, with 95 % likelihood intervals that allow \
for events not seen yet. `different`: the difference is not 0. `equivalent`: two one-sided tests place the difference \
within the margin. `different within margin`: both. Each holds at 5 % for all measures together (Holm). --until looks after every 1000 deals with a confidence \
sequence that holds at all looks at once, and ends with exit code 4 if the games do not suffice.

--tables compares the rule sets at each matchup, with --games games each (default 10000), and says for each measure \
whether a finding holds at all matchups, and at which it does not, or not yet. These verdicts follow from intervals \
that hold for all matchups and measures at once (Bonferroni). For `range` see `sim-cli balance --help`.";

/// Arguments of `rules compare`.
#[derive(Debug, Args)]
#[command(after_long_help = METHOD)]
pub(crate) struct CompareRulesArgs {
    #[command(flatten)]
    pub(crate) asked: Declared<CompareRulesConfig>,
    #[command(flatten)]
    pub(crate) run: RulesRunArgs,
    /// Play only the I-th of N ranges of the deals, into --out; `sim-cli merge` makes one result of all N
    #[arg(long, value_name = "I/N", value_parser = <Shard as FromStr>::from_str, requires = "out")]
    pub(crate) shard: Option<Shard>,
}

impl CompareRulesArgs {
    /// Returns the output directory and its options.
    pub(crate) fn out(&self) -> OutConfig {
        self.run.keep.out.config()
    }

    /// Returns the configuration.
    pub(crate) fn config(&self, registry: &Registry) -> CompareRulesConfig {
        let mut config = CompareRulesConfig { out: self.out(), ..self.asked.0.clone() };
        config.population.players.registry = registry.clone();
        config
    }
}
