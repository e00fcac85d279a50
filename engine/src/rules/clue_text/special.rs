//! The words that the checks of R18 and R19 look for, in one set: a clue without them has nothing to fear from these.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::{allusions, language, numbers, references};

static SPECIAL: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
    let lists = numbers::listed_words().chain(language::listed_words());
    let lists = lists.chain(allusions::listed_words()).chain(references::listed_words());
    lists.flat_map(|list| list.split(' ')).filter(|word| !word.is_empty()).collect()
});

/// Whether some check of R18 or R19 looks for the word, in whatever language.
pub(super) fn is_special(word: &str) -> bool {
    SPECIAL.contains(word)
}
