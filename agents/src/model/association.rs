//! P(clue | keyword): how likely people are to say a word when they mean another.
//!
//! log P(c | w) = β·s(w, c) + α·log f(c) − log Z(w), with s the cosine of the two directions and 0.1 more if the two words
//! make a compound, f(c) = 1/rank(c) the
//! frequency that Zipf's law gives the clue, and Z(w) the sum over all clues that the law lets a team give that holds
//! the keyword (R19, R21); the others have the probability 0. Normalising for each keyword keeps words that are near
//! everything from winning everywhere.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use ndarray::Array2;
use overhear_engine::rules::{Clue, ClueLaw, Keyword, Referee};
use rayon::prelude::*;

use super::bfloat::narrow;
use super::compounded::Compounded;
use super::directions::{Directions, PackedDirections};
use super::heard::{Lately, Sound};
use super::kernels::{Digits, LIMIT, PANEL, Panels, add_to, narrow_scaled, weigh};
use super::shortlist::{Kept, means};
use super::slab::Slab;
use super::stated::{LEFT_TO_THE_SPACE, StatedAssociations};
use super::{LANES, Ranks, Shortlists, widen};
use crate::part::{ALPHA, BETA, Values};
use crate::words::COMPOUND_COSINE;

/// The parameters of an association table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelKey {
    /// Sharpness β: how much a similarity of 1 raises the logarithm of the probability.
    pub beta: f64,
    /// Weight α of the clue's frequency.
    pub alpha: f64,
}

impl Default for ModelKey {
    /// What agents are fitted with.
    fn default() -> ModelKey {
        ModelKey { beta: BETA.default, alpha: ALPHA.default }
    }
}

impl ModelKey {
    /// The parameters as an agent declares them.
    pub(crate) fn from_values(values: &Values) -> ModelKey {
        ModelKey { beta: values.get("beta"), alpha: values.get("alpha") }
    }
}

/// The table for one deck and one clue vocabulary, as sixteen-bit floats.
pub struct Association {
    key: ModelKey,
    keywords: usize,
    stride: usize,
    /// For each clue a column: its likelihood under each keyword, padded with zeros.
    columns: Slab<u16>,
    /// For each keyword one over Z, or the share of it that is left to the space; padded with zeros.
    scales: Vec<f32>,
    /// Columns of texts that the vocabulary does not have.
    texts: Lately<Arc<[u16]>>,
    shortlists: OnceLock<Kept>,
    far_shortlists: OnceLock<Kept>,
    ranks: OnceLock<Ranks>,
    means: OnceLock<Vec<f32>>,
}

/// Clues that are worked on together: their directions fit the cache beside all keywords'.
const TILE: usize = 64;

/// Keywords that are weighed together: so long are the weights kept in full width. The usual deck is one block.
const BLOCK: usize = 512;

/// What a table is computed from.
pub(super) struct Words<'a> {
    pub(super) keywords: &'a Directions,
    pub(super) clues: &'a PackedDirections,
    /// Which of them make compounds.
    pub(super) compounded: &'a Compounded,
    pub(super) law: &'a ClueLaw,
}

impl Association {
    pub(super) fn new(words: &Words<'_>, key: ModelKey) -> Association {
        let (keywords, clues) = (words.keywords.len(), words.clues.len());
        let stride = keywords.next_multiple_of(LANES);
        let mut columns = Slab::<u16>::zeroed(clues * stride);
        let mut weights = Slab::<f32>::zeroed(clues * stride.min(BLOCK));
        let mut all = Vec::with_capacity(stride);
        for first in (0..stride).step_by(BLOCK) {
            let width = (stride - first).min(BLOCK);
            let weights = &mut weights[..clues * width];
            let scales = Block::new(words, key, first..keywords.min(first + width), width).weigh_all(weights);
            let rows = columns.par_chunks_mut(stride).zip(weights.par_chunks(width)).with_min_len(TILE);
            rows.for_each(|(column, weights)| narrow_scaled(&mut column[first..][..width], weights, &scales));
            all.extend(scales);
        }
        Association {
            key,
            keywords,
            stride,
            columns,
            scales: all,
            texts: Lately::default(),
            shortlists: OnceLock::new(),
            far_shortlists: OnceLock::new(),
            ranks: OnceLock::new(),
            means: OnceLock::new(),
        }
    }

