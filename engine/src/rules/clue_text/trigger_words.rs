//! The set of words that the checks of R18 and R19 look for. A clue without such words skips these checks.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::clue_context::ClueContext;
use super::numbers::glued_digits;
use super::words::only_letter;
use super::{allusions, language, numbers, references};

static SPECIAL: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
    let lists = numbers::listed_words().chain(language::listed_words());
    let lists = lists.chain(allusions::listed_words()).chain(references::listed_words());
    lists.flat_map(|list| list.split(' ')).filter(|word| !word.is_empty()).collect()
});

impl ClueContext<'_> {
    /// Returns `true` if the clue may break R18, or R19 by a reference to spelling, sound or positions.
    ///
    /// All clues except a single ordinary word may do so.
    pub(in crate::rules) fn is_notable(&self) -> bool {
        match &self.words[..] {
            [word] if word == self.question.clue => {
                let has_number = word.chars().any(char::is_numeric) || glued_digits(word).is_some();
                has_number || only_letter(word).is_some() || is_special(word)
            }
            _ => true,
        }
    }
}

/// Returns `true` if some check of R18 or R19 looks for the word, in any language.
fn is_special(word: &str) -> bool {
    SPECIAL.contains(word)
}
