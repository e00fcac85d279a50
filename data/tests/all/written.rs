//! The lists that were written for the project by hand: translations, words of a language's own world, associations.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The most translations in a cell.
const MOST_TRANSLATIONS: usize = 3;

/// Clues that a headword has.
const CLUES: std::ops::RangeInclusive<usize> = 40..=64;

/// Returns the rows of a file below `data/`, without the header, which must be `header`.
fn rows(file: &str, header: &[&str]) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    assert_eq!(
        lines.next().as_deref(),
        Some(&header.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()[..])
    );
    let rows: Vec<_> = lines.collect();
    for (row, line) in rows.iter().zip(2..) {
        assert_eq!(row.len(), header.len(), "{file}:{line}: {row:?}");
        assert!(row.iter().all(|cell| cell.trim() == cell && !cell.contains("  ")), "{file}:{line}: {row:?}");
    }
    rows
}

/// Returns the entries of a cell, which are separated by a comma and a space; none is empty or stands twice.
fn entries<'a>(cell: &'a str, place: &str) -> Vec<&'a str> {
    let entries: Vec<_> = cell.split(", ").collect();
    let different: BTreeSet<_> = entries.iter().collect();
    assert!(different.len() == entries.len() && !different.contains(&""), "{place}: {cell}");
    entries
}

#[test]
fn every_translation_has_a_sense_of_its_own_and_one_to_three_words_a_language() {
    let mut senses: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in rows("lexicon/translations.tsv", &["en", "sense", "fr", "it", "sv", "mark"]) {
        for cell in &row[2..5] {
            assert!((1..=MOST_TRANSLATIONS).contains(&entries(cell, &row[0]).len()), "{row:?}");
        }
        assert!(["", "unsure", "unfit"].contains(&row[5].as_str()), "{row:?}");
        senses.entry(row[0].clone()).or_default().push(row[1].clone());
    }
    for (word, senses) in &senses {
        let different: BTreeSet<_> = senses.iter().collect();
        let is_clear = senses.len() == 1 || !different.contains(&String::new());
        assert!(is_clear && different.len() == senses.len(), "{word}: {senses:?}");
    }
    let deck = rows_of_deck();
    let missing: Vec<_> = deck.iter().filter(|keyword| !senses.contains_key(*keyword)).collect();
    assert!(missing.is_empty(), "keywords without a translation: {missing:?}");
}

#[test]
fn every_word_of_a_language_has_a_gloss() {
    for language in ["fr", "it", "sv"] {
        let own = rows(&format!("lexicon/own-{language}.tsv"), &["word", "gloss", "mark"]);
        assert!(own.len() >= 1_500, "{language}: {} words", own.len());
        let words: BTreeSet<_> = own.iter().map(|row| &row[0]).collect();
        assert_eq!(words.len(), own.len(), "{language}: a word stands twice");
        for row in &own {
            assert!(entries(&row[1], &row[0]).len() >= 2, "{language}: {row:?}");
            assert!(["", "name", "unfit", "unsure"].contains(&row[2].as_str()), "{language}: {row:?}");
        }
    }
}

#[test]
fn every_headword_has_its_clues_and_none_contains_it() {
    let associations = rows("associations/associations-en.tsv", &["headword", "clues"]);
    let headwords: BTreeSet<_> = associations.iter().map(|row| &row[0]).collect();
    assert_eq!(headwords.len(), associations.len(), "a headword stands twice");
    for row in &associations {
        let clues = entries(&row[1], &row[0]);
        assert!(CLUES.contains(&clues.len()), "{}: {} clues", row[0], clues.len());
        for clue in clues {
            let holds = clue.split([' ', '-', '\'']).any(|part| part == row[0]);
            assert!(!holds && clue == clue.to_lowercase(), "{}: {clue}", row[0]);
        }
    }
}

/// Returns the English keywords of the deck.
fn rows_of_deck() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deck.csv");
    let text = fs::read_to_string(path).expect("the deck");
    text.lines().skip(1).filter_map(|line| line.split(',').nth(2)).map(str::to_owned).collect()
}
