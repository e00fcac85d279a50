//! A number with its interval, for display.

use overhear_stats::Interval;

use super::fixed;

/// Ratio of the longer to the shorter side of an interval from which ± would mislead.
const LOPSIDED: f64 = 1.25;

/// Minimum number of games for a share without brackets.
const ENOUGH: u64 = 30;

/// Returns a value with its interval: ± if it is about symmetric, otherwise both ends. An interval narrower
/// than the decimals show is given as less than the last decimal.
pub(super) fn with_interval(value: f64, interval: Option<Interval>, digits: usize) -> String {
    let text = fixed(value, digits);
    let Some(Interval { low, high }) = interval else { return text };
    let (below, above) = (value - low, high - value);
    let is_visible = fixed(below, digits) != fixed(above, digits);
    if is_visible && below.max(above) > LOPSIDED * below.min(above) {
        return format!("{text} {}–{}", fixed(low, digits), fixed(high, digits));
    }
    let half = (high - low) / 2.0;
    if half > 0.0 && fixed(half, digits) == fixed(0.0, digits) {
        let digits = digits + 1;
        return format!("{text} ±<{}", fixed(5.0 / 10_f64.powi(digits as i32), digits));
    }
    format!("{text} ±{}", fixed(half, digits))
}

/// Returns a text in brackets if it rests on too few games.
pub fn bracketed(text: String, games: u64) -> String {
    if games < ENOUGH && !text.is_empty() { format!("({text})") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64, low: f64, high: f64, digits: usize) -> String {
        with_interval(value, Some(Interval { low, high }), digits)
    }

    #[test]
    fn a_lopsided_interval_shows_both_ends_and_few_games_brackets() {
        assert_eq!(text(50.0, 40.0, 61.0, 1), "50.0 ±10.5");
        assert_eq!(text(98.7, 95.4, 99.6, 1), "98.7 95.4–99.6");
        assert_eq!(with_interval(1.0, None, 2), "1.00");
        assert_eq!((bracketed("1".into(), 29), bracketed("1".into(), 30)), ("(1)".into(), "1".into()));
        assert_eq!(bracketed(String::new(), 0), "");
    }

    #[test]
    fn a_width_that_the_digits_do_not_show_is_not_none() {
        assert_eq!(text(0.0, 0.0, 0.04, 1), "0.0 ±<0.05");
        assert_eq!(text(12.0, 11.7, 12.3, 0), "12 ±<0.5");
        assert_eq!(text(0.0, -0.06, 0.06, 1), "0.0 ±0.1");
        assert_eq!(text(0.5, 0.5, 0.5, 1), "0.5 ±0.0");
    }
}
