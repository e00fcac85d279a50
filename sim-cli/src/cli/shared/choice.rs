//! Values by name, for flags with a few choices.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use overhear_lab::settings::{self, NamedChoice, SettingItem as _};

/// A value, its name, and its help.
pub(in crate::cli) type Choice<T> = (T, &'static str, &'static str);

/// Returns a parser of these choices.
pub(in crate::cli) fn choice<T>(choices: &'static [Choice<T>]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let values = choices.iter().map(|&(_, name, meaning)| PossibleValue::new(name).help(meaning));
    PossibleValuesParser::new(values).map(|name| {
        let found = choices.iter().find(|(_, known, _)| *known == name);
        found.expect("only names that are known are let through").0
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
