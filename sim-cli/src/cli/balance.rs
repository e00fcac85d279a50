//! `sim-cli balance`.

use overhear_agents::registry::Registry;
use std::str::FromStr;

use clap::{ArgAction, Args};
use overhear_lab::BalanceConfig;
use overhear_lab::balance::{Cut, SweepAxis};

use super::shared::{Choice, MarginArgs, choice, games};
use super::{OutArgs, PopulationArgs, RulesArgs};

const EXAMPLES: &str = "\
Examples:
  sim-cli balance
  sim-cli balance --agent pragmatic --agent margin --out results/balance
  sim-cli balance --by keyword --format csv
  sim-cli balance --sweep round_limit=5..10 --sweep tokens_to_lose=2,3 --games 20000";

const WAYS: &str = "\
What nobody at the table reacts to (order of the tiebreaker, points, keyword match) is judged again on the games that \
were played, exactly. Any other switch is played again on the same deals. Every table says which of the two was done.";

/// What has a row of its own.
const CUTS: &[Choice<Cut>] = &[
    (
        Cut::Keyword,
        Cut::Keyword.name(),
        "Keywords: which are misunderstood or overheard more often than others",
    ),
    (Cut::Card, Cut::Card.name(), "Cards, with all of their keywords"),
    (Cut::Pair, Cut::Pair.name(), "Two keywords of one team: which are taken for each other"),
];

/// Arguments of `balance`.
#[derive(Debug, Args)]
#[command(mut_group("MarginArgs", |margin| margin.requires("sweep")))]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{WAYS}"))]
pub(crate) struct BalanceArgs {
    /// Games of the run, with --sweep of each point that has to be played [default: 100000; with --sweep 10000]
    #[arg(long, value_name = "N", value_parser = games())]
    pub(crate) games: Option<u64>,
    #[command(flatten)]
    pub(crate) population: PopulationArgs,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Counts what becomes of the clues for each keyword, card, or pair of keywords, in the place of the report
    #[arg(long, value_parser = choice(CUTS), value_name = "WHAT", conflicts_with = "sweep")]
    pub(crate) by: Option<Cut>,
    /// Tries every value of a switch, and every combination with the other sweeps (repeatable): KEY=5..10 or KEY=2,3
    #[arg(long, value_name = "KEY=VALUES", action = ArgAction::Append, help_heading = "Rules",
          value_parser = <SweepAxis as FromStr>::from_str)]
    pub(crate) sweep: Vec<SweepAxis>,
    #[command(flatten)]
    pub(crate) margin: MarginArgs,

    #[command(flatten)]
    pub(crate) out: OutArgs,
}

impl BalanceArgs {
    /// What is asked for, the sweep aside.
    pub(crate) fn config(&self, registry: &Registry) -> BalanceConfig {
        BalanceConfig {
            games: self.games,
            population: self.population.config(registry),
            rules: self.rules.config(self.population.players.team),
            margin: self.margin.margin,
            margin_rounds: self.margin.margin_rounds,
            out: self.out.config(),
        }
    }
}
