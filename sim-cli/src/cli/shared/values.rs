//! Parsers of values: names of choices, counts and p-values.

use std::ops::RangeInclusive;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use overhear_lab::settings::{self, NamedChoice, SettingItem as _, read_count_in};
use overhear_lab::setup::ranges;

/// A value that a flag takes by its name.
pub(in crate::cli) struct Choice<T> {
    pub(in crate::cli) value: T,
    pub(in crate::cli) name: &'static str,
    pub(in crate::cli) help: &'static str,
}

/// Returns a parser of these choices.
pub(in crate::cli) fn choice<T>(choices: &'static [Choice<T>]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let values = choices.iter().map(|choice| PossibleValue::new(choice.name).help(choice.help));
    PossibleValuesParser::new(values).map(|name| {
        let choice = choices.iter().find(|choice| choice.name == name);
        choice.expect("only names that are known are let through").value
    })
}

/// Returns a parser of the names of choices.
pub(in crate::cli) fn names(choices: &'static [settings::Choice]) -> PossibleValuesParser {
    PossibleValuesParser::new(choices.iter().map(|choice| PossibleValue::new(choice.name).help(choice.help)))
}

/// Returns a parser of the values of a type, by their names.
pub(in crate::cli) fn named<T: NamedChoice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    names(T::CHOICES).try_map(|name| T::parse(name.as_ref()))
}

/// Returns a parser of counts in a range.
pub(in crate::cli) fn count(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = u64> {
    move |text: &str| read_count_in(text, range.clone())
}

/// Returns a parser of numbers of games.
pub(in crate::cli) fn games() -> impl TypedValueParser<Value = u64> {
    count(ranges::GAMES.range())
}

/// Parses a p-value.
pub(in crate::cli) fn p_value(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "takes a number from 0 to 1".to_owned())
}
