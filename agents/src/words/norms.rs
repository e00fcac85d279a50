//! Words that are stated for each other: what people say to a word, in the norms.

use overhear_data::associations;
use overhear_engine::rules::Language;
use rustc_hash::FxHashMap;

/// What people say to the words of a language, the likeliest first.
///
/// ```
/// use overhear_agents::words::StatedWords;
/// use overhear_engine::rules::Language;
/// let stated = StatedWords::of(Language::English).expect("English has norms");
/// assert!(stated.links("castle", "king", 50) && stated.links("king", "castle", 50));
/// assert!(!stated.links("castle", "grape", 50));
/// ```
#[derive(Clone, Debug)]
pub struct StatedWords {
    answers: FxHashMap<&'static str, Vec<&'static str>>,
}

impl StatedWords {
    /// Returns the norms of a language; `None` if the program carries none.
    pub fn of(language: Language) -> Option<StatedWords> {
        let table = associations(language.code())?;
        let texts =
            table.lists.iter().map(|list| list.iter().map(|&clue| table.clues[clue as usize]).collect());
        Some(StatedWords { answers: table.headwords.iter().copied().zip(texts).collect() })
    }

    /// Returns the answers to a word, the likeliest first; none if the norms do not have it as a headword.
    pub fn answers(&self, headword: &str) -> &[&'static str] {
        self.answers.get(headword).map_or(&[], Vec::as_slice)
    }

    /// Returns the place of an answer among those to a word, from 1.
    pub fn place(&self, headword: &str, answer: &str) -> Option<usize> {
        self.answers.get(headword)?.iter().position(|known| *known == answer).map(|place| place + 1)
    }

    /// Returns `true` if one of two words is among the first `most` answers to the other. Both are in lower case.
    pub fn links(&self, one: &str, other: &str, most: usize) -> bool {
        let mut orders = [(one, other), (other, one)].into_iter();
        orders.any(|(headword, answer)| self.place(headword, answer).is_some_and(|place| place <= most))
    }

    /// Returns `true` if the norms know a word as a headword.
    pub fn knows(&self, word: &str) -> bool {
        self.answers.contains_key(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_linked_in_either_direction_up_to_a_place() {
        let stated = StatedWords::of(Language::English).expect("English has norms");
        let place = stated.place("christmas", "reindeer").expect("it is the tenth answer");
        assert_eq!(place, 10);
        for (one, other) in [("christmas", "reindeer"), ("reindeer", "christmas")] {
            assert!(stated.links(one, other, 50), "{one}, {other}");
        }
        let both = stated.place("reindeer", "christmas").unwrap_or(usize::MAX).min(place);
        assert!(
            stated.links("christmas", "reindeer", both) && !stated.links("christmas", "reindeer", both - 1)
        );
        assert!(!stated.links("christmas", "screwdriver", 64));
    }

    #[test]
    fn keywords_have_the_answers_of_the_associations() {
        let stated = StatedWords::of(Language::English).expect("English has norms");
        assert!(stated.knows("hotel") && stated.knows("christmas") && !stated.knows("zzz"));
        assert!(stated.place("hotel", "room").is_some_and(|place| place < 10));
    }
}
