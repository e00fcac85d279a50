//! Mutants that could be made, and a sample of them.

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
}

/// A mutant in the tool's list.
#[derive(Deserialize)]
struct Listed {
    name: String,
}

/// Reads the tool's list.
pub(super) fn read(part: Part, text: &str) -> Result<Vec<Mutant>> {
    let listed: Vec<Listed> = serde_json::from_str(text).context("the list of mutants is not as expected")?;
    Ok(listed.into_iter().map(|Listed { name }| Mutant { part, name }).collect())
}

/// Draws so many mutants, in the order of the list: the same list and seed, the same sample.
pub(super) fn draw(mutants: &[Mutant], size: usize, seed: u64) -> Vec<Mutant> {
    let mut numbers: Vec<usize> = (0..mutants.len()).collect();
    let mut chance = Xoshiro256StarStar::seed_from_u64(seed);
    let mut drawn = numbers.partial_shuffle(&mut chance, size).0.to_vec();
    drawn.sort_unstable();
    drawn.into_iter().map(|number| mutants[number].clone()).collect()
}

/// Returns a text as a regular expression that matches it alone.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if letter.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(count: usize) -> Vec<Mutant> {
        (0..count).map(|n| Mutant { part: Part::Engine, name: n.to_string() }).collect()
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
        let text = r#"[{"name": "engine/src/a.rs:1:2: replace + with -", "genre": "BinaryOperator"}]"#;
        let read = read(Part::Engine, text).expect("a list");
        assert_eq!(read[0].name, "engine/src/a.rs:1:2: replace + with -");
        assert_eq!(escaped(&read[0].name), r"engine\/src\/a\.rs\:1\:2\: replace \+ with \-");
        assert!(super::read(Part::Engine, "[{}]").is_err());
    }
}
