//! Rows of a deck file.

use super::super::{is_printable, stands_for_missing};
use super::DeckError;
use super::layout::{LANGUAGES, Layout, MARK, WORD, cells, nameless, separator, written};

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

/// The rows of a file, and remarks on guesses made while reading.
pub(super) struct DeckRows {
    pub(super) rows: Vec<DeckRow>,
    pub(super) remarks: Vec<String>,
}

/// Description of the characters that are refused in words and column names, because they would break
/// tables.
pub(super) const CONTROL: &str = "a line break or another character that does not show";

impl DeckRows {
    /// Parses a list or a table, and takes the words in `language`.
    ///
    /// # Errors
    /// A [`DeckError`] with the line and the problem.
    pub(super) fn read(text: &str, language: &str) -> Result<DeckRows, DeckError> {
        match Layout::detect(text, language)? {
            Layout::List { heading, doubtful } => {
                let words = written(text).filter(|(line, _)| Some(*line) != heading);
                let rows =
                    words.map(|(line, text)| list_row(line, text, language)).collect::<Result<_, _>>()?;
                let name = |line: usize| text.lines().nth(line - 1).unwrap_or_default().trim();
                let heading_remark = heading.map(|line| {
                    let name = name(line);
                    format!(
                        "line {line}: `{name}` is taken for the heading of the list, not for a keyword; to deal it, write it on \
                         another line"
                    )
                });
                let doubt_remark = doubtful.map(|line| {
                    let name = name(line);
                    format!(
                        "line {line}: `{name}` is dealt as a keyword; if it is a heading, remove the line"
                    )
                });
                Ok(DeckRows { rows, remarks: heading_remark.into_iter().chain(doubt_remark).collect() })
            }
            Layout::Table { separator, header } => {
                Ok(DeckRows { rows: table_rows(text, language, separator, header)?, remarks: Vec::new() })
            }
        }
    }
}

/// Parses a line of a list: a word, with or without quotes.
///
/// # Errors
/// A [`DeckError`] for a line with several cells, or with none.
fn list_row(line: usize, text: &str, language: &str) -> Result<DeckRow, DeckError> {
    let separator = separator(text);
    let mut words = cells(text, separator).filter(|cell| !cell.is_empty());
    match (words.next(), words.next()) {
        (Some(word), None) => Ok(DeckRow::single_word(line, word)),
        _ => Err(nameless(line, text, separator, language)),
    }
}

