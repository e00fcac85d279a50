//! The rows of a deck file.

use super::super::is_printable;
use super::DeckError;

/// The languages that a deck file may have columns for.
const LANGUAGES: [&str; 4] = ["en", "fr", "it", "sv"];

/// A word as the file has it.
pub(super) struct Row {
    /// The line that it stands on, from 1.
    pub(super) line: usize,
    /// The name of its card.
    pub(super) card: String,
    /// The name of its face.
    pub(super) face: String,
    /// The word.
    pub(super) text: String,
    /// Its translations.
    pub(super) translations: Vec<String>,
}

/// What neither a word nor the name of a column may hold: it would tear every table that it stands in.
pub(super) const CONTROL: &str = "a line break or another control character";

/// The words of a plain list, each on a card of its own.
pub(super) fn list_rows(text: &str) -> Vec<Row> {
    let word = |line: &str| line.split('#').next().unwrap_or_default().trim().to_owned();
    let lines = text.lines().enumerate().map(|(n, line)| (n + 1, word(line)));
    lines
        .filter(|(_, word)| !word.is_empty())
        .map(|(line, text)| Row {
            line,
            card: line.to_string(),
            face: String::new(),
            text,
            translations: Vec::new(),
        })
        .collect()
}

/// The words of a table, in the language that is played.
///
/// # Errors
/// What is wrong with the table, and in which line.
pub(super) fn table_rows(text: &str, language: &str) -> Result<Vec<Row>, DeckError> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|e| csv_error(&e))?.clone();
    if let Some(name) = header.iter().find(|name| !name.chars().all(is_printable)) {
        let reason = format!("the column's name \"{}\" holds {CONTROL}", name.escape_default());
        return Err(DeckError::Line { line: 1, reason });
    }
    let column = |name: &str| header.iter().position(|h| h == name);
    let missing = |name: &str| DeckError::NoColumn {
        language: name.to_owned(),
        columns: header.iter().collect::<Vec<_>>().join(", "),
    };
    let card = column("card").ok_or_else(|| missing("card"))?;
    let face = column("face");
    let played = column(language).ok_or_else(|| missing(language))?;
    let others: Vec<usize> = LANGUAGES.iter().filter(|&&l| l != language).filter_map(|l| column(l)).collect();
    reader
        .records()
        .map(|record| {
            let record = record.map_err(|e| csv_error(&e))?;
            let line = record.position().map_or(0, |p| p.line() as usize);
            if record[played].is_empty() {
                return Err(DeckError::Line { line, reason: format!("the column `{language}` is empty") });
            }
            let translations =
                others.iter().map(|&n| record[n].to_owned()).filter(|t| !t.is_empty()).collect();
            let face = face.map_or(String::new(), |n| record[n].to_owned());
            Ok(Row {
                line,
                card: record[card].to_owned(),
                face,
                text: record[played].to_owned(),
                translations,
            })
        })
        .collect()
}

fn csv_error(error: &csv::Error) -> DeckError {
    let line = error.position().map_or(1, |p| p.line() as usize);
    let reason = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} fields where the header has {expected_len}")
        }
        _ => error.to_string(),
    };
    DeckError::Line { line, reason }
}
