//! Parser of counts.

use std::ops::RangeInclusive;

use clap::builder::TypedValueParser;
use overhear_lab::settings::read_count;

/// Returns a parser of counts in a range.
pub(in crate::cli) fn count(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = u64> {
    move |text: &str| match read_count(text)? {
        count if range.contains(&count) => Ok(count),
        count => Err(format!("{count} is out of range; takes {} to {}", range.start(), range.end())),
    }
}
