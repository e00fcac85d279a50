//! `sim-cli rules`.

use std::path::PathBuf;

use clap::Subcommand;
use overhear_lab::RuleSearchConfig;
use overhear_lab::rule_search::{
    BESIDE, COMBINATIONS, FINALISTS, GoalMeasure, LEFT, MOST_COMBINED, MOST_VALUES, SCREENING,
    untried_switches,
};

use super::experiment::ExperimentArgs;
use super::{ClueArgs, CompareRulesArgs, DisplayArgs};

const SEARCH: &str = "\
Examples:
  sim-cli rules search \"tiebreak_rate<0.1, mean_rounds in 5..6\"
  sim-cli rules search \"mean_minutes in 20..25\" --vary round_limit --vary tokens_to_win=1..3 --out results/search";

/// Returns how a search goes on, with the numbers by which it does.
fn stages() -> String {
    let measures = GoalMeasure::names();
    let (last, others) = measures.split_last().expect("there are measures");
    let (measures, untried) = (others.join(", "), untried_switches().join(", "));
    format!(
        "Goals are MEASURE<NUMBER, MEASURE>NUMBER or MEASURE in LOW..HIGH, with commas between, where MEASURE is {measures} or \
         {last}. Shares and scores are numbers from 0 to 1.

{SCREENING} % of the games try the starting rules and every single change on the same deals. If none of the best is known to meet \
         every goal, {COMBINATIONS} % try pairs of changes and again {COMBINATIONS} % triples: at most {MOST_COMBINED} combinations of \
         changes that have an effect, those that promise most by the sum of what their changes did alone, beside the {LEFT} best so \
         far. The better half goes on and doubles its games while these suffice. A candidate is ranked by what the farther ends of \
         its 95 % intervals lack to meet the goals, in standard deviations between deals, then by how few switches it changes.

The games that are left play the starting rules and up to {FINALISTS} candidates that rank before them on the deals of the next seed. \
         Only these say whether a goal holds: its whole interval is in the range (95 %, Bonferroni over all of them).

--vary KEY tries every option, or numbers up to {BESIDE} away; numbers with more than {MOST_VALUES} values ({untried}) change only if \
         their values are named."
    )
}

/// Commands about rules.
#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// List the named rule sets
    List {
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Write rules as a commented TOML file, which --rules accepts
    Show {
        /// A name from `rules list`, or a file
        name: String,
    },
    /// Check a file of rules, and list its differences from the official rules
    Check {
        /// The file
        file: PathBuf,
    },
    /// Play two rule sets on the same deals; test for a difference or equivalence
    Compare(Box<CompareRulesArgs>),
    /// Search for rules that meet goals, and confirm the best on fresh deals
    ///
    /// Tries single changes of the switches, then pairs and triples of those that help.
    #[command(after_help = SEARCH, after_long_help = format!("{SEARCH}\n\n{}", stages()))]
    Search(Box<ExperimentArgs<RuleSearchConfig>>),
    /// Judge a clue by the clue law: `legal`, `illegal: R…` or `doubtful: R…`
    Clue(ClueArgs),
}
