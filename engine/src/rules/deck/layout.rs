//! The layout of a deck file: a list of words, or a table with named columns; and what a row of either holds.

use super::DeckError;
use super::heading::FirstLine;
use crate::rules::ByLanguage;

/// First character of a comment.
pub(super) const MARK: char = '#';

/// Languages that a deck file may have columns for.
pub(super) const LANGUAGES: ByLanguage<&str> = ["en", "fr", "it", "sv"];

/// Names of a keyword column that do not name a language.
pub(super) const WORD: [&str; 4] = ["word", "words", "keyword", "keywords"];

/// Names of the other columns.
const OTHERS: [&str; 3] = ["card", "cards", "face"];

/// Characters that may separate the cells of a row.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// The layout of a deck file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// A word on each line, with or without a heading.
    List {
        /// Line number of the heading, from 1.
        heading: Option<usize>,
        /// Line number of a first word that may be a heading.
        doubtful: Option<usize>,
    },
    /// Rows of cells under a header with the names of the columns.
    Table {
        /// Character between two cells.
        separator: char,
        /// Line number of the header, from 1.
        header: usize,
    },
}

impl Layout {
    /// Returns the layout of a text, recognised by its first line that is not empty.
    ///
    /// # Errors
    /// [`DeckError::Line`] if lines have several cells and no header names them.
    pub(super) fn detect(text: &str, language: &str) -> Result<Layout, DeckError> {
        let Some((line, first)) = written(text).next() else {
            return Ok(Layout::List { heading: None, doubtful: None });
        };
        let separator = separator(first);
        let names: Vec<String> = cells(first, separator).map(str::to_lowercase).collect();
        match (separator, &names[..]) {
            (None, [_]) => Ok(Layout::list(text, language)),
            (Some(separator), names) if names.iter().any(|name| is_column(name)) => {
                Ok(Layout::Table { separator, header: line })
            }
            // A spreadsheet with one column may end every line with separators.
            _ if written(text)
                .all(|(_, line)| cells(line, separator).filter(|cell| !cell.is_empty()).count() < 2) =>
            {
                Ok(Layout::list(text, language))
            }
            _ => Err(nameless(line, first, separator, language)),
        }
    }
}

impl Layout {
    /// Returns the layout of a word a line, with or without a heading.
    fn list(text: &str, language: &str) -> Layout {
        let words: Vec<(usize, &str)> = written(text).map(|(line, text)| (line, only_cell(text))).collect();
        let Some(((line, first), rest)) = words.split_first() else {
            return Layout::List { heading: None, doubtful: None };
        };
        let rest: Vec<&str> = rest.iter().map(|(_, word)| *word).collect();
        let kind = FirstLine::detect(first, &rest, language);
        Layout::List {
            heading: (kind == FirstLine::Heading).then_some(*line),
            doubtful: (kind == FirstLine::Doubtful).then_some(*line),
        }
    }
}

/// A word of a deck file.
pub(super) struct DeckRow {
    /// Line number of the word, from 1.
    pub(super) line: usize,
    /// Name of the card.
    pub(super) card: String,
    /// Name of the face.
    pub(super) face: String,
    /// The word in the language of the game.
    pub(super) text: String,
    /// Translations of the word.
    pub(super) translations: Vec<String>,
}

impl DeckRow {
    /// Creates the row of a word on a card of its own.
    pub(super) fn single_word(line: usize, text: &str) -> DeckRow {
        let text = text.to_owned();
        DeckRow { line, card: line.to_string(), face: String::new(), text, translations: Vec::new() }
    }
}

/// Returns the first cell of a line that is not empty.
fn only_cell(line: &str) -> &str {
    cells(line, separator(line)).find(|cell| !cell.is_empty()).unwrap_or_default()
}

/// Returns the lines that are not empty, without comments, each with its number from 1.
pub(super) fn written(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(|line| line.split(MARK).next().unwrap_or_default().trim()));
    lines.filter(|(_, line)| !line.is_empty())
}

/// Returns the cells of a line, without the quotes around them.
pub(super) fn cells(line: &str, separator: Option<char>) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let cells = line.split(move |c: char| {
        is_quoted ^= c == '"';
        !is_quoted && Some(c) == separator
    });
    cells.map(|cell| unquoted(cell.trim()))
}

