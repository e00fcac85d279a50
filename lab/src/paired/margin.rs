//! The largest difference that counts as none.

/// When nothing is said, in percentage points.
pub(super) const MARGIN: f64 = 0.5;

/// When nothing is said, in rounds.
pub(super) const MARGIN_ROUNDS: f64 = 0.25;
