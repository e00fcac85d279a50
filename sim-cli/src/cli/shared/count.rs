//! Parser of counts.

use std::ops::RangeInclusive;

use clap::builder::TypedValueParser;
use overhear_lab::settings::read_count_in;

/// Returns a parser of counts in a range.
pub(in crate::cli) fn count(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = u64> {
    move |text: &str| read_count_in(text, range.clone())
}
