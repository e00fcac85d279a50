//! Rows of word statistics: keywords.csv, cards.csv and pairs.csv.

use overhear_engine::rules::{Deck, Keyword};

use super::group_by::{Subject, card};
use super::rates::{FailureRate, Rates};
use crate::experiment::GroupBy;
use crate::paired::ClueFailure;
use crate::table::{ColumnGroup, Frame, NamedRow, grouped};

/// A keyword, a card or two keywords, and how often their clues go wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct WordRow {
    /// What the row is about.
    pub subject: WordSubject,
    /// Deals in which it had a clue.
    pub deals: u64,
    /// Each clue failure that is counted.
    pub rates: Vec<FailureRate>,
}

/// Subject of a row of word statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordSubject {
    /// A keyword.
    Keyword {
        /// Its text.
        keyword: String,
        /// Its card, from 1.
        card: u64,
    },
    /// A card.
    Card {
        /// Its number, from 1.
        card: u64,
        /// Its keywords, with commas between.
        keywords: String,
    },
    /// Two keywords that one team has had together.
    Pair {
        /// The first in the order of the deck.
        keyword_a: String,
        /// The other one.
        keyword_b: String,
    },
}

impl WordRow {
    /// Returns the rate of a clue failure; `None` if it is not counted.
    pub fn rate(&self, failure: ClueFailure) -> Option<&FailureRate> {
        self.rates.iter().find(|rate| rate.failure == failure)
    }
}

impl WordSubject {
    fn new(cut: GroupBy, [first, second]: Subject, deck: &Deck) -> WordSubject {
        match cut {
            GroupBy::Keyword => WordSubject::Keyword {
                keyword: text(deck, first),
                card: card_number(card(deck, Keyword(first))),
            },
            GroupBy::Card => {
                let words: Vec<&str> =
                    deck.cards()[usize::from(first)].iter().map(|&word| deck.text(word)).collect();
                WordSubject::Card { card: card_number(first), keywords: words.join(", ") }
            }
            GroupBy::Pair => {
                WordSubject::Pair { keyword_a: text(deck, first), keyword_b: text(deck, second) }
            }
        }
    }

    /// Returns the texts of both columns, for display.
    pub fn texts(&self) -> [String; 2] {
        match self {
            WordSubject::Keyword { keyword, card } => [keyword.clone(), grouped(*card)],
            WordSubject::Card { card, keywords } => [grouped(*card), keywords.clone()],
            WordSubject::Pair { keyword_a, keyword_b } => [keyword_a.clone(), keyword_b.clone()],
        }
    }
}

/// Returns the text of a keyword, by its index in the deck.
pub(super) fn text(deck: &Deck, keyword: u16) -> String {
    deck.text(Keyword(keyword)).to_owned()
}

fn card_number(card: u16) -> u64 {
    u64::from(card) + 1
}

impl ColumnGroup for WordSubject {
    fn put<'row>(&self, row: NamedRow<'row>) -> NamedRow<'row> {
        match self {
            WordSubject::Keyword { keyword, card } => row.put("keyword", keyword).put("card", card),
            WordSubject::Card { card, keywords } => row.put("card", card).put("keywords", keywords),
            WordSubject::Pair { keyword_a, keyword_b } => {
                row.put("keyword_a", keyword_a).put("keyword_b", keyword_b)
            }
        }
    }
}

/// Returns a row for each subject.
pub(super) fn rows(cut: GroupBy, subjects: &[Subject], rates: &[Rates], deck: &Deck) -> Vec<WordRow> {
    subjects
        .iter()
        .enumerate()
        .map(|(row, &subject)| WordRow {
            subject: WordSubject::new(cut, subject, deck),
            deals: rates[0].deals(row),
            rates: rates.iter().map(|rates| rates.rate(row)).collect(),
        })
        .collect()
}

/// Returns the table of a grouping.
pub(super) fn table(cut: GroupBy, rows: &[WordRow]) -> Frame {
    let mut frame = Frame::new(cut.file());
    for WordRow { subject, deals, rates } in rows {
        let row = subject.put(NamedRow::new(&mut frame)).put("deals", deals);
        rates.iter().fold(row, |row, rate| rate.put(row, cut)).end();
    }
    frame
}
