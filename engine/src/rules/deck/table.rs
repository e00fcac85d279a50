//! Rows of a deck that is a table.

use super::super::{is_printable, stands_for_missing};
use super::layout::{DeckRow, LANGUAGES, MARK, WORD};
use super::{CONTROL, DeckError};

/// Parses a table, and takes the words in `language`.
///
/// # Errors
/// A [`DeckError`] with the line and the problem.
pub(super) fn table_rows(
    text: &str,
    language: &str,
    separator: char,
    header_line: usize,
) -> Result<Vec<DeckRow>, DeckError> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .delimiter(separator as u8)
        .comment(Some(MARK as u8))
        .from_reader(text.as_bytes());
    let header = reader.headers().map_err(|e| csv_error(&e))?.clone();
    let columns = Columns::from_header(&header, language, header_line)?;
    let rows = reader.records().map(|record| columns.row(&record.map_err(|e| csv_error(&e))?));
    rows.filter_map(Result::transpose).collect()
}

/// Positions of the columns in a table.
struct Columns {
    card: Option<usize>,
    face: Option<usize>,
    played: PlayedColumn,
    /// Positions of the columns in other languages.
    others: Vec<usize>,
}

/// The column with the keywords.
struct PlayedColumn {
    place: usize,
    name: String,
}

impl Columns {
    /// Finds the columns by their names in the header.
    ///
    /// # Errors
    /// A [`DeckError`] for a bad or repeated name, or if no column has the keywords.
    fn from_header(header: &csv::StringRecord, language: &str, line: usize) -> Result<Columns, DeckError> {
        if let Some(name) = header.iter().find(|name| !name.chars().all(is_printable)) {
            let reason = format!("the column's name \"{}\" holds {CONTROL}", name.escape_default());
            return Err(DeckError::Line { line, reason });
        }
        let names: Vec<String> = header.iter().map(str::to_lowercase).collect();
        let mut played = None;
        for name in [language].into_iter().chain(WORD) {
            played = played
                .or(place_of(name, &names, line)?.map(|place| PlayedColumn { place, name: name.to_owned() }));
        }
        let others = LANGUAGES.into_iter().filter(|&other| other != language);
        let others = others.map(|other| place_of(other, &names, line));
        Ok(Columns {
            card: place_of("card", &names, line)?.or(place_of("cards", &names, line)?),
            face: place_of("face", &names, line)?,
            played: played.ok_or_else(|| DeckError::NoColumn {
                line,
                language: language.to_owned(),
                columns: header.iter().collect::<Vec<_>>().join(", "),
            })?,
            others: others.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect(),
        })
    }

    /// Parses a row, or returns `None` if all its cells are empty, as in the exports of spreadsheets.
    fn row(&self, record: &csv::StringRecord) -> Result<Option<DeckRow>, DeckError> {
        if record.iter().all(str::is_empty) {
            return Ok(None);
        }
        let line = record.position().map_or(0, |p| p.line() as usize);
        let text = filled_cell(&record[self.played.place], &self.played.name, line)?;
        let translations = self.others.iter().map(|&n| record[n].to_owned());
        let translations = translations.filter(|text| !text.is_empty() && !stands_for_missing(text));
        Ok(Some(DeckRow {
            line,
            card: self
                .card
                .map_or_else(|| Ok(line.to_string()), |card| filled_cell(&record[card], "card", line))?,
            face: self.face.map_or(String::new(), |n| record[n].to_owned()),
            text,
            translations: translations.collect(),
        }))
    }
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

/// Returns the place of a column in the header on this line, or `None` if the header has no such name.
///
/// # Errors
/// A [`DeckError`] for a name that the header has twice.
fn place_of(name: &str, names: &[String], line: usize) -> Result<Option<usize>, DeckError> {
    let mut places = (0..names.len()).filter(|&n| names[n] == name);
    match (places.next(), places.next()) {
        (_, Some(_)) => Err(DeckError::Line { line, reason: format!("column `{name}` appears twice") }),
        (place, None) => Ok(place),
    }
}

/// Returns the text of a cell in a column that must not be empty.
fn filled_cell(text: &str, column: &str, line: usize) -> Result<String, DeckError> {
    if text.is_empty() {
        return Err(DeckError::Line { line, reason: format!("the column `{column}` is empty") });
    }
    Ok(text.to_owned())
}
