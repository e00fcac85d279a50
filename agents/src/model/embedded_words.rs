//! The words of a run with their vectors in one embedding.

use std::sync::Arc;

use super::directions::{Directions, PackedDirections};
use super::text_clues::TextEmbedder;
use super::weighing::AssociationInputs;
use super::word_data::WordData;

/// Vectors of keywords and clues in one embedding, and the embedder of texts.
#[derive(Clone)]
pub(super) struct EmbeddedWords {
    pub(super) word_data: Arc<WordData>,
    /// Embedder of texts outside the vocabulary.
    pub(super) sense: Arc<TextEmbedder>,
    pub(super) keyword_rows: Arc<Directions>,
    pub(super) clue_rows: Arc<PackedDirections>,
}

impl EmbeddedWords {
    /// Returns the inputs of a table of P(clue | keyword).
    pub(super) fn words(&self) -> AssociationInputs<'_> {
        AssociationInputs {
            keywords: &self.keyword_rows,
            clues: &self.clue_rows,
            compounded: &self.word_data.compounded,
            law: self.word_data.law(),
            sharpness: self.sharpness(),
        }
    }

    /// Returns what the space multiplies the sharpness of associations by.
    pub(super) fn sharpness(&self) -> f64 {
        self.sense.space_reader.space().sharpness()
    }

    /// Returns the embedder of texts for other keywords.
    pub(super) fn sense_for(&self, keywords: Directions, places: Vec<(u32, u32)>) -> TextEmbedder {
        TextEmbedder {
            keywords: Arc::new(keywords),
            places: places.into(),
            ..TextEmbedder::clone(&self.sense)
        }
    }
}
