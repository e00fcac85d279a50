//! Reads a deck as people write it, replaces its unknown words, and writes it as a table.

use std::collections::HashSet;
use std::fmt::Write as _;

use overhear_agents::model::World;
use overhear_agents::registry::closest_spelling;
use overhear_engine::rules::{
    Deck, DeckError, Keyword, Language, cell_separator, is_word_heading, same_clue_form,
};
use serde::{Deserialize, Serialize};

use super::deck_markup::{as_table, json_words};
use super::deck_text::{tidied, without_repeats};
use super::keywords_read_in_parts;
use super::word_remarks::keywords_alike;
use crate::error::LabError;

/// How many letters a replacement may be longer or shorter than a word that was misspelt.
const OTHER_LETTERS: usize = 2;

/// A column with at most one repeated word of so many is still one of words.
const MOSTLY: usize = 10;

/// What a deck of one's own holds.
#[derive(Debug, Serialize)]
pub struct DeckCheck {
    /// How many words it has.
    pub keywords: usize,
    /// On how many cards.
    pub cards: usize,
    /// What was guessed of the file, and words that players cannot tell apart.
    pub remarks: Vec<String>,
    /// Words that are not known, each with the word that is played instead.
    pub replaced: Vec<Replacement>,
    /// The deck with known words only, as a table.
    pub corrected: String,
    /// The same, ready to be played.
    #[serde(skip)]
    pub deck: Deck,
}

/// A word, and another one in its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// The word.
    pub word: String,
    /// The other one.
    pub instead: String,
}

impl DeckCheck {
    /// Reads a deck in the language of the world: a word a line, or a table with `,`, `;` or tabs, with or without a header.
    ///
    /// # Errors
    /// A text that is not a deck, by its line.
    pub fn new(text: &str, world: &World) -> Result<DeckCheck, LabError> {
        let language = world.deck().language();
        let (deck, mut remarks) = read(text, language)?;
        let index = world.space().words().index();
        let words = deck.keywords().iter().map(|keyword| &*keyword.text);
        let unknown: Vec<&str> =
            words.filter(|word| world.space().direction(&index, word).is_none()).collect();
        check_known(&unknown, deck.len(), language)?;
        let mut spare = spare_words(world, &deck);
        let mut used: HashSet<String> =
            deck.keywords().iter().map(|word| same_clue_form(&word.text)).collect();
        let mut replaced = Vec::new();
        // A word that is spelled nearly so comes first, then a spare one; `used` keeps all words of the deck different.
        for word in unknown {
            let near = spelled_like(word, world).filter(|near| !used.contains(&same_clue_form(near)));
            let instead = near.or_else(|| spare.next()).ok_or_else(|| {
                LabError::content("deck", format_args!("`{word}` is not known, and no other word is left"))
            })?;
            used.insert(same_clue_form(&instead));
            replaced.push(Replacement { word: word.to_owned(), instead });
        }
        let corrected = with_replacements(&deck, &replaced);
        let deck =
            Deck::parse(&corrected, language.code()).map_err(|error| LabError::content("deck", error))?;
        remarks.extend(keywords_read_in_parts(&deck, world.space()));
        remarks.extend(keywords_alike(&deck, world.space()));
        let (keywords, cards) = (deck.len(), deck.cards().len());
        Ok(DeckCheck { keywords, cards, remarks, replaced, corrected, deck })
    }

    /// Returns the deck as a table with other words in the place of some.
    pub fn with(&self, replaced: &[Replacement]) -> String {
        with_replacements(&self.deck, replaced)
    }

    /// Returns the words of the built-in deck that may take the place of others, one of each card first.
    pub fn spare(&self, world: &World) -> Vec<String> {
        spare_words(world, &self.deck).collect()
    }
}

