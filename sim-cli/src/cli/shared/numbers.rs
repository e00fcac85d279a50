//! Numbers that are no counts.

use clap::builder::TypedValueParser;
use overhear_lab::setup::ranges::NumberRange;

/// Returns a number that a setting may be.
pub(in crate::cli) fn number(range: NumberRange) -> impl TypedValueParser<Value = f64> {
    move |text: &str| {
        let number = text.parse().ok().filter(|&number| range.contains(number));
        number.ok_or_else(|| range.to_string())
    }
}

/// Reads a p-value.
pub(crate) fn p_value(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "a number from 0 to 1 goes here".to_owned())
}
