//! The association table P(clue | keyword): how likely people are to give a word for a keyword.
//!
//! log P(c | w) = β·s(w, c) + α·log f(c) − log Z(w), with s the cosine of the two directions and 0.1 more if
//! the two words make a compound, f(c) = 1/rank(c) the frequency that Zipf's law gives the clue, and Z(w) the
//! sum over all clues that the law lets a team give that holds the keyword (R19, R21); the others have the
//! probability 0. Normalising for each keyword keeps words that are near everything from winning everywhere.

use std::sync::{Arc, OnceLock};

use ndarray::Array2;
use overhear_engine::rules::{Clue, Keyword};

use super::bfloat::narrow;
use super::columns::{Columns, column_means};
use super::memo::without_waiting;
use super::stated_associations::{LEFT_TO_THE_SPACE, StatedAssociations};
use super::text_clues::{ClueCache, TextFeatures};
use super::weighing::{AssociationInputs, ModelKey, weighed};
use super::{RankWeights, Ranks, widen};

/// Range of the largest stated weight of a keyword in which weights are summed directly. Other weights are
/// divided by it first, so that no sum overflows and no product vanishes.
const PLAIN: std::ops::RangeInclusive<f64> = 1e-280..=1e280;

/// The table for one deck and one clue vocabulary, as sixteen-bit floats.
pub struct Association {
    key: ModelKey,
    /// β times the sharpness of the space.
    beta: f64,
    columns: Columns,
    /// 1/Z for each keyword, times the share left to the space if weights are stated; padded with zeros.
    scales: Vec<f32>,
    /// Columns of texts that the vocabulary does not have.
    texts: ClueCache<Arc<[u16]>>,
    ranks: OnceLock<Ranks>,
    means: OnceLock<Vec<f32>>,
}

impl Association {
    pub(super) fn new(words: &AssociationInputs<'_>, key: ModelKey) -> Association {
        let sharpened = key.sharpened(words.sharpness);
        let (columns, scales) = weighed(words, sharpened);
        let (ranks, means) = (OnceLock::new(), OnceLock::new());
        Association { key, beta: sharpened.beta, columns, scales, texts: ClueCache::default(), ranks, means }
    }

    /// Returns the table with stated weights mixed in.
    ///
    /// A keyword with legal stated clues follows the stated weights, except for a share of
    /// [`LEFT_TO_THE_SPACE`] that the word space keeps.
    #[must_use]
    pub(super) fn with_stated(mut self, stated: &StatedAssociations) -> Association {
        let stride = self.stride();
        let values = &mut self.columns.values;
        for (keyword, row) in stated.rows() {
            let place = keyword.index();
            let row: Vec<(usize, f64)> = row
                .iter()
                .filter_map(|(&clue, &weight)| {
                    let at = clue as usize * stride + place;
                    (widen(values[at]) > 0.0 && weight > 0.0).then_some((at, weight))
                })
                .collect();
            let largest = row.iter().map(|&(_, weight)| weight).fold(0.0, f64::max);
            if largest == 0.0 {
                continue;
            }
            let unit = if PLAIN.contains(&largest) { 1.0 } else { largest };
            let total: f64 = row.iter().map(|(_, weight)| weight / unit).sum();
            self.scales[place] *= LEFT_TO_THE_SPACE as f32;
            for at in (place..values.len()).step_by(stride) {
                values[at] = narrow((LEFT_TO_THE_SPACE * f64::from(widen(values[at]))) as f32);
            }
            for (at, weight) in row {
                let stated = (1.0 - LEFT_TO_THE_SPACE) * (weight / unit) / total;
                values[at] = narrow((f64::from(widen(values[at])) + stated) as f32);
            }
        }
        self
    }

    /// Returns a table for an Encryptor that chooses clues by their rank for the keyword: P(c | w) ∝ the weight of
    /// the rank step.
    #[must_use]
    pub(crate) fn ranked(&self, weights: &RankWeights) -> Association {
        let stride = self.stride();
        let ranks = self.ranks();
        let scales: Vec<f32> = (0..self.keywords())
            .map(|keyword| {
                let counts = ranks.counts(keyword).iter().map(|&n| n as f32);
                counts.zip(weights).map(|(n, weight)| n * weight).sum::<f32>().max(f32::MIN_POSITIVE).recip()
            })
            .collect();
        let mut columns = Columns::zeroed(self.keywords(), self.clues());
        let mut steps = vec![0; stride];
        for (n, to) in columns.values.chunks_exact_mut(stride).enumerate() {
            ranks.steps(self.column(Clue::new(n as u32)), &mut steps);
            for ((to, &step), scale) in to.iter_mut().zip(&steps).zip(&scales) {
                *to = narrow(weights.get(usize::from(step)).map_or(0.0, |weight| weight * scale));
            }
        }
        Association {
            key: self.key,
            beta: self.beta,
            columns,
            scales: self.scales.clone(),
            texts: ClueCache::default(),
            ranks: OnceLock::new(),
            means: OnceLock::new(),
        }
    }

    /// Returns the parameters that the table was built with.
    pub const fn key(&self) -> ModelKey {
        self.key
    }

    /// Returns the number of keywords in a column.
    pub const fn keywords(&self) -> usize {
        self.columns.keywords()
    }

    /// Returns the length of a column, padding included.
    pub const fn stride(&self) -> usize {
        self.columns.stride()
    }

    /// Returns the number of clues.
    pub fn clues(&self) -> usize {
        self.columns.clues()
    }

    /// Returns the likelihood of a clue under every keyword, as sixteen-bit floats, padded with zeros.
    #[inline]
    pub fn column(&self, clue: Clue) -> &[u16] {
        self.columns.row(clue)
    }

    /// Returns the column of a text outside the vocabulary, computed from its closeness to the keywords and
    /// cached.
    pub(super) fn column_of_text(&self, clue: Clue, sound: impl FnOnce() -> TextFeatures) -> Arc<[u16]> {
        self.texts.get(clue, || self.weigh_text(&sound()))
    }

    fn weigh_text(&self, TextFeatures { closeness, rank, banned }: &TextFeatures) -> Arc<[u16]> {
        let frequency = -self.key.alpha * libm::log(*rank as f64);
        let mut column = vec![0; self.stride()];
        for (keyword, to) in column[..self.keywords()].iter_mut().enumerate() {
            let likelihood = match closeness {
                None => 1.0 / self.clues() as f64,
                Some(closeness) => {
                    let log = self.beta * f64::from(closeness[keyword]) + frequency;
                    libm::exp(log) * f64::from(self.scales[keyword])
                }
            };
            *to = narrow(likelihood as f32);
        }
        banned.iter().for_each(|keyword| column[keyword.index()] = 0);
        column.into()
    }

    /// Returns P(clue | keyword).
    #[inline]
    pub fn likelihood(&self, keyword: Keyword, clue: Clue) -> f32 {
        widen(self.column(clue)[keyword.index()])
    }

    /// Returns P(clue | keyword) of all clues: one row for each given keyword, one column for each clue.
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

    /// Returns the columns themselves.
    pub(super) const fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Returns the mean likelihood of each clue over all keywords, computed on first use.
    pub(super) fn mean_logs(&self) -> &[f32] {
        without_waiting::<Vec<f32>>(&self.means, || column_means(&self.columns))
    }

    /// Returns the ranks of the clues for each keyword, computed on first use.
    pub fn ranks(&self) -> &Ranks {
        without_waiting(&self.ranks, || Ranks::new(&self.columns))
    }
}
