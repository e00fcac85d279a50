//! The command that does in a terminal what a page does.

use crate::experiment::RANGE_NAME;
use crate::paired::{ComparisonRequest, LiveComparison};
use crate::table::quoted;

/// Compares the same rules on the same deals.
pub(super) fn compare(question: &ComparisonRequest) -> String {
    let agents: String = question.agents.iter().map(|agent| format!(" --agent {}", quoted(agent))).collect();
    compared(question, &agents, question.games)
}

/// Compares them at every table of the range, in so many games at each.
pub(super) fn tables(question: &ComparisonRequest, games: u64) -> String {
    compared(question, &format!(" --tables {RANGE_NAME}"), games)
}

fn compared(question: &ComparisonRequest, who: &str, games: u64) -> String {
    let ComparisonRequest { a, b, seed, margin, margin_rounds, .. } = question;
    let rules = [a, b].map(|rules| quoted(&rules.to_string())).join(" ");
    format!(
        "sim-cli rules compare {rules}{who} --games {games} --seed {seed} --margin {margin} --margin-rounds {margin_rounds}"
    )
}

/// Prints the note sheets of the same game. An agent that meets itself sits there as two copies, which play
/// two games on each deal, one like the other.
pub(super) fn replay(comparison: &LiveComparison, of_b: bool, number: u64) -> String {
    let ComparisonRequest { a, b, agents, seed, .. } = comparison.question();
    let is_alone = agents.len() == 1;
    let (game, copies) = if is_alone { (2 * number, 2) } else { (number, 1) };
    let agents: String =
        agents.iter().map(|agent| format!(" --agent {}", quoted(agent)).repeat(copies)).collect();
    let rules = if of_b { b } else { a };
    let set: String = rules.set().map(|switch| format!(" --set {}", quoted(switch))).collect();
    let name = quoted(rules.name());
    format!("sim-cli replay --game {game} --seed {seed}{agents} --rules {name}{set}")
}
