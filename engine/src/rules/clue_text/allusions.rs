//! Words that allude to a number from 1 to 4, and so to a position (R19).
//!
//! **decided**: `musketeers`, which all rulebooks name, is illegal for position 3. The other words are
//! doubtful for their positions.

use super::super::{BySlot, Slot};
use super::language::{ByLanguage, Language, listed};
use super::words::contains_phrase;

/// Words that mean one of the numbers 1 to 4, for each language and position. They make a clue doubtful.
///
/// The list is short on purpose: it has words that *mean* three, not things that come in threes.
pub const NUMBER_ALLUSIONS: ByLanguage<(Language, BySlot<&str>)> = [
    (
        Language::English,
        BySlot([
            "solo soloist",
            "duo duos duet duets twin twins pair pairs",
            "trio trios triplet triplets triad trinity trilogy triple tripod tripods trident tridents tricycle tricycles \
             musketeer musketeers",
            "quartet quartets quadruplet quadruplets tetralogy",
        ]),
    ),
    (
        Language::French,
        BySlot([
            "solo soliste",
            "duo duos jumeau jumeaux jumelle jumelles paire paires",
            "trio trios triplé triplés triplées trinité trilogie mousquetaire mousquetaires",
            "quatuor quatuors quadruplé quadruplés quadruplées tétralogie",
        ]),
    ),
    (
        Language::Italian,
        BySlot([
            "solo solista",
            "duo duetto duetti gemello gemelli gemella gemelle paio coppia",
            "trio terzetto trinità trilogia moschettiere moschettieri",
            "quartetto quartetti tetralogia",
        ]),
    ),
    (
        Language::Swedish,
        BySlot([
            "solo solist",
            "duo duett duetter tvilling tvillingar tvillingarna par",
            "trio trilling trillingar trillingarna treenighet trilogi musketör musketörer musketörerna",
            "kvartett kvartetter fyrling fyrlingar fyrlingarna tetralogi",
        ]),
    ),
];

/// Phrases that mean one of the numbers 1 to 4, each with its position; the words stand side by side in the clue.
const PHRASES: [(&str, Slot); 2] = [("hat trick", Slot::Third), ("hat tricks", Slot::Third)];

/// The musketeers in all languages.
const MUSKETEERS: &str = "musketeer musketeers mousquetaire mousquetaires moschettiere moschettieri musketör musketörer musketörerna \
                          musketier musketiere mosquetero mosqueteros";

/// Returns all lists of words in this module.
pub(super) fn listed_words() -> impl Iterator<Item = &'static str> {
    NUMBER_ALLUSIONS.into_iter().flat_map(|(_, allusions)| allusions.0).chain([MUSKETEERS])
}

/// Returns `true` if a word names the three musketeers.
pub(super) fn are_musketeers(word: &str) -> bool {
    listed(MUSKETEERS, word)
}

/// Returns the position that a phrase in a clue alludes to.
pub(super) fn alluded_by_phrase(words: &[String]) -> Option<Slot> {
    PHRASES.iter().find(|(phrase, _)| contains_phrase(words, phrase)).map(|&(_, slot)| slot)
}

/// Returns the position that a word of the language alludes to.
pub(super) fn alluded_position(word: &str, language: Language) -> Option<Slot> {
    if are_musketeers(word) {
        return Some(Slot::Third);
    }
    let (_, allusions) = &NUMBER_ALLUSIONS[language as usize];
    Slot::ALL.into_iter().find(|&slot| listed(allusions[slot], word))
}