/// Refuses a deck with more words that are not known than others: what is played would be another deck.
fn check_known(unknown: &[&str], all: usize, language: Language) -> Result<(), LabError> {
    if 2 * unknown.len() <= all {
        return Ok(());
    }
    let named = unknown.iter().take(3).map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let more = if unknown.len() > 3 { ", …" } else { "" };
    let count = unknown.len();
    let message = format_args!(
        "{count} of {all} words are not known ({named}{more}) in {}; choose the language of the deck, or write other words",
        language.name()
    );
    Err(LabError::content("deck", message))
}

/// Reads a deck; a list in JSON, words on one line each by itself, a table without a header by the first of its columns that is made
/// of words.
fn read(text: &str, language: Language) -> Result<(Deck, Vec<String>), LabError> {
    let (deck, remarks) = match json_words(text) {
        Some(words) => {
            let (words, repeated) = without_repeats(words.iter().map(String::as_str).collect(), "entry");
            let read = "the deck is read from JSON".to_owned();
            let words = words.into_iter().filter(|word| !word.is_empty());
            (Deck::from_words(words, language), [read].into_iter().chain(repeated).collect())
        }
        None => read_lines(text, language),
    };
    // What was guessed of the file may be why it is no deck.
    let guessed: String = remarks.iter().map(|remark| format!("; {remark}")).collect();
    match deck {
        Ok(deck) => Ok((deck, remarks)),
        Err(error) => Err(LabError::content("deck", format_args!("{error}{guessed}"))),
    }
}

/// Reads a deck whose lines are words or rows, with remarks on what was guessed.
fn read_lines(text: &str, language: Language) -> (Result<Deck, DeckError>, Vec<String>) {
    let (text, remark) =
        as_table(text).map_or((text.to_owned(), None), |table| (table.text, Some(table.remark)));
    let (text, more) = tidied(&text);
    let mut remarks: Vec<String> = remark.into_iter().chain(more).collect();
    let deck = match Deck::parse_with_remarks(&text, language.code()) {
        Ok((deck, more)) => {
            remarks.extend(more);
            Ok(deck)
        }
        Err(error) => match word_line(&text).or_else(|| word_column(&text)) {
            Some(guessed) => {
                remarks.extend(guessed.remarks);
                Deck::from_words(guessed.words, language)
            }
            None => Err(error),
        },
    };
    (deck, remarks)
}

/// Words of a text that says nowhere what its words are, with remarks on what was guessed.
struct GuessedWords<'a> {
    words: Vec<&'a str>,
    remarks: Vec<String>,
}

/// Returns the words of a text that has them all on one line, with `,`, `;` or tabs between them.
fn word_line(text: &str) -> Option<GuessedWords<'_>> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines.next().filter(|_| lines.next().is_none())?;
    let cells = line.split(cell_separator(line)?).map(|cell| cell.trim().trim_matches('"').trim());
    let words: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    let remark = "all words stand on one line: each of its cells is taken for a word".to_owned();
    words.iter().all(is_word).then_some(GuessedWords { words, remarks: vec![remark] })
}

/// Returns `true` for a cell that may be a keyword: it has letters and no digits.
fn is_word(cell: &&str) -> bool {
    cell.chars().any(char::is_alphabetic) && !cell.chars().any(char::is_numeric)
}

/// Returns the first column of a table without a header whose cells are words, nearly all different.
fn word_column(text: &str) -> Option<GuessedWords<'_>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let separator = cell_separator(lines.first()?)?;
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| cells(line, separator).collect()).collect();
    let width = rows[0].len();
    if rows.iter().any(|row| row.len() != width) {
        return None;
    }
    let (place, mut words) = (0..width).find_map(|place| {
        let words: Vec<&str> = rows.iter().map(|row| row[place]).collect();
        let distinct: HashSet<String> = words.iter().map(|word| same_clue_form(word)).collect();
        let is_varied = MOSTLY * distinct.len() >= (MOSTLY - 1) * words.len();
        (words.iter().all(is_word) && is_varied).then_some((place, words))
    })?;
    let mut remarks = vec![format!(
        "no header names the columns: column {} is taken for the words; a first line `card,word` would name them",
        place + 1
    )];
    if is_word_heading(words[0]) {
        remarks.push(format!("line 1: `{}` is taken for the heading of the column", words[0]));
        words[0] = "";
    }
    let (words, repeated) = without_repeats(words, "line");
    remarks.extend(repeated);
    Some(GuessedWords { words: words.into_iter().filter(|word| !word.is_empty()).collect(), remarks })
}

