//! Which clues a referee finds to be about their keywords (R19, R22).
//!
//! A clue is fit for a keyword if it is among the words most associated with it, by the table that everybody shares:
//! if fewer than `top` in a thousand words of the vocabulary are likelier for the keyword. Words that are level with the
//! last of them are fit too; words that are no clues for the keyword at all have the likelihood 0 and never are.

use overhear_engine::rules::{Clue, Keyword, Referee};
use rayon::prelude::*;

use super::Association;

/// Keywords whose likelihoods are gathered together, so that whole cache lines are used.
const GROUP: usize = 16;

/// The referee who lets `top` in a thousand words of the vocabulary pass for each keyword.
pub(super) fn referee(table: &Association, top: u16) -> Referee {
    let words = (table.clues() * usize::from(top)).div_ceil(1000);
    let groups: Vec<usize> = (0..table.keywords()).step_by(GROUP).collect();
    let bars: Vec<u16> = groups.into_par_iter().flat_map_iter(|first| bars(table, first, words)).collect();
    let fit = |clue: u32| {
        let column = table.column(Clue::new(clue));
        let above = column.iter().zip(&bars).enumerate().filter(|(_, (p, bar))| p >= bar);
        above.map(|(keyword, _)| Keyword(keyword as u16)).collect::<Vec<_>>()
    };
    Referee::new(table.keywords(), (0..table.clues() as u32).map(fit))
}

/// For each keyword of a group the likelihood of the last word that is fit, and more than nothing.
fn bars(table: &Association, first: usize, words: usize) -> Vec<u16> {
    let width = GROUP.min(table.keywords() - first);
    let mut rows: Vec<Vec<u16>> = vec![Vec::with_capacity(table.clues()); width];
    for clue in (0..table.clues() as u32).map(Clue::new) {
        let run = &table.column(clue)[first..first + width];
        rows.iter_mut().zip(run).for_each(|(row, &p)| row.push(p));
    }
    let last = |mut row: Vec<u16>| *row.select_nth_unstable_by_key(words - 1, |&p| std::cmp::Reverse(p)).1;
    rows.into_iter().map(|row| last(row).max(1)).collect()
}
