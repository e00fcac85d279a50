//! Mutants that could be made, and a sample of them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::{Context, Result};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_xoshiro::Xoshiro256StarStar;
use serde::Deserialize;

use super::part::Part;

/// A change that could be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mutant {
    /// Where it is.
    pub(super) part: Part,
    /// What the tool calls it: file, line, and what is changed.
    pub(super) name: String,
    /// Its source file.
    pub(super) file: String,
    /// The line of that file, from 1.
    pub(super) line: usize,
}

/// A mutant in the tool's list.
#[derive(Deserialize)]
struct Listed {
    name: String,
    file: String,
    span: Span,
}

#[derive(Deserialize)]
struct Span {
    start: Position,
}

#[derive(Deserialize)]
struct Position {
    line: usize,
}

/// Reads the tool's list.
pub(super) fn read(part: Part, text: &str) -> Result<Vec<Mutant>> {
    let listed: Vec<Listed> = serde_json::from_str(text).context("the list of mutants is not as expected")?;
    Ok(listed
        .into_iter()
        .map(|Listed { name, file, span }| Mutant { part, name, file, line: span.start.line })
        .collect())
}

/// Returns `size` mutants in the order of the list. The same list and seed give the same sample.
pub(super) fn draw(mutants: &[Mutant], size: usize, seed: u64) -> Vec<Mutant> {
    let mut numbers: Vec<usize> = (0..mutants.len()).collect();
    let mut chance = Xoshiro256StarStar::seed_from_u64(seed);
    let mut drawn = numbers.partial_shuffle(&mut chance, size).0.to_vec();
    drawn.sort_unstable();
    drawn.into_iter().map(|number| mutants[number].clone()).collect()
}

/// Returns a diff that changes the lines of these mutants alone; `read` returns the text of a file.
///
/// The tool takes only mutants in such lines. Names alone do not select them: version 27.1 takes every mutant that deletes a field,
/// whatever its name.
pub(super) fn diff(mutants: &[&Mutant], read: impl Fn(&str) -> Result<String>) -> Result<String> {
    let places: BTreeSet<(&str, usize)> = mutants.iter().map(|mutant| (&*mutant.file, mutant.line)).collect();
    let (mut diff, mut file, mut text) = (String::new(), "", String::new());
    for (name, line) in places {
        if name != file {
            (file, text) = (name, read(name)?);
            write!(diff, "--- a/{name}\n+++ b/{name}\n")?;
        }
        let content = text.lines().nth(line - 1).with_context(|| format!("{name} has no line {line}"))?;
        write!(diff, "@@ -{line},1 +{line},1 @@\n-\n+{content}\n")?;
    }
    Ok(diff)
}

/// Returns a text as a regular expression that matches it alone.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        // `\<` and `\>` are the ends of a word.
        if letter.is_ascii_punctuation() && !matches!(letter, '<' | '>') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(file: &str, line: usize) -> Mutant {
        Mutant { part: Part::Engine, name: line.to_string(), file: file.to_owned(), line }
    }

    fn listed(count: usize) -> Vec<Mutant> {
        (0..count).map(|n| mutant("a.rs", n)).collect()
    }

    #[test]
    fn a_diff_has_each_line_of_its_mutants_once() {
        let mutants = [mutant("b.rs", 2), mutant("a.rs", 3), mutant("a.rs", 1), mutant("a.rs", 3)];
        let text = |file: &str| Ok(format!("{file} one\n{file} two\n{file} three\n"));
        let drawn_lines = diff(&mutants.iter().collect::<Vec<_>>(), text).expect("three lines in each file");
        let hunk = |line: usize, content: &str| format!("@@ -{line},1 +{line},1 @@\n-\n+{content}\n");
        let a = format!("--- a/a.rs\n+++ b/a.rs\n{}{}", hunk(1, "a.rs one"), hunk(3, "a.rs three"));
        assert_eq!(drawn_lines, a + "--- a/b.rs\n+++ b/b.rs\n" + &hunk(2, "b.rs two"));
        assert!(diff(&[&mutant("a.rs", 4)], text).is_err());
    }

    #[test]
    fn a_sample_is_its_seeds_and_has_nothing_twice() {
        let drawn = |size, seed| draw(&listed(100), size, seed);
        assert_eq!(drawn(10, 1), drawn(10, 1));
        assert_ne!(drawn(10, 1), drawn(10, 2));
        let mut names: Vec<usize> = drawn(40, 3).iter().map(|m| m.name.parse().expect("a number")).collect();
        assert!(names.is_sorted());
        names.dedup();
        assert_eq!(names.len(), 40);
        assert_eq!(drawn(1000, 4), listed(100), "there are no more than there are");
    }

    #[test]
    fn a_list_is_read_by_its_names() {
        let text = r#"[{"name": "src/a.rs:1:2: replace + with -", "file": "src/a.rs", "genre": "BinaryOperator",
            "span": {"start": {"line": 1, "column": 2}, "end": {"line": 1, "column": 3}}}]"#;
        let read = read(Part::Engine, text).expect("a list");
        let expected = Mutant { name: "src/a.rs:1:2: replace + with -".to_owned(), ..mutant("src/a.rs", 1) };
        assert_eq!(read, [expected]);
        assert_eq!(escaped("a.rs: replace f -> u8 with 1"), r"a\.rs\: replace f \-> u8 with 1");
        assert!(super::read(Part::Engine, "[{}]").is_err());
    }
}
