//! Likelihood rows of a shortlist, one for each hypothesis.

use crate::model::SHORTLIST;

/// A number for each clue of a shortlist under each of four hypotheses: the clue stands for slot 1 to 4.
pub(super) type SlotRows = [[f32; SHORTLIST]; 4];
