//! Sizes that the loops are written for.

/// How many clues a keyword's shortlist has.
pub const SHORTLIST: usize = 256;
