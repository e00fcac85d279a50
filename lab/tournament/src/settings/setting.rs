//! One setting: what flags, environment variables, files and functions are made from.

use std::ffi::OsStr;

use super::count::read_count_in;
use super::range::Range;
use super::value::{Choice, SettingForm, SettingKind, SettingValue};

/// A setting as it is declared.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The name of the field, of the key in files and manifests, and of the parameter in Python.
    pub key: &'static str,
    /// The fields of the configuration in which its own field stands, from the outermost.
    pub groups: Vec<&'static str>,
    /// What it means, in a paragraph without a full stop at its end.
    pub help: &'static str,
    /// Whether it takes a value, several, or none.
    pub form: SettingForm,
    /// What a value is.
    pub kind: SettingKind,
    /// The default, as the words that would give it; none if there is nothing to give.
    pub default: Vec<String>,
    /// The range of a number.
    pub range: Option<Range>,
    /// What help shows in the place of a value.
    pub value: Option<&'static str>,
    /// The name of the flag, where it is not the key with dashes.
    flag: Option<&'static str>,
    /// Another name of the flag.
    pub alias: Option<&'static str>,
    /// The heading of help.
    pub heading: Option<&'static str>,
    /// Whether a new run needs it.
    pub is_required: bool,
    /// Whether it stands without a flag.
    pub is_positional: bool,
    /// Whether help leaves it out.
    pub is_hidden: bool,
    /// Keys that cannot be given with it.
    pub conflicts: &'static [&'static str],
    accept: fn(&OsStr) -> Result<(), String>,
}

impl Setting {
    /// Returns a setting with its key, its help and its default.
    pub fn new<T: SettingValue>(key: &'static str, help: &'static str, default: &T) -> Setting {
        Setting {
            key,
            groups: Vec::new(),
            help,
            form: T::FORM,
            kind: T::kind(),
            default: default.words(),
            range: None,
            value: None,
            flag: None,
            alias: None,
            heading: None,
            is_required: false,
            is_positional: false,
            is_hidden: false,
            conflicts: &[],
            accept: T::accept,
        }
    }

    /// Returns the name of its flag, without dashes in front.
    pub fn flag_name(&self) -> String {
        self.flag.map_or_else(|| self.key.replace('_', "-"), str::to_owned)
    }

    /// Returns the values that it can have, where they can be listed.
    pub fn choices(&self) -> &'static [Choice] {
        match self.kind {
            SettingKind::Choice(choices) => choices,
            _ => &[],
        }
    }

    /// Checks one word that is given for it: that it is a value, and in its range.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub fn check_word(&self, word: &OsStr) -> Result<(), String> {
        let text = word.to_str().unwrap_or_default();
        match self.range {
            Some(Range::Count(range)) => read_count_in(text, range.range()).map(drop),
            Some(Range::Number(range)) => match text.parse() {
                Ok(number) if range.contains(number) => Ok(()),
                _ => Err(range.to_string()),
            },
            None => (self.accept)(word),
        }
    }

    /// Puts it into a group.
    #[must_use]
    pub fn in_group(mut self, group: &'static str) -> Setting {
        self.groups.insert(0, group);
        self
    }

    /// Changes the help, if it is one of these keys.
    #[must_use]
    pub fn reworded(self, helps: &[(&'static str, &'static str)]) -> Setting {
        let help = helps.iter().find(|(key, _)| *key == self.key).map_or(self.help, |(_, help)| help);
        Setting { help, ..self }
    }

    /// Sets the range.
    #[must_use]
    pub fn range(self, range: impl Into<Range>) -> Setting {
        Setting { range: Some(range.into()), ..self }
    }

    /// Sets what help shows in the place of a value.
    #[must_use]
    pub fn value(self, value: &'static str) -> Setting {
        Setting { value: Some(value), ..self }
    }

    /// Sets the name of the flag.
    #[must_use]
    pub fn flag(self, flag: &'static str) -> Setting {
        Setting { flag: Some(flag), ..self }
    }

    /// Sets another name of the flag.
    #[must_use]
    pub fn alias(self, alias: &'static str) -> Setting {
        Setting { alias: Some(alias), ..self }
    }

    /// Sets the heading of help.
    #[must_use]
    pub fn heading(self, heading: &'static str) -> Setting {
        Setting { heading: Some(heading), ..self }
    }

    /// A new run needs it.
    #[must_use]
    pub fn required(self) -> Setting {
        Setting { is_required: true, ..self }
    }

    /// A new run needs it, if it is one of these keys.
    #[must_use]
    pub fn required_among(self, keys: &[&str]) -> Setting {
        Setting { is_required: self.is_required || keys.contains(&self.key), ..self }
    }

    /// It stands without a flag.
    #[must_use]
    pub fn positional(self) -> Setting {
        Setting { is_positional: true, ..self }
    }

    /// Commas separate its values.
    #[must_use]
    pub fn delimited(self) -> Setting {
        Setting { form: SettingForm::CommaList, ..self }
    }

    /// Help leaves it out.
    #[must_use]
    pub fn hidden(self) -> Setting {
        Setting { is_hidden: true, ..self }
    }

    /// Sets the keys that cannot be given with it.
    #[must_use]
    pub fn conflicts(self, conflicts: &'static [&'static str]) -> Setting {
        Setting { conflicts, ..self }
    }
}