    /// The same where somebody has stated weights: of each keyword of which anything legal is stated, that takes the place of
    /// the word space, but for a share of [`LEFT_TO_THE_SPACE`].
    #[must_use]
    pub(super) fn with_stated(mut self, stated: &StatedAssociations) -> Association {
        for (keyword, row) in stated.rows() {
            let place = keyword.index();
            let legal = |(&clue, &weight): (&u32, &f64)| {
                let at = clue as usize * self.stride + place;
                (widen(self.columns[at]) > 0.0 && weight > 0.0).then_some((at, weight))
            };
            let row: Vec<(usize, f64)> = row.iter().filter_map(legal).collect();
            let total: f64 = row.iter().map(|(_, weight)| weight).sum();
            if total == 0.0 {
                continue;
            }
            self.scales[place] *= LEFT_TO_THE_SPACE as f32;
            for at in (place..self.columns.len()).step_by(self.stride) {
                self.columns[at] = narrow((LEFT_TO_THE_SPACE * f64::from(widen(self.columns[at]))) as f32);
            }
            for (at, weight) in row {
                let stated = (1.0 - LEFT_TO_THE_SPACE) * weight / total;
                self.columns[at] = narrow((f64::from(widen(self.columns[at])) + stated) as f32);
            }
        }
        self
    }

    /// The parameters that the table was built with.
    pub const fn key(&self) -> ModelKey {
        self.key
    }

    /// How many keywords a column has.
    pub const fn keywords(&self) -> usize {
        self.keywords
    }

    /// How long a column is, padding included.
    pub const fn stride(&self) -> usize {
        self.stride
    }

    /// How many clues there are.
    pub fn clues(&self) -> usize {
        self.columns.len() / self.stride
    }

    /// The likelihood of a clue under every keyword, as sixteen-bit floats, padded with zeros.
    #[inline]
    pub fn column(&self, clue: Clue) -> &[u16] {
        &self.columns[clue.index() * self.stride..][..self.stride]
    }

    /// The same of a text that the vocabulary does not have, given how it sounds.
    pub(super) fn column_of_text(&self, clue: Clue, sound: impl FnOnce() -> Sound) -> Arc<[u16]> {
        self.texts.get(clue, || self.weigh_text(&sound()))
    }

    fn weigh_text(&self, Sound { closeness, rank, banned }: &Sound) -> Arc<[u16]> {
        let frequency = -self.key.alpha * libm::log(*rank as f64);
        let mut column = vec![0; self.stride];
        for (keyword, to) in column[..self.keywords].iter_mut().enumerate() {
            let likelihood = match closeness {
                None => 1.0 / self.clues() as f64,
                Some(closeness) => {
                    let log = self.key.beta * f64::from(closeness[keyword]) + frequency;
                    libm::exp(log) * f64::from(self.scales[keyword])
                }
            };
            *to = narrow(likelihood as f32);
        }
        banned.iter().for_each(|keyword| column[keyword.index()] = 0);
        column.into()
    }

    /// P(clue | keyword).
    #[inline]
    pub fn likelihood(&self, keyword: Keyword, clue: Clue) -> f32 {
        widen(self.column(clue)[keyword.index()])
    }

    /// P(clue | keyword) of all clues: one row for each keyword that is named, one column for each clue.
    ///
    /// ```
    /// use overhear_agents::model::{ModelKey, World};
    /// use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
    /// use overhear_engine::rules::Keyword;
    ///
    /// let world = World::new(embedded_deck("en")?, embedded_space(), embedded_lexicon(), 2000)?;
    /// let table = world.association(ModelKey::default()).likelihoods(&[Keyword(3), Keyword(7)]);
    /// assert_eq!(table.dim(), (2, 2000));
    /// assert!(table.rows().into_iter().all(|row| (row.sum() - 1.0).abs() < 0.01));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn likelihoods(&self, keywords: &[Keyword]) -> Array2<f32> {
        Array2::from_shape_fn((keywords.len(), self.clues()), |(row, clue)| {
            self.likelihood(keywords[row], Clue::new(clue as u32))
        })
    }

    /// For each keyword its likeliest legal clues; computed when they are first asked for (twice, if two threads ask
    /// at once: nobody waits, so it may be asked on any thread of a pool).
    pub fn shortlists(&self, law: &ClueLaw) -> Shortlists<'_> {
        let kept = self.shortlists.get().unwrap_or_else(|| {
            let built = Kept::new(self, law);
            self.shortlists.get_or_init(|| built)
        });
        Shortlists { kept, table: self }
    }

    /// For each keyword those of the legal clues that `reach` finds fit for it which are fit for the most keywords;
    /// computed when they are first asked for, with the `reach` of that call.
    pub(crate) fn far_shortlists(&self, law: &ClueLaw, reach: &Referee) -> Shortlists<'_> {
        let kept = self.far_shortlists.get().unwrap_or_else(|| {
            let built = Kept::far(self, law, reach);
            self.far_shortlists.get_or_init(|| built)
        });
        Shortlists { kept, table: self }
    }

    /// The mean likelihood of each clue over all keywords; computed like the shortlists.
    pub(super) fn means(&self) -> &[f32] {
        self.means.get().unwrap_or_else(|| {
            let built = means(self);
            self.means.get_or_init(|| built)
        })
    }

    /// The ranks of the clues for each keyword; computed when they are first asked for, like the shortlists.
    pub fn ranks(&self) -> &Ranks {
        if let Some(ranks) = self.ranks.get() {
            return ranks;
        }
        let built = Ranks::new(self);
        self.ranks.get_or_init(|| built)
    }
}

