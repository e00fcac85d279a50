//! Computation of an association table from its parameters: the weight of every clue under each keyword, and the normalisers.

use std::ops::Range;

use overhear_engine::rules::{Clue, ClueLaw, Keyword};
use rayon::prelude::*;

use super::columns::Columns;
use super::compounded::CompoundPairs;
use super::directions::{Directions, PackedDirections};
use super::kernels::{Digits, LIMIT, PANEL, Panels, add_to, narrow_scaled, weigh};
use super::slab::Slab;
use crate::kind::{ALPHA, BETA, Values};
use crate::words::COMPOUND_COSINE;

/// The number of clues processed together: their directions fit the cache beside those of all keywords.
const TILE: usize = 64;

/// Number of keywords weighed together. Only their weights are held in full precision at once. The usual deck
/// is one block.
const BLOCK: usize = 512;

/// The parameters of an association table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelKey {
    /// Sharpness β: how much a similarity of 1 raises the logarithm of the probability.
    pub beta: f64,
    /// Weight α of the clue's frequency.
    pub alpha: f64,
}

impl Default for ModelKey {
    /// Returns the parameters that agents are fitted with.
    fn default() -> ModelKey {
        ModelKey { beta: BETA.default, alpha: ALPHA.default }
    }
}

impl ModelKey {
    /// Returns the parameters with β multiplied by the sharpness of a space ([`Space::sharpness`](crate::words::Space::sharpness)).
    pub(crate) fn sharpened(self, sharpness: f64) -> ModelKey {
        ModelKey { beta: self.beta * sharpness, ..self }
    }

    /// Returns the parameters as an agent declares them.
    pub(crate) fn from_values(values: &Values) -> ModelKey {
        ModelKey { beta: values.get("beta"), alpha: values.get("alpha") }
    }
}

/// The inputs of a table.
pub(super) struct AssociationInputs<'a> {
    pub(super) keywords: &'a Directions,
    pub(super) clues: &'a PackedDirections,
    /// The pairs that make compounds.
    pub(super) compounded: &'a CompoundPairs,
    pub(super) law: &'a ClueLaw,
    /// The factor on β that the space asks for.
    pub(super) sharpness: f64,
}

/// Returns the columns of all clues, and 1/Z for each keyword; padded with zeros.
pub(super) fn weighed(words: &AssociationInputs<'_>, key: ModelKey) -> (Columns, Vec<f32>) {
    let (keywords, clues) = (words.keywords.len(), words.clues.len());
    let mut columns = Columns::zeroed(keywords, clues);
    let stride = columns.stride();
    let mut weights = Slab::<f32>::zeroed(clues * stride.min(BLOCK));
    let mut all = Vec::with_capacity(stride);
    for first in (0..stride).step_by(BLOCK) {
        let width = (stride - first).min(BLOCK);
        let weights = &mut weights[..clues * width];
        let scales = Block::new(words, key, first..keywords.min(first + width), width).weigh_all(weights);
        let rows = columns.values.par_chunks_mut(stride).zip(weights.par_chunks(width)).with_min_len(TILE);
        rows.for_each(|(column, weights)| narrow_scaled(&mut column[first..][..width], weights, &scales));
        all.extend(scales);
    }
    (columns, all)
}

/// Keywords that are weighed together, with everything needed for it.
struct Block<'a> {
    words: &'a AssociationInputs<'a>,
    key: ModelKey,
    keywords: Range<usize>,
    /// The number of weights of a clue, padding included.
    width: usize,
    directions: Panels,
    /// The factor on the weight of a compound.
    compound: f32,
}

