//! A deck that was dropped on a page.

use overhear_agents::registry::Registry;
use serde::Serialize;

use crate::error::LabError;
use crate::paired::{DeckAnswer, DeckQuestion, compare_with_built_in};
use crate::run_control::StopHandle;
use crate::setup::{DeckCheck, Replacement, Words};

/// What a page is told of a deck whose words have been played.
#[derive(Debug, Serialize)]
pub(super) struct ComparedDeck {
    #[serde(flatten)]
    answer: DeckAnswer,
    /// The bad words, each with a word of the built-in deck that may take its place.
    replaced: Vec<Replacement>,
    /// The deck with these in their places, as a table.
    corrected: String,
}

/// Returns what a deck holds.
pub(super) fn check(text: &str, words: &Words) -> Result<DeckCheck, LabError> {
    DeckCheck::new(text, &words.world)
}

/// Returns whether a deck is harder than the built-in one, and which of its words are bad.
pub(super) fn compare(
    text: &str,
    question: &DeckQuestion,
    words: &Words,
    registry: &Registry,
    stop: &StopHandle,
) -> Result<ComparedDeck, LabError> {
    let found = check(text, words)?;
    let own = words.with_deck(found.deck.clone())?;
    let answer = compare_with_built_in(question, [words, &own], registry, stop)?;
    let mut bad: Vec<String> = Vec::new();
    for finding in &answer.bad_words {
        if !bad.contains(&finding.keyword) {
            bad.push(finding.keyword.clone());
        }
    }
    let (corrected, replaced) = found.without(&bad, &words.world);
    Ok(ComparedDeck { answer, replaced, corrected })
}
