//! What several minds take people to say to the keywords of a deck.
//!
//! The partner's mind is unknown. The panel holds P(clue | keyword) of the word table, of the stated
//! associations and, where it knows the deck, of a mind of independent origin; a clue is clear if it is clear to all of them.

use overhear_engine::rules::{Clue, Keyword};
use rayon::prelude::*;

use super::references::References;
use crate::minds::{DeckMind, Links, STATED, StatedPair};
use crate::model::{Association, World, narrow, quick_log2, widen};

/// P(clue | keyword) of each mind, for the clues that refer to a keyword.
pub(super) struct Panel {
    keywords: usize,
    /// For each mind, for each clue, its likelihood under each keyword as a sixteen-bit float.
    minds: Vec<Vec<u16>>,
    /// For each clue the mean of its likelihoods over all minds and keywords.
    means: Vec<f32>,
}

impl Panel {
    pub(super) fn new(
        world: &World,
        table: &Association,
        references: &References,
        links: &Links,
        known: Option<&DeckMind>,
    ) -> Panel {
        let (keywords, clues) = (table.keywords(), &references.clues);
        let own = clues.iter().map(|&clue| &table.column(clue)[..keywords]).collect::<Vec<_>>().concat();
        let stated = stated(table, clues, links);
        let other = known.map(|known| by_mind(world, table, clues, known));
        let minds: Vec<Vec<u16>> = [own, stated].into_iter().chain(other).collect();
        let means = means(&minds, keywords);
        Panel { keywords, minds, means }
    }

    /// Returns the number of minds.
    pub(super) fn len(&self) -> usize {
        self.minds.len()
    }

    /// Returns the bits that a clue tells of a keyword to those who have heard nothing: log2 of its likelihood over the mean of the deck,
    /// both by the mean of the minds.
    pub(super) fn first_bits(&self, keyword: Keyword, place: u32) -> f32 {
        let sum: f32 = (0..self.len()).map(|mind| self.likelihood(mind, keyword, place)).sum();
        let ratio = sum / (self.len() as f32 * self.means[place as usize]).max(f32::MIN_POSITIVE);
        quick_log2(ratio.max(f32::MIN_POSITIVE)).max(0.0)
    }

    /// Returns the probability of a clue by its place in [`References::clues`].
    pub(super) fn likelihood(&self, mind: usize, keyword: Keyword, place: u32) -> f32 {
        widen(self.minds[mind][place as usize * self.keywords + keyword.index()])
    }
}

fn column_mean(column: &[u16]) -> f32 {
    column.iter().copied().map(widen).sum::<f32>() / column.len() as f32
}

/// Returns the mean likelihood of each clue over all minds and keywords.
fn means(minds: &[Vec<u16>], keywords: usize) -> Vec<f32> {
    let mut means = vec![0.0; minds[0].len() / keywords];
    for mind in minds {
        means.iter_mut().zip(mind.chunks_exact(keywords)).for_each(|(to, column)| *to += column_mean(column));
    }
    means.iter_mut().for_each(|mean| *mean /= minds.len() as f32);
    means
}

/// Returns the stated weights of each keyword, brought to a sum of one, mixed with the table.
fn stated(table: &Association, clues: &[Clue], links: &Links) -> Vec<u16> {
    let keywords = table.keywords();
    let mut rows = Vec::with_capacity(clues.len() * keywords);
    for &clue in clues {
        rows.extend(
            table.column(clue)[..keywords].iter().map(|&value| narrow((1.0 - STATED) * widen(value))),
        );
    }
    for StatedPair { keyword, clue, share } in links.stated(table) {
        if let Ok(place) = clues.binary_search(&clue) {
            let value = &mut rows[place * keywords + keyword.index()];
            *value = narrow(widen(*value) + share);
        }
    }
    rows
}

/// Returns the probabilities of a mind; 0 where the law forbids a clue.
fn by_mind(world: &World, table: &Association, clues: &[Clue], known: &DeckMind) -> Vec<u16> {
    let columns: Vec<Vec<u16>> = clues
        .par_iter()
        .map(|&clue| {
            let text = world.clue_text(clue);
            let (rate, ratios) =
                (known.rate(text), known.ratios(text).unwrap_or_else(|| vec![0.0; table.keywords()]));
            ratios
                .iter()
                .zip(table.column(clue))
                .map(|(ratio, &by_table)| if by_table > 0 { narrow(rate * ratio) } else { 0 })
                .collect::<Vec<u16>>()
        })
        .collect();
    columns.concat()
}
