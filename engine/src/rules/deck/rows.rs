//! Rows of a deck file.

use super::DeckError;
use super::layout::{DeckRow, Layout, cells, nameless, separator, written};
#[cfg(feature = "csv")]
use super::table::table_rows;

/// The rows of a file, and remarks on guesses made while reading.
pub(super) struct DeckRows {
    pub(super) rows: Vec<DeckRow>,
    pub(super) remarks: Vec<String>,
}

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
                let heading_remark = heading.map(|line| {
                    let name = name_on(text, line);
                    format!(
                        "line {line}: `{name}` is taken for the heading of the list, not for a keyword; to deal it, write it on \
                         another line"
                    )
                });
                let doubt_remark = doubtful.map(|line| {
                    let name = name_on(text, line);
                    format!(
                        "line {line}: `{name}` is dealt as a keyword; if it is a heading, remove the line"
                    )
                });
                Ok(DeckRows { rows, remarks: heading_remark.into_iter().chain(doubt_remark).collect() })
            }
            #[cfg(not(feature = "csv"))]
            Layout::Table { header: line, .. } => {
                let reason =
                    "a table, which this program was built without; write a list, one keyword a line";
                Err(DeckError::Line { line, reason: reason.to_owned() })
            }
            #[cfg(feature = "csv")]
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

/// Returns the text on a line, which counts from 1.
fn name_on(text: &str, line: usize) -> &str {
    text.lines().nth(line - 1).unwrap_or_default().trim()
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
                let parsed = deck(&header, |card, word| {
                    if has_card { format!("{card}{separator}{word}") } else { format!("{word}{separator}") }
                });
                assert_eq!(parsed.as_ref(), Ok(&words), "{header:?}");
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
            let parsed = deck(header, |_, word| format!("{word} # {word}"));
            assert_eq!(parsed.as_ref(), Ok(&words), "{header:?}");
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
            let beginning = format!("line 3: `{word}` stands for a missing value in many tables; ");
            assert!(refused.starts_with(&beginning), "{refused}");
        }
        for word in ["none", "NULL", "NaN", "NA"] {
            let list = format!("ant\nbee\ncat\n{word}\ndog\nelk\nfox\ngnu\n");
            let (deck, remarks) = Deck::parse_with_remarks(&list, "en").unwrap();
            assert_eq!(deck.len(), 8);
            let beginning =
                format!("line 4: `{word}` is dealt as a keyword; data tools read it as a missing value");
            assert!(remarks.len() == 1 && remarks[0].starts_with(&beginning), "{remarks:?}");
        }
        let list = "nanny\nnone such\nnil\ncat\ndog\nelk\nfox\ngnu\n";
        assert!(Deck::parse_with_remarks(list, "en").is_ok_and(|(_, remarks)| remarks.is_empty()));
        let translated: String = (0..8).map(|n| format!("{n},word{n},null\n")).collect();
        let deck = Deck::parse(&format!("card,en,fr\n{translated}"), "en").unwrap();
        assert!(deck.keywords()[0].translations.is_empty(), "no translation is missing under its name");
    }
}
