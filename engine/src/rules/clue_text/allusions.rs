//! Words that allude to a number from 1 to 4, and so to a position (R19).
//!
//! **decided**: `musketeers`, which all rulebooks name, is illegal for position 3; the others are doubtful for theirs.

use super::super::{BySlot, Slot};
use super::language::{Language, listed};

/// For each language the words that mean just so many, for each position; they make a clue doubtful.
///
/// The list is short on purpose: what comes in threes has no end, what *means* three has.
pub const NUMBER_ALLUSIONS: [(Language, BySlot<&str>); 4] = [
    (
        Language::English,
        BySlot([
            "solo soloist",
            "duo duos duet duets twin twins pair pairs",
            "trio trios triplet triplets triad trinity trilogy musketeer musketeers",
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

/// The musketeers, in all languages.
const MUSKETEERS: &str = "musketeer musketeers mousquetaire mousquetaires moschettiere moschettieri musketör musketörer musketörerna \
                          musketier musketiere mosquetero mosqueteros";

/// All of them, in lists.
pub(super) fn listed_words() -> impl Iterator<Item = &'static str> {
    NUMBER_ALLUSIONS.into_iter().flat_map(|(_, allusions)| allusions.0).chain([MUSKETEERS])
}

/// Whether a word names the musketeers, of whom there are three.
pub(super) fn are_musketeers(word: &str) -> bool {
    listed(MUSKETEERS, word)
}

/// The position that a word of the language alludes to.
pub(super) fn alluded_position(word: &str, language: Language) -> Option<Slot> {
    if are_musketeers(word) {
        return Some(Slot::Third);
    }
    let (_, allusions) = &NUMBER_ALLUSIONS[language as usize];
    Slot::ALL.into_iter().find(|&slot| listed(allusions[slot], word))
}
