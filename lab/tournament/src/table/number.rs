//! Numbers as text.

pub use overhear_engine::rules::{counted, grouped};

/// Returns a number with `digits` decimals, never as negative zero.
///
/// `fixed(-0.0001, 2)` is `0.00`.
pub fn fixed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// Returns a number with at most `digits` decimals, without trailing zeros.
///
/// `plain(18.5, 2)` is `18.5`, `plain(3.0, 2)` is `3`.
pub fn plain(value: f64, digits: usize) -> String {
    let text = fixed(value, digits);
    let is_fraction = text.contains('.');
    if is_fraction { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Returns the number of decimals for an interval of this half width, in display units.
pub fn digits(half_width: f64) -> usize {
    match half_width {
        half if half >= 1.0 => 0,
        half if half >= 0.05 => 1,
        _ => 2,
    }
}

/// Returns the verb after a count: `is` after 1, otherwise `are`.
pub const fn is_are(count: u64) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_negative_zero() {
        assert_eq!([fixed(-0.0, 6), fixed(-0.000_4, 3), fixed(-0.5, 0)], ["0.000000", "0.000", "0"]);
        assert_eq!([fixed(-0.25, 2), fixed(1.0 / 3.0, 6)], ["-0.25", "0.333333"]);
    }

    #[test]
    fn halves_are_said_and_zeros_are_not() {
        let texts = [18.5, 27.5, 3.0, 18.25, 0.1 + 0.2, 100.0, -0.001].map(|value| plain(value, 2));
        assert_eq!(texts, ["18.5", "27.5", "3", "18.25", "0.3", "100", "0"]);
        assert_eq!(plain(100.0, 0), "100");
    }

    #[test]
    fn one_is_singular() {
        let texts = [0, 1, 2, 1000].map(|count| format!("{} {}", counted(count, "row"), is_are(count)));
        assert_eq!(texts, ["0 rows are", "1 row is", "2 rows are", "1,000 rows are"]);
    }
}
