//! Command lines that do in a terminal what the page does.

use super::request::ThreePlayerQuestion;
use overhear_lab::comparison_answers::{ComparisonRequest, LiveComparison};
use overhear_lab::experiment::RANGE_NAME;
use overhear_lab::paired::SweepAxis;
use overhear_lab::setup::Language;
use overhear_lab::table::quoted;

/// Returns a flag once for each value, with a space before each.
fn repeated<T: AsRef<str>>(flag: &str, values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|value| format!(" --{flag} {}", quoted(value.as_ref()))).collect()
}

/// Returns the flag of a language; none for English.
fn lang_flag(language: Language) -> String {
    if language == Language::English { String::new() } else { format!(" --lang {language}") }
}

/// Returns the command that compares these rules on the same deals.
pub(super) fn compare(question: &ComparisonRequest, language: Language) -> String {
    let agents = repeated("agent", &question.agents);
    compared(question, &agents, question.games, language)
}

/// Returns the command that compares the rules at all standard matchups, with `games` games at each.
pub(super) fn tables(question: &ComparisonRequest, games: u64, language: Language) -> String {
    compared(question, &format!(" --tables {RANGE_NAME}"), games, language)
}

fn compared(question: &ComparisonRequest, who: &str, games: u64, language: Language) -> String {
    let ComparisonRequest { a, b, seed, margin, margin_rounds, .. } = question;
    let rules = [a, b].map(|rules| quoted(&rules.to_string())).join(" ");
    format!(
        "sim-cli rules compare {rules}{who} --games {games} --seed {seed} --margin {margin} --margin-rounds {margin_rounds}{}",
        lang_flag(language)
    )
}

/// Returns the command that turns a number of rule set B through a range.
pub(super) fn sweep(
    question: &ComparisonRequest,
    axis: &SweepAxis,
    games: u64,
    language: Language,
) -> String {
    let ComparisonRequest { b, agents, seed, margin, margin_rounds, .. } = question;
    let agents = repeated("agent", agents);
    let set = repeated("set", b.set());
    let range = quoted(&format!("{}={}", axis.key, axis.values.join(",")));
    format!(
        "sim-cli balance --rules {}{set}{agents} --sweep {range} --games {games} --seed {seed} --margin {margin} \
         --margin-rounds {margin_rounds}{}",
        quoted(b.name()),
        lang_flag(language)
    )
}

/// Says who wins a game of three players.
pub(super) fn three(question: &ThreePlayerQuestion, language: Language) -> String {
    let ThreePlayerQuestion { rules, agents, seed, games } = question;
    let who = if agents.is_empty() { format!(" --tables {RANGE_NAME}") } else { repeated("agent", agents) };
    let set = repeated("set", rules.set());
    let (name, lang) = (quoted(rules.name()), lang_flag(language));
    format!("sim-cli balance --rules {name}{set}{who} --games {games} --seed {seed}{lang}")
}

/// Returns the command that prints the note sheets of a game. A single agent becomes two copies there, which
/// play two equal games on each deal.
pub(super) fn replay(comparison: &LiveComparison, of_b: bool, number: u64) -> String {
    let ComparisonRequest { a, b, agents, seed, .. } = comparison.question();
    let is_alone = agents.len() == 1;
    let (game, copies) = if is_alone { (2 * number, 2) } else { (number, 1) };
    // Where there are two copies, there is one agent.
    let agents = repeated("agent", agents).repeat(copies);
    let rules = if of_b { b } else { a };
    let set = repeated("set", rules.set());
    let name = quoted(rules.name());
    let lang = lang_flag(comparison.language());
    format!("sim-cli replay --game {game} --seed {seed}{agents} --rules {name}{set}{lang}")
}
