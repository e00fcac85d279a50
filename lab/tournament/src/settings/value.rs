//! The types of settings: how a word is read, and how a value is written as words.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use overhear_engine::rules::Language;

use super::count::read_count;
use super::range::Range;
use crate::error::LabError;
use crate::input::at_home;

/// Whether a setting takes a value, several, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingForm {
    /// One value; there is a default.
    One,
    /// One value or nothing.
    Optional,
    /// Any number of values, each behind a flag of its own.
    List,
    /// Any number of values with commas between them.
    CommaList,
    /// Nothing: it is on or off.
    Switch,
}

/// A value that can be listed: its name, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name.
    pub name: &'static str,
    /// What it means.
    pub help: &'static str,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// A whole number from 0.
    Count,
    /// A number.
    Number,
    /// Text, also with a form of its own such as a SPEC.
    Text,
    /// The path of a file or a directory.
    Path,
    /// A name and a file, as `NAME=FILE`.
    NamedFile,
    /// A bot, or a file of bots.
    Bot,
    /// On or off.
    Switch,
    /// One of these.
    Choice(&'static [Choice]),
}

/// A type of single values.
pub trait SettingItem: Sized {
    /// What it is.
    const KIND: SettingKind;

    /// Reads a word.
    ///
    /// # Errors
    /// What the word would have to be, in a sentence.
    fn parse(word: &OsStr) -> Result<Self, String>;

    /// Returns the word that is read as this value.
    fn word(&self) -> String;

    /// Checks the range.
    ///
    /// # Errors
    /// If it is out of range.
    fn check(&self, range: Range) -> Result<(), LabError> {
        let _ = range;
        Ok(())
    }
}

/// A type that a field of a configuration can have.
pub trait SettingValue: Sized {
    /// Whether it takes a value, several, or none.
    const FORM: SettingForm;

    /// Returns what a value is.
    fn kind() -> SettingKind;

    /// Checks that a word is a value.
    ///
    /// # Errors
    /// What the word would have to be, in a sentence.
    fn accept(word: &OsStr) -> Result<(), String>;

    /// Reads the words that are given.
    ///
    /// # Errors
    /// What a word would have to be, in a sentence.
    fn read(words: &[OsString]) -> Result<Self, String>;

    /// Returns the words that would give this value.
    fn words(&self) -> Vec<String>;

    /// Checks the range.
    ///
    /// # Errors
    /// If a number is out of range.
    fn check(&self, range: Range) -> Result<(), LabError>;
}

impl<T: SettingItem> SettingValue for T {
    const FORM: SettingForm = SettingForm::One;

    fn kind() -> SettingKind {
        T::KIND
    }

    fn accept(word: &OsStr) -> Result<(), String> {
        T::parse(word).map(drop)
    }

    fn read(words: &[OsString]) -> Result<T, String> {
        T::parse(words.last().map_or(OsStr::new(""), OsString::as_os_str))
    }

    fn words(&self) -> Vec<String> {
        Some(self.word()).filter(|word| !word.is_empty()).into_iter().collect()
    }

    fn check(&self, range: Range) -> Result<(), LabError> {
        SettingItem::check(self, range)
    }
}

impl<T: SettingItem> SettingValue for Option<T> {
    const FORM: SettingForm = SettingForm::Optional;

    fn kind() -> SettingKind {
        T::KIND
    }

    fn accept(word: &OsStr) -> Result<(), String> {
        T::parse(word).map(drop)
    }

    fn read(words: &[OsString]) -> Result<Option<T>, String> {
        words.last().map(|word| T::parse(word)).transpose()
    }

    fn words(&self) -> Vec<String> {
        self.iter().map(SettingItem::word).collect()
    }

    fn check(&self, range: Range) -> Result<(), LabError> {
        self.as_ref().map_or(Ok(()), |value| SettingItem::check(value, range))
    }
}

impl<T: SettingItem> SettingValue for Vec<T> {
    const FORM: SettingForm = SettingForm::List;

    fn kind() -> SettingKind {
        T::KIND
    }

    fn accept(word: &OsStr) -> Result<(), String> {
        T::parse(word).map(drop)
    }

    fn read(words: &[OsString]) -> Result<Vec<T>, String> {
        words.iter().map(|word| T::parse(word)).collect()
    }

    fn words(&self) -> Vec<String> {
        self.iter().map(SettingItem::word).collect()
    }

    fn check(&self, range: Range) -> Result<(), LabError> {
        self.iter().try_for_each(|value| SettingItem::check(value, range))
    }
}

impl SettingValue for bool {
    const FORM: SettingForm = SettingForm::Switch;

    fn kind() -> SettingKind {
        SettingKind::Switch
    }

    fn accept(word: &OsStr) -> Result<(), String> {
        Self::read(&[word.to_owned()]).map(drop)
    }

