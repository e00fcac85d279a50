//! The words of a run as a space sees them.

use std::sync::Arc;

use super::directions::{Directions, PackedDirections};
use super::heard::Sense;
use super::lexis::Lexis;
use super::weighing::Words;

/// The directions of keywords and clues in one space, and the reading of texts there.
#[derive(Clone)]
pub(super) struct Outlook {
    pub(super) lexis: Arc<Lexis>,
    /// The reading of texts outside the vocabulary.
    pub(super) sense: Arc<Sense>,
    pub(super) keyword_rows: Arc<Directions>,
    pub(super) clue_rows: Arc<PackedDirections>,
}

impl Outlook {
    /// Returns the inputs of a table of P(clue | keyword).
    pub(super) fn words(&self) -> Words<'_> {
        Words {
            keywords: &self.keyword_rows,
            clues: &self.clue_rows,
            compounded: &self.lexis.compounded,
            law: self.lexis.law(),
        }
    }

    /// Returns the reading of texts for other keywords.
    pub(super) fn sense_for(&self, keywords: Directions, places: Vec<(u32, u32)>) -> Sense {
        Sense { keywords: Arc::new(keywords), places: places.into(), ..Sense::clone(&self.sense) }
    }
}
