//! Default equivalence margins.

/// Default equivalence margin, in percentage points.
pub(crate) const MARGIN: f64 = 0.5;

/// Default equivalence margin of the mean length, in rounds.
pub(crate) const MARGIN_ROUNDS: f64 = 0.25;
