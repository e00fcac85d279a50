//! Frames of word statistics: keywords.csv, cards.csv and pairs.csv.

use overhear_engine::rules::{Deck, Keyword};

use super::group_by::{Subject, card};
use super::rates::Rates;
use crate::experiment::GroupBy;
use crate::table::{Cell, Frame, NamedRow};

/// Returns the frame with a row for each subject.
pub(super) fn frame(cut: GroupBy, subjects: &[Subject], rates: &[Rates], deck: &Deck) -> Frame {
    let mut frame = Frame::new(cut.file());
    for (row, &subject) in subjects.iter().enumerate() {
        let named = named(cut, subject, deck).into_iter();
        let line = named.fold(NamedRow::new(&mut frame), |line, (column, cell)| line.put(column, cell));
        let line = line.put("deals", Cell::Count(rates[0].deals(row)));
        rates.iter().fold(line, |line, rates| rates.fill(line, cut, row)).end();
    }
    frame
}

/// Returns the columns that name the subject of a row; cards count from 1.
fn named(cut: GroupBy, [first, second]: Subject, deck: &Deck) -> [(&'static str, Cell); 2] {
    let text = |keyword: u16| deck.text(Keyword(keyword)).to_owned();
    let number = |card: u16| Cell::Count(u64::from(card) + 1);
    match cut {
        GroupBy::Keyword => {
            [("keyword", Cell::text(text(first))), ("card", number(card(deck, Keyword(first))))]
        }
        GroupBy::Card => {
            let words: Vec<&str> =
                deck.cards()[usize::from(first)].iter().map(|&word| deck.text(word)).collect();
            [("card", number(first)), ("keywords", Cell::text(words.join(", ")))]
        }
        GroupBy::Pair => [("keyword_a", Cell::text(text(first))), ("keyword_b", Cell::text(text(second)))],
    }
}
