//! Numbers that statistics are worked out from.

/// Reads a p-value.
pub(crate) fn p_value(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "a number from 0 to 1 goes here".to_owned())
}
