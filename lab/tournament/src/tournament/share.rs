//! Ratio of a part to a whole.

/// Returns `part / whole`; `None` for a whole of 0.
pub fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