/// Returns the cells of a line without the quotes around them.
fn cells(line: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let cells = line.split(move |c: char| {
        is_quoted ^= c == '"';
        !is_quoted && c == separator
    });
    cells.map(|cell| cell.trim().trim_matches('"').trim())
}

/// Returns the known word that a word was most likely meant to be, if one is spelled nearly so.
fn spelled_like(misspelt: &str, world: &World) -> Option<String> {
    let form = same_clue_form(misspelt);
    let letters = form.chars().count();
    let known = world.clue_texts().filter(|known| {
        known.chars().next() == form.chars().next()
            && known.chars().count().abs_diff(letters) <= OTHER_LETTERS
    });
    closest_spelling(&form, known).filter(|_| letters > OTHER_LETTERS).map(str::to_owned)
}

/// Returns the words of the world's deck that another deck does not have, one of each card first.
fn spare_words(world: &World, deck: &Deck) -> impl Iterator<Item = String> {
    let used: HashSet<String> = deck.keywords().iter().map(|word| same_clue_form(&word.text)).collect();
    let own = world.deck();
    let order = own
        .cards()
        .iter()
        .filter_map(|card| card.first())
        .chain(own.cards().iter().flat_map(|card| card.iter().skip(1)));
    let words: Vec<String> = order.map(|&Keyword(n)| own.text(Keyword(n)).to_owned()).collect();
    words.into_iter().filter(move |word| !used.contains(&same_clue_form(word)))
}

