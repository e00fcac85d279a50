//! Parsers of numbers that are not counts.

use clap::builder::TypedValueParser;
use overhear_lab::setup::ranges::NumberRange;

/// Returns a parser of numbers in a setting's range.
pub(in crate::cli) fn number(range: NumberRange) -> impl TypedValueParser<Value = f64> {
    move |text: &str| {
        let number = text.parse().ok().filter(|&number| range.contains(number));
        number.ok_or_else(|| range.to_string())
    }
}

/// Parses a p-value.
pub(crate) fn p_value(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "takes a number from 0 to 1".to_owned())
}
