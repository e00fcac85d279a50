//! Fixed sizes of the inner loops.

/// The number of clues of a keyword's shortlist.
pub const SHORTLIST: usize = 256;
