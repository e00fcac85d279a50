//! Misspelt keywords (R21).
//!
//! **decided**: a word that no list has and that is one letter from a keyword is doubtful: read aloud, it may be the keyword.

use super::clue_context::ClueContext;
use super::words::{plain, words};
use super::{ClueVerdict, Reason};

/// Minimal length of a keyword that can be misspelt, in letters.
const LONG: usize = 5;

/// Judges a clue of one word that may be a misspelt keyword.
pub(super) fn check_misspelling(context: &ClueContext<'_>) -> ClueVerdict {
    let Some(clue) = context.only_word() else { return ClueVerdict::Legal };
    if context.lexicon.facts(clue).known != Some(false) {
        return ClueVerdict::Legal;
    }
    let clue: Vec<char> = plain(clue).chars().collect();
    let mut keywords = context.question.keywords.iter().map(|keyword| words(&keyword.text).concat());
    let is_misspelt = keywords.any(|keyword| {
        let keyword: Vec<char> = plain(&keyword).chars().collect();
        keyword.len() >= LONG && keyword.first() == clue.first() && differ_in_one(&clue, &keyword)
    });
    ClueVerdict::doubtful_if(is_misspelt, Reason::Spelling)
}

/// Returns `true` if one text has one letter more than the other, another letter, or two letters exchanged.
fn differ_in_one(a: &[char], b: &[char]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let (short, long) = (&short[same..], &long[same..]);
    match (short, long) {
        ([a, b, short @ ..], [c, d, long @ ..]) if a == d && b == c && short == long => true,
        ([_, short @ ..], [_, long @ ..]) if short == long => true,
        (short, [_, long @ ..]) => short == long,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r21_one_letter_makes_a_misspelling() {
        let differ = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<_>>());
            differ_in_one(&a, &b)
        };
        for (a, b) in
            [("rehina", "regina"), ("scorpoin", "scorpion"), ("scorpio", "scorpion"), ("bridgge", "bridge")]
        {
            assert!(differ(a, b) && differ(b, a), "{a} and {b}");
        }
        for (a, b) in [("regina", "regina"), ("reggia", "regina"), ("scorp", "scorpion"), ("", "ab")] {
            assert!(!differ(a, b) && !differ(b, a), "{a} and {b}");
        }
    }
}