/// Writes a deck as a table with some words replaced.
fn with_replacements(deck: &Deck, replaced: &[Replacement]) -> String {
    let mut table = format!("card,{}\n", deck.language());
    for keyword in deck.keywords() {
        let word =
            replaced.iter().find(|one| one.word == keyword.text).map_or(&keyword.text, |one| &one.instead);
        let quote = if word.contains([',', '"']) { "\"" } else { "" };
        writeln!(table, "{},{quote}{}{quote}", keyword.card + 1, word.replace('"', "\"\""))
            .expect("a string takes it");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Words;

    fn check(text: &str) -> Result<DeckCheck, LabError> {
        DeckCheck::new(text, &Words::built_in().expect("the words are tested").world)
    }

    const WORDS: [&str; 8] = ["river", "castle", "doctor", "violin", "pepper", "rocket", "carpet", "dragon"];

    #[test]
    fn decks_are_read_as_people_have_them() {
        let numbered = |separator: &str| {
            WORDS.iter().zip(1..).map(|(word, n)| format!("{n}{separator}{word}\n")).collect::<String>()
        };
        for text in [
            WORDS.join("\n"),
            WORDS.join("\r\n"),
            format!("word\n{}", WORDS.join("\n")),
            format!("card,en\n{}", numbered(",")),
            format!("card;word\n{}", numbered(";")),
            format!("card\tword\n{}", numbered("\t")),
            numbered(","),
            numbered(";"),
            numbered("\t"),
            numbered(",").replace('\n', "\n\n"),
            WORDS.join(", "),
            format!("{};", WORDS.join(";")),
            format!("Mot\n{}", WORDS.join("\n")),
            format!("Term\n{}", WORDS.join("\n")),
            format!("Name\n- {}", WORDS.join("\n- ")).replace("Name", "- Name"),
            format!("{}\nRiver", WORDS.join("\n")),
            format!("- {}", WORDS.join("\n- ")),
            numbered(". "),
            format!("Wort\tNotiz\n{}", WORDS.map(|word| format!("{word}\tx\n")).concat()),
            WORDS.map(|word| format!("\"{word}\",\"a, b\"\n")).concat(),
            WORDS.map(|word| format!("\"{word}\"\n")).concat(),
            WORDS.map(|word| format!("\"{word}\",\n")).concat(),
            format!("\u{feff}card;word\r\n{}", numbered(";").replace('\n', "\r\n")),
            format!("[\n  \"{}\"\n]", WORDS.join("\",\n  \"")),
            format!("[[\"{}\"]]", WORDS.join("\"],[\"")),
            format!("[\"{}\", \"River\"]", WORDS.join("\", \"")),
            format!(
                "[{}]",
                numbered(r#", "en": ""#)
                    .lines()
                    .map(|row| format!(r#"{{"card": {row}"}}"#))
                    .collect::<Vec<_>>()
                    .join(",")
            ),
            format!(
                "| # | word |\n|---|---|\n{}",
                numbered(" | ").lines().map(|row| format!("| {row} |\n")).collect::<String>()
            ),
            format!("| {} |", WORDS.join(" |\n| ")),
            format!("* **{}**", WORDS.join("**\n* **").to_uppercase()),
        ] {
            let checked = check(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((checked.keywords, checked.cards, checked.replaced.len()), (8, 8, 0), "{text}");
            assert!(checked.corrected.to_lowercase().contains("castle\n"), "{}", checked.corrected);
        }
    }

    #[test]
    fn unknown_words_are_named_and_replaced() {
        let text = WORDS.join("\n").replace("castle", "casttle").replace("dragon", "xqzzvw");
        let checked = check(&text).expect("a deck");
        assert_eq!(checked.replaced[0], Replacement { word: "casttle".into(), instead: "castle".into() });
        assert_eq!(checked.replaced[1].word, "xqzzvw");
        assert!(checked.deck.keywords().iter().all(|word| word.text != "xqzzvw"));
        assert_eq!(checked.deck.len(), 8);
    }

    #[test]
    fn bad_words_are_replaced_by_words_that_the_deck_does_not_have() {
        let words = Words::built_in().expect("the words are tested");
        let checked = check(&WORDS.join("\n")).expect("a deck");
        let instead = checked.spare(&words.world)[0].clone();
        let table = checked.with(&[Replacement { word: "violin".to_owned(), instead: instead.clone() }]);
        assert_eq!(table.lines().count(), 9);
        assert!(!table.contains("violin") && table.contains(&format!("4,{instead}")));
        assert!(!WORDS.contains(&&*instead));
    }

    #[test]
    fn what_is_no_deck_is_refused_by_its_line() {
        for (text, message) in [
            ("", "8"),
            ("one\ntwo\nthree", "3 cards; a game needs 8"),
            (
                "river\ncastle\nriver\n",
                "2 cards; a game needs 8 different ones; 1 word repeats an earlier one",
            ),
            (
                r#"["dog", "cat", "dog"]"#,
                "the deck is read from JSON; 1 word repeats an earlier one and is left out: `dog` (entry 3)",
            ),
            (
                "dog,cat\nriver,castle\nhammer,garden",
                "3 cards; a game needs 8 different ones; no header names the columns",
            ),
            ("1\n2\n3\n4\n5\n6\n7\n8\n", "8 of 8 words are not known (`1`, `2`, `3`, …)"),
            (
                "château\nchien\nfleuve\nmarteau\njardin\npirate\nmusique\nhiver\n",
                "are not known (`château`, `chien`, `fleuve`, …) in English; choose the language of the deck",
            ),
            ("1,2", "cells that no header names"),
            ("1,2\n3,4\n", "cells that no header names"),
        ] {
            let error = check(text).expect_err("no deck").to_string();
            assert!(error.starts_with("deck: ") && error.contains(message), "{text}: {error}");
        }
    }
}
