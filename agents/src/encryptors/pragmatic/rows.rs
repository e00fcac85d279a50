//! A number for each clue under each hypothesis.

use crate::model::SHORTLIST;

/// A number for each clue of a shortlist under each of four hypotheses: that it stands for slot 1 to 4.
pub(super) type Rows = [[f32; SHORTLIST]; 4];