/// Returns a cell without the quotes around it.
fn unquoted(cell: &str) -> &str {
    let inner = cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"'));
    inner.map_or(cell, str::trim)
}

/// Returns the separator of the cells in a line: the most frequent of `,`, `;`, tab and `|` outside quotes, if any.
///
/// ```
/// use overhear_engine::rules::cell_separator;
/// assert_eq!(cell_separator("keyword;\"clue, or clues\";weight"), Some(';'));
/// assert_eq!(cell_separator("keyword"), None);
/// ```
pub fn separator(line: &str) -> Option<char> {
    let counts = SEPARATORS.into_iter().rev().map(|mark| (mark, cells(line, Some(mark)).count() - 1));
    // `max_by_key` returns the last maximum, so the reversed order prefers the comma.
    let (separator, count) = counts.max_by_key(|&(_, count)| count)?;
    (count > 0).then_some(separator)
}

/// Returns `true` if a deck file may have a column with this name.
fn is_column(name: &str) -> bool {
    LANGUAGES.iter().chain(&WORD).chain(&OTHERS).any(|column| *column == name)
}

/// Creates the error for a line of several cells without a header: it shows the cells and the right form.
pub(super) fn nameless(line: usize, text: &str, separator: Option<char>, language: &str) -> DeckError {
    let cells: Vec<&str> = cells(text, separator).collect();
    let named = cells.iter().take(4).map(|cell| format!("`{}`", cell.escape_debug())).collect::<Vec<_>>();
    let more = if cells.len() > named.len() { ", …" } else { "" };
    let reason = format!(
        "{} cells that no header names ({}{more}); write one word a line, or a table whose first line names its columns, as \
         `card,{language}`",
        cells.len(),
        named.join(", ")
    );
    DeckError::Line { line, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_tells_the_layout() {
        let list = |heading| Ok(Layout::List { heading, doubtful: None });
        let doubtful = |line| Ok(Layout::List { heading: None, doubtful: Some(line) });
        let table = |separator, header| Ok(Layout::Table { separator, header });
        for (text, expected) in [
            ("", list(None)),
            ("ant\nbee", list(None)),
            ("word\nant", list(Some(1))),
            ("# mine\n\nKEYWORD\nant", list(Some(3))),
            ("en\nant", list(Some(1))),
            ("fr\nant", list(None)),
            ("card\nant", doubtful(1)),
            ("Term\nant", list(Some(1))),
            ("Term,\nant,\n", list(Some(1))),
            ("\"Word\"\nant", list(Some(1))),
            ("card,en\n1,ant", table(',', 1)),
            ("Card;EN;FR\n1;ant;fourmi", table(';', 1)),
            ("card\ten\n1\tant", table('\t', 1)),
            ("card|en\n1|ant", table('|', 1)),
            ("\nword;x\nant;1", table(';', 2)),
            ("word;difficulty\nant;1", table(';', 1)),
            (",word\n0,ant", table(',', 1)),
            ("# mine\ncard,en\n1,ant", table(',', 2)),
            ("\"a,b\";\"card\"\n", table(';', 1)),
            ("ant,\nbee,\n", list(None)),
            (";ant;\n;bee;\n", list(None)),
        ] {
            assert_eq!(Layout::detect(text, "en"), expected, "{text:?}");
        }
    }

    #[test]
    fn cells_that_nothing_names_are_shown_with_the_right_form() {
        let refused = |text: &str| Layout::detect(text, "fr").expect_err("nameless").to_string();
        let message = refused("galaxy,mine\nsun,moon\n");
        assert_eq!(
            message,
            "line 1: 2 cells that no header names (`galaxy`, `mine`); write one word a line, or a table whose first line \
             names its columns, as `card,fr`"
        );
        assert!(refused("1;ant\n2;bee\n").contains("(`1`, `ant`)"));
        assert!(refused("sun|moon\nant|bee\n").contains("(`sun`, `moon`)"));
        assert!(refused("a\tb\tc\td\te\n").contains("5 cells that no header names (`a`, `b`, `c`, `d`, …)"));
    }
}
