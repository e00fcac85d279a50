//! TOML files whose errors name file, line and key.

use std::ops::Range;
use std::path::Path;

use overhear_agents::registry::closest_spelling;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::LabError;
use crate::input::{self, SizeLimit};
use crate::message::IntoMessage;

/// A text file with its name for messages.
#[derive(Debug)]
pub struct TomlDocument {
    name: String,
    text: String,
}

impl TomlDocument {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is too large, or is not UTF-8.
    pub fn read(path: &Path) -> Result<TomlDocument, LabError> {
        let name = path.display().to_string();
        let text = input::read_text(path, SizeLimit::Settings)?;
        Ok(TomlDocument { name, text })
    }

    /// Returns the name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the document as a table with source positions.
    ///
    /// # Errors
    /// Returns an error for invalid TOML, by line.
    pub fn table(&self) -> Result<Spanned<DeTable<'_>>, LabError> {
        DeTable::parse(&self.text)
            .map_err(|error| self.failure(error.span().unwrap_or(0..0), error.message()))
    }

    /// Returns file and line, for messages.
    pub fn place(&self, span: Range<usize>) -> String {
        format!("{}: line {}", self.name, line_of(self.text.as_bytes(), span.start))
    }

    /// Returns the error at a position.
    pub fn failure(&self, span: Range<usize>, message: impl IntoMessage) -> LabError {
        LabError::content(self.place(span), message)
    }
}

/// Returns the line number of a byte, from 1.
fn line_of(text: &[u8], at: usize) -> usize {
    text[..at.min(text.len())].split(|&byte| byte == b'\n').count()
}

/// Returns the message for an unknown key.
pub fn unknown_key<'a>(key: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    unknown("key", key, known)
}

/// Returns the message for an unknown name.
pub fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match closest_spelling(name, known.clone()) {
        Some(nearest) => format!("unknown {what} `{name}` (did you mean `{nearest}`?)"),
        None => format!("unknown {what} `{name}`; there are {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// Returns a string, number or boolean as it would be written on the command line.
pub fn text_of(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Integer(number) => {
            i128::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> TomlDocument {
        TomlDocument { name: "x.toml".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_place_is_the_line_of_the_key() {
        let document = document("a = 1\n\nb = 2\n");
        let table = document.table().unwrap_or_else(|failure| panic!("{}", failure.to_string()));
        let places = table.get_ref().keys().map(|key| document.place(key.span()));
        assert_eq!(places.collect::<Vec<_>>(), ["x.toml: line 1", "x.toml: line 3"]);
    }

    #[test]
    fn a_slip_of_the_pen_is_understood_and_nonsense_is_not() {
        let known = ["round_limit", "repeat"];
        assert_eq!(closest_spelling("round_limits", known.into_iter()), Some("round_limit"));
        assert_eq!(closest_spelling("xyz", known.into_iter()), None);
        assert_eq!(unknown_key("xyz", known.into_iter()), "unknown key `xyz`; there are round_limit, repeat");
    }

    #[test]
    fn numbers_are_read_in_every_notation() {
        let document = document("a = 10_000\nb = 0x10\nc = true\nd = 0.5\n");
        let table = document.table().unwrap_or_else(|failure| panic!("{}", failure.to_string()));
        let texts: Vec<_> = table.get_ref().values().filter_map(|value| text_of(value.get_ref())).collect();
        assert_eq!(texts, ["10000", "16", "true", "0.5"]);
    }
}
