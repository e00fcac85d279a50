//! The finding of a result as the headline of its page.

use super::balance::{of_decks, of_rules, seat_advantage_sentence};
use super::rows::{groups, rows_of_pair};
use super::source::{CsvTable, ResultFiles};
use super::three_player;
use overhear_lab::comparison_answers::{deck_headline, rules_headline};
use overhear_lab::error::LabError;
use overhear_lab::paired::{Finding, Measure};
use overhear_lab::table::fixed;

/// Returns the headline: what the weightiest table says, or else the first finding.
pub(super) fn headline(source: &ResultFiles, findings: &[String]) -> Result<String, LabError> {
    let mut claim = None;
    if let Some(table) = source.table("rules.csv")? {
        claim = of_two_rules(&table);
    }
    if let Some(table) = source.table("decks.csv")? {
        claim = claim.or_else(|| of_two_decks(&table));
    }
    if let Some(table) = source.table("ladder.csv")? {
        let seats = source.table("seats.csv")?;
        claim =
            claim.or_else(|| of_endings(&table, seats.as_ref()).filter(|_| !three_player::is_played(source)));
    }
    let command = &source.run_manifest().header().command;
    Ok(claim
        .or_else(|| findings.first().map(|finding| first_sentence(finding)))
        .unwrap_or_else(|| format!("A result of {command}")))
}

/// Returns the first sentence of a finding.
fn first_sentence(finding: &str) -> String {
    finding.split_once(". ").map_or_else(|| finding.to_owned(), |(first, _)| format!("{first}."))
}

/// Returns what the second set of rules changes; nothing where several tables have played.
fn of_two_rules(table: &CsvTable) -> Option<String> {
    let first = table.rows().next()?;
    let findings: Vec<Finding<'_>> = table.rows().filter_map(of_rules).collect();
    let is_one_table = findings.iter().all(|finding| finding.place.is_empty());
    is_one_table.then(|| rules_headline(first.text("rules_b"), &findings))
}

/// Returns which deck is harder.
fn of_two_decks(table: &CsvTable) -> Option<String> {
    let findings: Vec<Finding<'_>> = table.rows().filter_map(of_decks).collect();
    let missed = findings.iter().find(|finding| finding.measure == Measure::MissedRate)?;
    Some(deck_headline(["Deck B", "deck A"], missed.verdict(), missed.values))
}

/// Returns how many games come to the tiebreaker, and whether a seat has an advantage.
fn of_endings(ladder: &CsvTable, seats: Option<&CsvTable>) -> Option<String> {
    let agents = *groups(ladder).first()?;
    let tied = rows_of_pair(ladder, agents)
        .find(|row| row.text("by") == "all" && row.text("step") == "tokens")?
        .measured("share")?
        .complement();
    let tied = fixed(100.0 * tied.value, 0);
    let seat = seats.and_then(|seats| seat_advantage_sentence(seats, agents));
    Some(
        [Some(format!("{tied} of 100 games come to the tiebreaker.")), seat]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" "),
    )
}