/// Keywords that are weighed together, and what they are weighed with.
struct Block<'a> {
    words: &'a Words<'a>,
    key: ModelKey,
    keywords: Range<usize>,
    /// How many weights of a clue stand side by side, padding included.
    width: usize,
    directions: Panels,
    /// What the weight of a compound is multiplied by.
    compound: f32,
}

impl Block<'_> {
    fn new<'a>(words: &'a Words<'a>, key: ModelKey, keywords: Range<usize>, width: usize) -> Block<'a> {
        let Directions { stride, values, .. } = words.keywords;
        let directions = Panels::new(&values[keywords.start * stride..keywords.end * stride], *stride);
        let compound = libm::expf(key.beta as f32 * COMPOUND_COSINE);
        Block { words, key, keywords, width, directions, compound }
    }

    /// Writes the weights of every clue, and returns what each keyword's are to be scaled by.
    fn weigh_all(&self, weights: &mut [f32]) -> Vec<f32> {
        let tiles = weights.par_chunks_mut(TILE * self.width).enumerate();
        let sums: Vec<Vec<f64>> =
            tiles.map(|(tile, weights)| self.weigh_tile(tile * TILE, weights)).collect();
        let mut totals = vec![0.0f64; self.width];
        for sums in sums {
            totals.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
        }
        totals.iter().map(|&total| if total > 0.0 { (1.0 / total) as f32 } else { 0.0 }).collect()
    }

    /// Writes exp(β·s + α·log f) for a tile of clues and every keyword, and returns the sum for each keyword.
    fn weigh_tile(&self, first: usize, weights: &mut [f32]) -> Vec<f64> {
        let mut sums = vec![0.0f64; self.width];
        let (mut digits, mut room) = (Digits::default(), self.words.clues.room());
        for (n, column) in weights.chunks_exact_mut(self.width).enumerate() {
            digits.set(self.words.clues.row(first + n, &mut room));
            self.weigh(first + n, &digits, column);
            self.mend(first + n, column);
            add_to(&mut sums, column);
        }
        sums
    }

    /// Writes the weights of a clue by its direction.
    fn weigh(&self, clue: usize, digits: &Digits, column: &mut [f32]) {
        let Words { keywords, clues, .. } = self.words;
        let scale = self.key.beta as f32 * clues.inverse_lengths[clue];
        let frequency = -(self.key.alpha * libm::log((clue + 1) as f64)) as f32;
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

    /// Makes compounds likelier, and nothing of what the law forbids.
    fn mend(&self, clue: usize, column: &mut [f32]) {
        let Words { compounded, law, .. } = self.words;
        let here = |keyword: usize| self.keywords.contains(&keyword).then(|| keyword - self.keywords.start);
        compounded.keywords(clue).filter_map(here).for_each(|place| column[place] *= self.compound);
        let forbidden = Clue::new(clue as u32);
        if law.is_number(forbidden) {
            column.fill(0.0);
        }
        law.banning(forbidden).map(Keyword::index).filter_map(here).for_each(|place| column[place] = 0.0);
    }
}

/// No cosine is above it, rounding included.
const LARGEST_COSINE: f64 = 1.001;