impl Block<'_> {
    fn new<'a>(
        words: &'a AssociationInputs<'a>,
        key: ModelKey,
        keywords: Range<usize>,
        width: usize,
    ) -> Block<'a> {
        let Directions { stride, values, .. } = words.keywords;
        let directions = Panels::new(&values[keywords.start * stride..keywords.end * stride], *stride);
        let compound = libm::expf(key.beta as f32 * COMPOUND_COSINE);
        Block { words, key, keywords, width, directions, compound }
    }

    /// Writes the weights of every clue; returns the scale of each keyword.
    fn weigh_all(&self, weights: &mut [f32]) -> Vec<f32> {
        let tiles = weights.par_chunks_mut(TILE * self.width).enumerate();
        let sums: Vec<Vec<f64>> =
            tiles.map(|(tile, weights)| self.weigh_tile(tile * TILE, weights)).collect();
        // Sums of tiles are added in tile order, so the result does not depend on which thread computed a
        // tile.
        let mut totals = vec![0.0f64; self.width];
        for sums in sums {
            totals.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
        }
        totals.iter().map(|&total| if total > 0.0 { (1.0 / total) as f32 } else { 0.0 }).collect()
    }

    /// Writes exp(β·s + α·log f) for a tile of clues and every keyword, and returns the sum for each keyword.
    fn weigh_tile(&self, first: usize, weights: &mut [f32]) -> Vec<f64> {
        let mut sums = vec![0.0f64; self.width];
        let (mut digits, mut buffer) = (Digits::default(), self.words.clues.buffer());
        for (n, column) in weights.chunks_exact_mut(self.width).enumerate() {
            digits.set(self.words.clues.row(first + n, &mut buffer));
            self.weigh(first + n, &digits, column);
            self.mend(first + n, column);
            add_to(&mut sums, column);
        }
        sums
    }

    /// Writes the weights of a clue from its direction.
    fn weigh(&self, clue: usize, digits: &Digits, column: &mut [f32]) {
        let AssociationInputs { keywords, clues, .. } = self.words;
        let scale = self.key.beta as f32 * clues.inverse_lengths[clue];
        let frequency = -(self.key.alpha * libm::log((clue + 1) as f64)) as f32;
        // Cosine and frequency bound the exponent, so one check for each clue spares a range check for each
        // weight.
        let is_small = (LARGEST_COSINE * self.key.beta) as f32 + frequency.abs() < LIMIT;
        let (column, padding) = column.split_at_mut(self.keywords.len());
        let lengths = keywords.inverse_lengths[self.keywords.clone()].chunks(PANEL);
        let mut products = [0; PANEL];
        for (panel, (column, lengths)) in column.chunks_mut(PANEL).zip(lengths).enumerate() {
            self.directions.products(panel, digits, &mut products);
            weigh(column, &products, lengths, scale, frequency, is_small);
        }
        padding.fill(0.0);
    }

    /// Raises the weights of compounds, and sets those of forbidden clues to 0.
    fn mend(&self, clue: usize, column: &mut [f32]) {
        let AssociationInputs { compounded, law, .. } = self.words;
        let joined = compounded.keywords(clue).filter_map(|keyword| self.place(keyword));
        joined.for_each(|place| column[place] *= self.compound);
        let forbidden = Clue::new(clue as u32);
        if law.is_banned_for_all(forbidden) {
            column.fill(0.0);
        }
        law.keywords_banning(forbidden)
            .map(Keyword::index)
            .filter_map(|keyword| self.place(keyword))
            .for_each(|place| column[place] = 0.0);
    }

    /// Returns the place of a keyword among those that are weighed.
    fn place(&self, keyword: usize) -> Option<usize> {
        self.keywords.contains(&keyword).then(|| keyword - self.keywords.start)
    }
}

/// No cosine is above it, rounding included.
const LARGEST_COSINE: f64 = 1.001;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::World;
    use crate::words::{embedded_deck, embedded_lexicon, embedded_space};

    #[test]
    fn where_closeness_does_not_count_frequency_alone_decides_however_steep() {
        let deck = embedded_deck("en").expect("a deck");
        let world = World::new(deck, embedded_space(), embedded_lexicon(), 300).expect("a world");
        for alpha in [1.0, 30.0] {
            let table = world.association(ModelKey { beta: 0.0, alpha });
            for keyword in [3, 400].map(Keyword) {
                let weight = |clue: u32| {
                    let banned = world.law().is_banned(Clue::new(clue), keyword)
                        || world.law().is_banned_for_all(Clue::new(clue));
                    if banned { 0.0 } else { f64::from(clue + 1).powi(-(alpha as i32)) }
                };
                let total: f64 = (0..300).map(weight).sum();
                for clue in 0..300 {
                    let expected = weight(clue) / total;
                    let likelihood = f64::from(table.likelihood(keyword, Clue::new(clue)));
                    // Sixteen bits hold three digits, and nothing below the smallest normal number.
                    assert!(
                        (likelihood - expected).abs() <= 0.01 * expected + 2e-38,
                        "{clue}: {likelihood}, not {expected}"
                    );
                }
            }
        }
    }
}
