//! The words that the checks of R18 and R19 look for, in one set: a clue without them has nothing to fear from these.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::case::Case;
use super::numbers::glued_digits;
use super::words::only_letter;
use super::{allusions, language, numbers, references};

static SPECIAL: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
    let lists = numbers::listed_words().chain(language::listed_words());
    let lists = lists.chain(allusions::listed_words()).chain(references::listed_words());
    lists.flat_map(|list| list.split(' ')).filter(|word| !word.is_empty()).collect()
});

impl Case<'_> {
    /// Whether the clue may break R18, or R19 by what it says of spelling, sound and positions: it is not just one
    /// ordinary word.
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

/// Whether some check of R18 or R19 looks for the word, in whatever language.
fn is_special(word: &str) -> bool {
    SPECIAL.contains(word)
}
