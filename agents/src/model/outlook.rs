//! The words of a run as a space sees them.

use std::sync::Arc;

use super::directions::{Directions, PackedDirections};
use super::heard::Sense;
use super::lexis::Lexis;
use super::weighing::Words;

/// The directions of keywords and clues in one space, and how texts are heard there.
#[derive(Clone)]
pub(super) struct Outlook {
    pub(super) lexis: Arc<Lexis>,
    /// How texts are heard that the vocabulary does not have.
    pub(super) sense: Arc<Sense>,
    pub(super) keyword_rows: Arc<Directions>,
    pub(super) clue_rows: Arc<PackedDirections>,
}

impl Outlook {
    /// What a table of P(clue | keyword) is computed from.
    pub(super) fn words(&self) -> Words<'_> {
        Words {
            keywords: &self.keyword_rows,
            clues: &self.clue_rows,
            compounded: &self.lexis.compounded,
            law: self.lexis.law(),
        }
    }

    /// The same sense for other keywords in the place of the deck's.
    pub(super) fn sense_for(&self, keywords: Directions, places: Vec<(u32, u32)>) -> Sense {
        Sense { keywords: Arc::new(keywords), places: places.into(), ..Sense::clone(&self.sense) }
    }
}
