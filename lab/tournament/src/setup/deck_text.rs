//! Lists of words as people write them: numbered, with bullets, under a heading, with words that stand twice.

use std::collections::HashSet;

use overhear_engine::rules::{cell_separator, same_clue_form};

use crate::table::counted;

/// Signs before the entries of a list.
const BULLETS: [char; 9] = ['-', '–', '—', '*', '+', '•', '·', '▪', '◦'];

/// Pairs of signs around a word that are no part of it.
const AROUND: [(&str, &str); 8] =
    [("**", "**"), ("__", "__"), ("`", "`"), ("\"", "\""), ("'", "'"), ("“", "”"), ("„", "“"), ("«", "»")];

/// Number of repeated words that a remark names.
const NAMED: usize = 5;

/// Returns a list without the numbers or bullets before its words and its repeated words, and what was left out. Lines
/// keep their places, so that a message names the line of the file. A table stays as it is.
pub(super) fn tidied(text: &str) -> (String, Vec<String>) {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    if lines.iter().any(|line| cell_separator(line).is_some()) {
        return (text.to_owned(), Vec::new());
    }
    let (words, repeated) = without_repeats(without_marks(&lines), "line");
    (words.join("\n"), repeated.into_iter().collect())
}

/// Returns the words with those that repeat an earlier one left empty, and a remark on these, which calls their places `unit`.
pub(super) fn without_repeats<'a>(mut words: Vec<&'a str>, unit: &str) -> (Vec<&'a str>, Option<String>) {
    let mut forms = HashSet::new();
    let mut repeated = Vec::new();
    for (place, word) in words.iter_mut().enumerate() {
        let form = same_clue_form(word.split('#').next().unwrap_or_default());
        if !form.is_empty() && !forms.insert(form) {
            repeated.push(format!("`{word}` ({unit} {})", place + 1));
            *word = "";
        }
    }
    let more = if repeated.len() > NAMED { ", …" } else { "" };
    let named = repeated.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let count = counted(repeated.len() as u64, "word");
    let remark = match repeated.len() {
        0 => None,
        1 => Some(format!("{count} repeats an earlier one and is left out: {named}")),
        _ => Some(format!("{count} repeat earlier ones and are left out: {named}{more}")),
    };
    (words, remark)
}

/// Returns the lines without the marks before them, if every line that is not empty has one, and without those around words.
fn without_marks<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let stripped: Option<Vec<&str>> =
        lines.iter().map(|line| if line.is_empty() { Some(*line) } else { unmarked(line) }).collect();
    stripped.unwrap_or_else(|| lines.to_vec()).into_iter().map(bare).collect()
}

/// Returns a word without the box of a to-do list before it and the quotation marks around it.
fn bare(line: &str) -> &str {
    let word =
        ["[ ] ", "[x] ", "[X] "].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line).trim();
    let inside = AROUND.iter().find_map(|(first, last)| word.strip_prefix(first)?.strip_suffix(last));
    inside.map(str::trim).filter(|inside| !inside.is_empty()).unwrap_or(word)
}

/// Returns what stands behind a number (`1. dog`, `1) dog`, `1 dog`) or a bullet.
fn unmarked(line: &str) -> Option<&str> {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if digits.len() < line.len() {
        digits.strip_prefix(['.', ')', ':']).unwrap_or(digits)
    } else {
        line.strip_prefix(BULLETS)?
    };
    let word = rest.trim_start();
    (word.len() < rest.len() && !word.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_bullets_are_no_part_of_words() {
        for text in [
            "1. dog\n2. cat",
            "1) dog\n\n12) cat",
            "1 dog\n2 cat",
            "- dog\n- cat",
            "• dog\n* cat",
            "+ dog\n+ cat",
            "- [ ] dog\n- [x] cat",
            "* **dog**\n* `cat`",
            "“dog”\n'cat'",
            "\"dog\"\n\"cat\"",
        ] {
            let (words, remarks) = tidied(text);
            assert_eq!(words.split_whitespace().collect::<Vec<_>>(), ["dog", "cat"], "{text}");
            assert!(remarks.is_empty(), "{remarks:?}");
        }
        for text in ["1. dog\ncat", "7-Eleven\n9-Eleven", "-dog\n-cat", "1\n2"] {
            assert_eq!(tidied(text).0, text);
        }
    }

    #[test]
    fn repeated_words_are_named_by_their_lines() {
        let (words, remarks) = tidied("Mots\ndog\ncat\nDog\n\ndog");
        assert_eq!(words, "Mots\ndog\ncat\n\n\n");
        assert_eq!(remarks, ["2 words repeat earlier ones and are left out: `Dog` (line 4), `dog` (line 6)"]);
    }

    #[test]
    fn a_table_stays_as_it_is() {
        let text = "card,en\n1,dog\n1,dog";
        assert_eq!(tidied(text), (text.to_owned(), Vec::new()));
    }
}
