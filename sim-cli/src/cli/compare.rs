//! `sim-cli rules compare`.

use std::str::FromStr;

use clap::Args;
use overhear_agents::registry::Registry;
use overhear_lab::CompareRulesConfig;
use overhear_lab::paired::Measure;
use overhear_lab::setup::{OutConfig, RulesSpec};
use overhear_lab::tournament::Shard;

use super::shared::{Choice, MarginArgs, choice, games};
use super::{OutArgs, PopulationArgs};

/// Measures, each a number for every deal.
const MEASURES: &[Choice<Measure>] = &[
    (Measure::WhiteScore, Measure::WhiteScore.name(), "White's score: a win 1, a shared victory ½"),
    (Measure::TiebreakRate, Measure::TiebreakRate.name(), "Share of games that go to the tiebreaker"),
    (Measure::SharedRate, Measure::SharedRate.name(), "Share of games whose victory is shared"),
    (
        Measure::LimitRate,
        Measure::LimitRate.name(),
        "Share of games that play the last round the rules allow",
    ),
    (Measure::MeanRounds, Measure::MeanRounds.name(), "Rounds of a game"),
    (
        Measure::BetterScore,
        Measure::BetterScore.name(),
        "Score of the better of two agents, whichever scored more on every fifth deal; counted on the others",
    ),
    (
        Measure::FirstScore,
        Measure::FirstScore.name(),
        "Score of the first named of two agents: name the kind of team that you ask about first",
    ),
];

const METHOD: &str = "\
Both sets of rules are played on the same deals; where they differ only in what players do not react to, the games \
are judged again and not played twice. Differences are B less A, per deal, with 95 % likelihood intervals that allow for \
what no deal has shown yet. `different`: from 0. `equivalent`: two one-sided tests place the difference within the margin. \
Both at 5 % for all measures asked for together (Holm). --until looks after every 1000 deals with a confidence sequence \
that holds at all looks at once, and ends with exit code 4 if the games do not suffice.

--tables compares them at each table, in so many --games at each (10000 if nothing is said), and says of each measure whether \
what was found holds at all tables, and at which not, or not yet. There verdicts follow from intervals that hold for all tables \
and measures at once (Bonferroni). What `range` stands for: `sim-cli balance --help`.";

/// Arguments of `rules compare`.
#[derive(Debug, Args)]
#[command(after_long_help = METHOD)]
pub(crate) struct CompareRulesArgs {
    /// Rule set A: a name from `rules list`, or a TOML file; with switches as in `official,round_limit=6`
    pub(crate) a: RulesSpec,
    /// Rule set B
    pub(crate) b: RulesSpec,
    /// Games of each set of rules [default: 100000]
    #[arg(long, value_name = "N", value_parser = games())]
    pub(crate) games: Option<u64>,
    /// Measure to compare (repeatable) [default: every measure; with --until, White's score]
    #[arg(long, value_parser = choice(MEASURES), value_name = "MEASURE")]
    pub(crate) measure: Vec<Measure>,
    #[command(flatten)]
    pub(crate) margin: MarginArgs,
    /// Stop as soon as a difference, or equivalence within the margin, is established for the one measure
    #[arg(long)]
    pub(crate) until: bool,
    #[command(flatten)]
    pub(crate) population: PopulationArgs,
    #[command(flatten)]
    pub(crate) out: OutArgs,
    /// Play only the I-th of N ranges of the deals, into --out; `sim-cli merge` makes one result of all N
    #[arg(long, value_name = "I/N", value_parser = <Shard as FromStr>::from_str, requires = "out")]
    pub(crate) shard: Option<Shard>,
}

impl CompareRulesArgs {
    /// Returns the output directory and its options.
    pub(crate) fn out(&self) -> OutConfig {
        self.out.config()
    }

    /// Returns the configuration.
    pub(crate) fn config(&self, registry: &Registry) -> CompareRulesConfig {
        CompareRulesConfig {
            a: self.a.clone(),
            b: self.b.clone(),
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
