//! The sections about a tournament.

use super::flow::Ladder;
use super::page::{Section, TableView};
use super::scatter::scatter;
use super::source::Source;
use super::{bars, halves, matrix};
use crate::error::LabError;

/// What there is to show, in the order of the page.
pub(super) fn sections(source: &Source) -> Result<Vec<Section>, LabError> {
    let mut standings = Section::new("Standings", "Who scores how much, and by what.");
    if let Some(table) = source.table("standings.csv")? {
        standings.figures.extend(scatter(&table));
        standings.tables.push(TableView::new(
            &table,
            &[("agent", "agent"), ("games", "games")],
            &[
                ("score", "score", 3),
                ("rating", "Elo", 0),
                ("mean_rounds", "rounds", 2),
                ("miscommunication_rate", "misunderstood", 3),
                ("intercepted_rate", "overheard", 3),
                ("leaked_bits", "leak, bits", 3),
            ],
        ));
    }
    if let Some(table) = source.table("pairings.csv")? {
        standings.figures.extend(matrix::scores(&table));
        standings.tables.push(TableView::new(
            &table,
            &[("agent_a", "agent a"), ("agent_b", "agent b"), ("games", "games")],
            &[("a_score", "a's score", 3), ("white_score", "White's score", 3), ("tiebreak_rate", "tied", 3)],
        ));
    }
    let mut ladder =
        Section::new("How games end", "From the last round through the tiebreaker to the winner.");
    if let Some(table) = source.table("endings.csv")? {
        ladder.figures.extend(Ladder::of_tournament(&table).draw("ladder", "The tiebreak ladder"));
    }
    if let Some(table) = source.table("rounds.csv")? {
        ladder.figures.extend(bars::rounds("rounds", "How long games take", table.rows()));
    }
    let mut clues = Section::new("Clues, round by round", "What they betray, and what they tell.");
    clues.figures.extend(halves::by_round(source)?);
    Ok([standings, ladder, clues].into_iter().filter(|section| !section.is_empty()).collect())
}
