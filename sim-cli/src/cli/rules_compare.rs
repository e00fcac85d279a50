//! `sim-cli rules compare`.

use std::str::FromStr;

use clap::Args;
use overhear_agents::registry::Registry;
use overhear_lab::CompareRulesConfig;
use overhear_lab::paired::Measure;
use overhear_lab::setup::{OutConfig, RulesSpec};
use overhear_lab::tournament::Shard;

use super::shared::{Choice, MarginArgs, choice, games};
use super::{KeepArgs, PopulationArgs};

/// Measures of rules, each a number for every deal.
const MEASURES: [Choice<Measure>; Measure::ALL.len()] = {
    let mut choices = [(Measure::WhiteScore, "", ""); Measure::ALL.len()];
    let mut place = 0;
    while place < choices.len() {
        let measure = Measure::ALL[place];
        choices[place] = (measure, measure.name(), measure.wording().meaning);
        place += 1;
    }
    choices
};

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
    /// Rule set A: a name from `rules list`, or a TOML file; with switches as in `official,round_limit=6`
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) a: Option<RulesSpec>,
    /// Rule set B
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) b: Option<RulesSpec>,
    /// Games of each set of rules [default: 100000]
    #[arg(long, value_name = "N", value_parser = games())]
    pub(crate) games: Option<u64>,
    /// Measure to compare (repeatable) [default: every measure; with --until, White's score]
    #[arg(long, value_parser = choice(&MEASURES), value_name = "MEASURE")]
    pub(crate) measure: Vec<Measure>,
    #[command(flatten)]
    pub(crate) margin: MarginArgs,
    /// Stop as soon as a difference, or equivalence within the margin, is established for the only measure
    #[arg(long)]
    pub(crate) until: bool,
    #[command(flatten)]
    pub(crate) population: PopulationArgs,
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
    /// Play only the I-th of N ranges of the deals, into --out; `sim-cli merge` makes one result of all N
    #[arg(long, value_name = "I/N", value_parser = <Shard as FromStr>::from_str, requires = "out")]
    pub(crate) shard: Option<Shard>,
}

impl CompareRulesArgs {
    /// Returns the output directory and its options.
    pub(crate) fn out(&self) -> OutConfig {
        self.keep.out.config()
    }

    /// Returns the configuration.
    pub(crate) fn config(&self, registry: &Registry) -> CompareRulesConfig {
        let usual = CompareRulesConfig::default();
        CompareRulesConfig {
            a: self.a.clone().unwrap_or(usual.a),
            b: self.b.clone().unwrap_or(usual.b),
            team_size: self.population.players.team.team_size,
            games: self.games,
            measure: self.measure.clone(),
            margin: self.margin.margin,
            margin_rounds: self.margin.margin_rounds,
            until: self.until,
            population: self.population.config(registry),
            out: self.out(),
        }
    }
}
