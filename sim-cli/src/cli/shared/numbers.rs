//! Parsers of numbers that are not counts.

/// Parses a p-value.
pub(crate) fn p_value(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "takes a number from 0 to 1".to_owned())
}
