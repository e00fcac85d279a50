//! A deck that was dropped on a page.

use overhear_agents::registry::Registry;
use serde::Serialize;

use overhear_lab::balance::{KeywordClash, MeasuredWords, WordFinding, WordRates, measure_words};
use overhear_lab::comparison_answers::{DeckAnswer, DeckQuestion, compare_with_built_in};
use overhear_lab::error::LabError;
use overhear_lab::run_control::{RunControl, StopHandle};
use overhear_lab::setup::{DeckCheck, RulesSpec, Words};
use overhear_lab::table::grouped;

/// What a page is told of a deck whose words have been played.
#[derive(Debug, Serialize)]
pub(super) struct ComparedDeck {
    #[serde(flatten)]
    answer: DeckAnswer,
    /// How the words of the deck differ, a sentence for each thing that can go wrong.
    sentences: Vec<String>,
    /// The words that go wrong more often than the others, the farthest first.
    bad_words: Vec<WordFinding>,
    /// How often each word goes wrong.
    words: Vec<WordRates>,
    /// Pairs that are taken for one another more often than the others, the farthest first.
    clashes: Vec<KeywordClash>,
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
    let checked = check(text, words)?;
    let own = words.with_deck(checked.deck.clone())?;
    let [built_in, own] = [question.setup(words, registry)?, question.setup(&own, registry)?];
    let watch = RunControl { stop: stop.clone(), ..RunControl::default() };
    let name = match checked.replaced.len() {
        0 => "Your deck".to_owned(),
        count => format!("Your deck ({count} of {} words replaced)", grouped(checked.keywords as u64)),
    };
    let answer = compare_with_built_in([&built_in, &own], &name, &watch)?;
    let rules = RulesSpec::from("official").read()?;
    let MeasuredWords { sentences, findings, rates, clashes } = measure_words(&own, *rules.switches, &watch)?;
    Ok(ComparedDeck { answer, sentences, bad_words: findings, words: rates, clashes })
}
