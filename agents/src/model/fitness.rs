//! The referee's judgement of whether clues are about their keywords (R19, R22).
//!
//! A clue is fit for a keyword if it is among the words most associated with it by the shared table: if fewer
//! than `top` in a thousand words of the vocabulary are likelier. Words as likely as the last of them are fit
//! as well. Words that are no clues for the keyword have likelihood 0 and are never fit.

use overhear_engine::rules::{Clue, Referee};
use rayon::prelude::*;

use super::columns::Columns;
use super::kernels::{mark_reaching, nth_greatest};
use super::rows;

/// Returns the referee that accepts `top` in a thousand words for each keyword, with its threshold
/// likelihoods.
pub(super) fn referee(columns: &Columns, top: u16) -> (Referee, Vec<u16>) {
    let words = (columns.clues() * usize::from(top)).div_ceil(1000);
    let mut bars = rows::map_rows(columns, |_, row| nth_greatest(row, words).max(1));
    bars.resize(columns.stride(), 1);
    let stride = columns.keywords().div_ceil(64);
    let mut fit = vec![0; stride * columns.clues()];
    let words_of = fit.par_chunks_mut(stride).enumerate().with_min_len(256);
    words_of.for_each(|(clue, row)| mark_reaching(columns.row(Clue::new(clue as u32)), &bars, row));
    (Referee::from_bits(columns.keywords(), fit).with_top(top), bars)
}
