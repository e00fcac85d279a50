//! keywords.csv, cards.csv and pairs.csv.

use overhear_engine::rules::{Deck, Keyword};

use super::cut::{Cut, Subject, card};
use super::rates::Rates;
use crate::table::{Cell, Frame};

/// A row for each subject.
pub(super) fn frame(cut: Cut, subjects: &[Subject], rates: &[Rates], deck: &Deck) -> Frame {
    let mut frame = Frame::of(cut.file());
    for (row, &subject) in subjects.iter().enumerate() {
        let mut cells = Vec::from(named(cut, subject, deck));
        cells.push(Cell::Count(rates[0].deals(row)));
        cells.extend(rates.iter().flat_map(|rates| rates.cells(row)));
        frame.push(cells);
    }
    frame
}

/// What a row is about; cards count from 1.
fn named(cut: Cut, [first, second]: Subject, deck: &Deck) -> [Cell; 2] {
    let text = |keyword: u16| deck.text(Keyword(keyword)).to_owned();
    let number = |card: u16| Cell::Count(u64::from(card) + 1);
    match cut {
        Cut::Keyword => [Cell::text(text(first)), number(card(deck, Keyword(first)))],
        Cut::Card => {
            let words: Vec<&str> =
                deck.cards()[usize::from(first)].iter().map(|&word| deck.text(word)).collect();
            [number(first), Cell::text(words.join(", "))]
        }
        Cut::Pair => [first, second].map(|keyword| Cell::text(text(keyword))),
    }
}