/// Parses a table, and takes the words in `language`.
///
/// # Errors
/// A [`DeckError`] with the line and the problem.
fn table_rows(
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
    /// Position and name of the column with the keywords.
    played: (usize, String),
    /// Positions of the columns in other languages.
    others: Vec<usize>,
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
        let column = |wanted: &str| {
            let mut found = (0..names.len()).filter(|&n| names[n] == wanted);
            match (found.next(), found.next()) {
                (_, Some(_)) => {
                    let reason = format!("column `{wanted}` appears twice");
                    Err(DeckError::Line { line, reason })
                }
                (place, None) => Ok(place),
            }
        };
        let mut played = None;
        for name in [language].into_iter().chain(WORD) {
            played = played.or(column(name)?.map(|place| (place, name.to_owned())));
        }
        let missing = || DeckError::NoColumn {
            line,
            language: language.to_owned(),
            columns: header.iter().collect::<Vec<_>>().join(", "),
        };
        let others = LANGUAGES.into_iter().filter(|&other| other != language).map(column);
        Ok(Columns {
            card: column("card")?.or(column("cards")?),
            face: column("face")?,
            played: played.ok_or_else(missing)?,
            others: others.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect(),
        })
    }

    /// Parses a row, or returns `None` if all its cells are empty, as in the exports of spreadsheets.
    fn row(&self, record: &csv::StringRecord) -> Result<Option<DeckRow>, DeckError> {
        if record.iter().all(str::is_empty) {
            return Ok(None);
        }
        let line = record.position().map_or(0, |p| p.line() as usize);
        let cell = |place: usize, name: &str| match &record[place] {
            "" => Err(DeckError::Line { line, reason: format!("the column `{name}` is empty") }),
            text => Ok(text.to_owned()),
        };
        let text = cell(self.played.0, &self.played.1)?;
        let translations = self.others.iter().map(|&n| record[n].to_owned());
        let translations = translations.filter(|text| !text.is_empty() && !stands_for_missing(text));
        Ok(Some(DeckRow {
            line,
            card: self.card.map_or_else(|| Ok(line.to_string()), |card| cell(card, "card"))?,
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

#[cfg(test)]
mod tests {
    use super::super::Deck;

    const ROWS: [(&str, &str); 8] = [
        ("1", "ant"),
        ("2", "ice cream"),
        ("3", "cat"),
        ("4", "dog"),
        ("5", "elk"),
        ("6", "fox"),
        ("7", "gnu"),
        ("8", "hen"),
    ];

    /// Returns the keywords of a deck with these rows, with or without a header.
    fn deck(header: &str, row: impl Fn(&str, &str) -> String) -> Result<Vec<String>, String> {
        let rows: String = ROWS.iter().map(|(card, word)| row(card, word) + "\n").collect();
        let deck = Deck::parse(&format!("{header}{rows}"), "en").map_err(|error| error.to_string())?;
        Ok(deck.keywords().iter().map(|keyword| keyword.text.clone()).collect())
    }

    #[test]
    fn tables_are_read_with_any_separator_and_any_header_that_names_the_words() {
        let words: Vec<String> = ROWS.iter().map(|(_, word)| (*word).to_owned()).collect();
        for separator in [",", ";", "\t"] {
            for (header, has_card) in [
                ("card|en", true),
                ("Card|EN", true),
                ("card|Word", true),
                ("difficulty|keyword", true),
                ("en|fr", false),
            ] {
                let header = header.replace('|', separator) + "\n";
                let found = deck(&header, |card, word| {
                    if has_card { format!("{card}{separator}{word}") } else { format!("{word}{separator}") }
                });
                assert_eq!(found.as_ref(), Ok(&words), "{header:?}");
            }
        }
        let quoted = deck("\"card\";\"en\"\r\n", |card, word| format!("\"{card}\";\"{word}\"\r"));
        assert_eq!(quoted.as_ref(), Ok(&words));
        let with_empty_rows = deck("card,en\n# mine\n", |card, word| format!("{card},{word}\n,\n"));
        assert_eq!(with_empty_rows.as_ref(), Ok(&words));
    }

    #[test]
    fn lists_are_read_with_quotes_comments_and_a_heading() {
        let words: Vec<String> = ROWS.iter().map(|(_, word)| (*word).to_owned()).collect();
        for header in ["", "word\n", "Keywords\r\n", "# animals\n\nword\n", "en\n"] {
            let found = deck(header, |_, word| format!("{word} # {word}"));
            assert_eq!(found.as_ref(), Ok(&words), "{header:?}");
        }
        assert_eq!(deck("", |_, word| format!("\"{word}\"")).as_ref(), Ok(&words));
        assert_eq!(deck("", |_, word| format!("{word};")).as_ref(), Ok(&words));
        assert_eq!(deck("", |_, word| format!("{word}\r")).as_ref(), Ok(&words));
        let (_, remarks) = Deck::parse_with_remarks("Word\na\nb\nc\nd\ne\nf\ng\nh\n", "en").unwrap();
        assert_eq!(
            remarks,
            [
                "line 1: `Word` is taken for the heading of the list, not for a keyword; to deal it, write it on another line"
            ]
        );
        let (moved, remarks) = Deck::parse_with_remarks("a\nWord\nb\nc\nd\ne\nf\ng\n", "en").unwrap();
        assert_eq!((moved.len(), remarks.len()), (8, 0), "on another line it is dealt");
        let (_, remarks) = Deck::parse_with_remarks("a\nb\nc\nd\ne\nf\ng\nword\n", "en").unwrap();
        assert!(remarks.is_empty(), "in any other place it is a keyword");
    }

    #[test]
    fn old_line_ends_are_line_ends() {
        let list = "ant\rbee\rcat\rdog\relk\rfox\rgnu\rhen\r";
        assert_eq!(Deck::parse(list, "en").unwrap().len(), 8);
        let torn = Deck::parse("card,en\r1,ant\r2\r", "en").unwrap_err().to_string();
        assert_eq!(torn, "line 3: 1 fields where the header has 2");
    }

    #[test]
    fn what_is_neither_a_list_nor_a_table_is_shown() {
        let refused = |text: &str| Deck::parse(text, "en").unwrap_err().to_string();
        assert!(
            deck("", |card, word| format!("{card},{word}"))
                .unwrap_err()
                .starts_with("line 1: 2 cells that no")
        );
        assert!(
            refused("ant\nrock, paper\n")
                .starts_with("line 2: 2 cells that no header names (`rock`, `paper`)")
        );
        assert_eq!(refused("card;fr\n1;chat\n"), "line 1: no column `en`; the header has card, fr");
        assert_eq!(refused("card,en,EN\n1,ant,bee\n"), "line 1: column `en` appears twice");
        assert_eq!(refused("card,en\n,ant\n"), "line 2: the column `card` is empty");
        assert_eq!(refused("\n\ncard,fr\n1,chat\n"), "line 3: no column `en`; the header has card, fr");
    }

    #[test]
    fn words_that_readers_of_tables_lose_are_refused_or_remarked_on() {
        for word in ["n/a", "<NA>", "-nan", "1.#IND", "-1.#QNAN", "#N/A", "-", "?", "--", "#REF!", "N.A."] {
            let table = format!("card,en\n1,ant\n2,\"{word}\"\n");
            let refused = Deck::parse(&table, "en").unwrap_err().to_string();
            let said = format!("line 3: `{word}` stands for a missing value in many tables; ");
            assert!(refused.starts_with(&said), "{refused}");
        }
        for word in ["none", "NULL", "NaN", "NA"] {
            let list = format!("ant\nbee\ncat\n{word}\ndog\nelk\nfox\ngnu\n");
            let (deck, remarks) = Deck::parse_with_remarks(&list, "en").unwrap();
            assert_eq!(deck.len(), 8);
            let said =
                format!("line 4: `{word}` is dealt as a keyword; data tools read it as a missing value");
            assert!(remarks.len() == 1 && remarks[0].starts_with(&said), "{remarks:?}");
        }
        let list = "nanny\nnone such\nnil\ncat\ndog\nelk\nfox\ngnu\n";
        assert!(Deck::parse_with_remarks(list, "en").is_ok_and(|(_, remarks)| remarks.is_empty()));
        let translated: String = (0..8).map(|n| format!("{n},word{n},null\n")).collect();
        let deck = Deck::parse(&format!("card,en,fr\n{translated}"), "en").unwrap();
        assert!(deck.keywords()[0].translations.is_empty(), "no translation is missing under its name");
    }
}