    fn read(words: &[OsString]) -> Result<bool, String> {
        match words.last().and_then(|word| word.to_str()) {
            None | Some("true") => Ok(true),
            Some("false") => Ok(false),
            Some(_) => Err("takes true or false".to_owned()),
        }
    }

    fn words(&self) -> Vec<String> {
        if *self { vec!["true".to_owned()] } else { Vec::new() }
    }

    fn check(&self, _range: Range) -> Result<(), LabError> {
        Ok(())
    }
}

/// Implements [`SettingItem`] for whole numbers.
macro_rules! counts {
    ($($ty:ty: $to_u64:expr;)*) => {$(
        impl SettingItem for $ty {
            const KIND: SettingKind = SettingKind::Count;

            fn parse(word: &OsStr) -> Result<$ty, String> {
                let count = read_count(text(word)?)?;
                <$ty>::try_from(count).map_err(|_| format!("{count} is out of range; takes 0 to {}", <$ty>::MAX))
            }

            fn word(&self) -> String {
                self.to_string()
            }

            fn check(&self, range: Range) -> Result<(), LabError> {
                match range {
                    Range::Count(range) => range.check($to_u64(*self)).map(drop),
                    Range::Number(_) => Ok(()),
                }
            }
        }
    )*};
}

counts! {
    u64: std::convert::identity::<u64>;
    u32: u64::from;
    u16: u64::from;
    u8: u64::from;
    // No larger than a `u64` on any machine that this is compiled for.
    usize: |count: usize| count as u64;
}

impl SettingItem for f64 {
    const KIND: SettingKind = SettingKind::Number;

    fn parse(word: &OsStr) -> Result<f64, String> {
        text(word)?.parse().map_err(|error: std::num::ParseFloatError| error.to_string())
    }

    fn word(&self) -> String {
        self.to_string()
    }

    fn check(&self, range: Range) -> Result<(), LabError> {
        match range {
            Range::Number(range) => range.check(*self).map(drop),
            Range::Count(_) => Ok(()),
        }
    }
}

impl SettingItem for String {
    const KIND: SettingKind = SettingKind::Text;

    fn parse(word: &OsStr) -> Result<String, String> {
        text(word).map(str::to_owned)
    }

    fn word(&self) -> String {
        self.clone()
    }
}

impl SettingItem for PathBuf {
    const KIND: SettingKind = SettingKind::Path;

    fn parse(word: &OsStr) -> Result<PathBuf, String> {
        Ok(at_home(Path::new(word)))
    }

    fn word(&self) -> String {
        self.to_string_lossy().into_owned()
    }
}

/// A type with few values, each of which has a name.
pub trait NamedChoice: Copy + PartialEq + 'static {
    /// The values, in the order of help.
    const VALUES: &'static [Self];
    /// Their names and what they mean, in the same order.
    const CHOICES: &'static [Choice];
}

impl<T: NamedChoice> SettingItem for T {
    const KIND: SettingKind = SettingKind::Choice(T::CHOICES);

    fn parse(word: &OsStr) -> Result<T, String> {
        let place = T::CHOICES.iter().position(|choice| word == choice.name);
        place.map(|place| T::VALUES[place]).ok_or_else(|| {
            let names: Vec<&str> = T::CHOICES.iter().map(|choice| choice.name).collect();
            format!("takes one of {}", names.join(", "))
        })
    }

    fn word(&self) -> String {
        let place = T::VALUES.iter().position(|value| value == self);
        place.map_or_else(String::new, |place| T::CHOICES[place].name.to_owned())
    }
}

impl NamedChoice for Language {
    const VALUES: &'static [Language] = &Language::ALL;
    const CHOICES: &'static [Choice] = &{
        // A loop, because `map` is not const.
        let mut choices = [Choice { name: "", help: "" }; Language::ALL.len()];
        let mut place = 0;
        while place < choices.len() {
            choices[place] = Choice { name: Language::ALL[place].code(), help: Language::ALL[place].name() };
            place += 1;
        }
        choices
    };
}

/// Implements [`SettingItem`] for a type with a text of its own: its `FromStr` reads it, a function writes it.
macro_rules! text_item {
    ($ty:ty, $kind:ident, $word:path) => {
        impl $crate::settings::SettingItem for $ty {
            const KIND: $crate::settings::SettingKind = $crate::settings::SettingKind::$kind;

            fn parse(word: &std::ffi::OsStr) -> Result<$ty, String> {
                word.to_str().ok_or("not UTF-8")?.parse()
            }

            fn word(&self) -> String {
                $word(self)
            }
        }
    };
}
pub(crate) use text_item;

/// Returns a word as text.
fn text(word: &OsStr) -> Result<&str, String> {
    word.to_str().ok_or_else(|| "not UTF-8".to_owned())
}
