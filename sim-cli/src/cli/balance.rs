//! `sim-cli balance`.

use overhear_agents::registry::Registry;
use std::str::FromStr;

use clap::{ArgAction, Args};
use overhear_lab::BalanceConfig;
use overhear_lab::balance::SweepAxis;

use super::shared::games;
use super::{OutArgs, PopulationArgs, RulesArgs};

const EXAMPLES: &str = "\
Examples:
  sim-cli balance
  sim-cli balance --agent pragmatic --agent margin --out results/balance
  sim-cli balance --sweep round_limit=5..10 --sweep tokens_to_lose=2,3 --games 20000";

const WAYS: &str = "\
What nobody at the table reacts to (order of the tiebreaker, points, keyword match) is judged again on the games that \
were played, exactly. Any other switch is played again on the same deals. Every table says which of the two was done.";

/// Arguments of `balance`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{WAYS}"))]
pub(crate) struct BalanceArgs {
    /// Games of the run, with --sweep of each point that has to be played [default: 100000; with --sweep 10000]
    #[arg(long, value_name = "N", value_parser = games())]
    pub(crate) games: Option<u64>,
    #[command(flatten)]
    pub(crate) population: PopulationArgs,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Tries every value of a switch, and every combination with the other sweeps (repeatable): KEY=5..10 or KEY=2,3
    #[arg(long, value_name = "KEY=VALUES", action = ArgAction::Append, help_heading = "Rules",
          value_parser = <SweepAxis as FromStr>::from_str)]
    pub(crate) sweep: Vec<SweepAxis>,

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
            out: self.out.config(),
        }
    }
}
