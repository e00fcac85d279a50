//! Lookup of a keyword in an embedding under several spellings, and the cutting of texts into words.
//!
//! Spellings are tried in this order: the keyword as written, or in lower case; with other joints (`ice cream`,
//! `ice_cream`, `ice-cream`); written as one instead of with a hyphen (`drop-out`, `dropout`); by its parts;
//! an unknown part as two words written as one (`spiderman`). Unlike a clue ([`super::fallback`]) a keyword
//! is never corrected for typing errors, because the author of a deck can do that.

use std::cell::RefCell;
use std::collections::HashSet;

use unicode_normalization::char::is_combining_mark;

use super::fallback::{IndexLookup, parts};

/// Joints between the parts of a compound.
const JOINTS: [&str; 3] = ["_", "-", " "];

/// Returns the indices of the words of a text; empty if it is unknown.
pub(super) fn places(lookup: IndexLookup<'_>, text: &str) -> Vec<u32> {
    let text = text.trim();
    if let Some(place) = whole(lookup, text) {
        return vec![place];
    }
    text.split_whitespace().flat_map(|token| token_places(lookup, token)).collect()
}

/// Returns every spelling that is looked up for a text.
pub(crate) fn spellings(text: &str) -> HashSet<String> {
    let lookups = RefCell::new(HashSet::new());
    // A lookup that never succeeds receives all spellings.
    let places_found = places(
        &|spelling| {
            lookups.borrow_mut().insert(spelling.to_owned());
            None
        },
        text,
    );
    debug_assert!(places_found.is_empty(), "nothing is found");
    lookups.into_inner()
}

fn find_word(lookup: IndexLookup<'_>, word: &str) -> Option<u32> {
    lookup(word).or_else(|| lookup(&word.to_lowercase()))
}

/// Returns the index of the text as one entry, with any joint between its parts.
fn whole(lookup: IndexLookup<'_>, text: &str) -> Option<u32> {
    find_word(lookup, text).or_else(|| {
        let parts: Vec<&str> = text.split(is_joint).filter(|part| !part.is_empty()).collect();
        let mut joints = JOINTS.into_iter().filter(|_| parts.len() > 1);
        joints.find_map(|joint| find_word(lookup, &parts.join(joint)))
    })
}

fn token_places(lookup: IndexLookup<'_>, token: &str) -> Vec<u32> {
    let as_one: String = token.split(is_hyphen).collect();
    let place = whole(lookup, token).or_else(|| find_word(lookup, &as_one));
    if let Some(place) = place {
        return vec![place];
    }
    let parts = token.split(|c| is_joint(c) || is_apostrophe(c)).filter(|part| !part.is_empty());
    parts.flat_map(|part| part_places(lookup, part)).collect()
}

fn part_places(lookup: IndexLookup<'_>, part: &str) -> Vec<u32> {
    let places = find_word(lookup, part).map(|place| vec![place]);
    places.or_else(|| parts(lookup, &part.to_lowercase())).unwrap_or_default()
}

fn is_joint(c: char) -> bool {
    c.is_whitespace() || c == '_' || is_hyphen(c)
}

/// Returns `true` for hyphens and dashes in compounds.
pub(super) const fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Returns the words of a text in [`same_clue_form`](overhear_engine::rules::same_clue_form), separated by anything but letters and digits, without
/// the genitive `'s`.
pub(super) fn words(form: &str) -> impl Iterator<Item = &str> {
    let pieces = form.split(|c: char| c.is_whitespace() || (!c.is_alphanumeric() && !is_apostrophe(c)));
    let bare = pieces.map(|word| word.trim_matches(is_apostrophe));
    let bare = bare.map(|word| word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word));
    bare.flat_map(|word| word.split(is_apostrophe)).filter(|word| !word.is_empty())
}

/// Returns `true` for a character that separates words.
pub(super) fn is_between(c: char) -> bool {
    !(c.is_alphanumeric() || is_hyphen(c) || is_apostrophe(c) || is_combining_mark(c))
}

/// Returns `true` for an apostrophe, straight or curved.
pub(super) const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::same_clue_form;

    use super::*;

    const WORDS: [&str; 14] = [
        "ice", "cream", "drop", "out", "dropout", "spider", "man", "new_york", "x-ray", "ray", "eau", "York",
        "car", "pet",
    ];

    fn read(text: &str) -> Vec<&'static str> {
        let lookup = |word: &str| WORDS.iter().position(|known| *known == word).map(|n| n as u32);
        places(&lookup, text).into_iter().map(|place| WORDS[place as usize]).collect()
    }

    #[test]
    fn a_hyphen_is_left_out_before_the_parts_are_looked_up() {
        for text in ["drop-out", "DROP-OUT", "drop\u{2010}out", "drop\u{ad}out", "dropout", " Dropout "] {
            assert_eq!(read(text), ["dropout"], "{text:?}");
        }
        assert_eq!(read("drop out"), ["drop", "out"], "two words are two words");
        assert_eq!(read("ice-cream"), ["ice", "cream"]);
        assert_eq!(read("ice drop-out"), ["ice", "dropout"]);
    }

    #[test]
    fn a_compound_is_found_with_any_joint() {
        for text in ["New York", "NEW-YORK", "new_york", "new  york"] {
            assert_eq!(read(text), ["new_york"], "{text}");
        }
        assert_eq!((read("X ray"), read("York")), (vec!["x-ray"], vec!["York"]));
        assert_eq!(read("l'eau"), ["eau"]);
    }

    #[test]
    fn words_that_are_run_together_are_split_where_both_are_known() {
        assert_eq!(read("icecream"), ["ice", "cream"]);
        assert_eq!(read("SPIDERMAN"), ["spider", "man"]);
        assert_eq!(read("spidermen icecream"), ["ice", "cream"]);
        for text in ["icecrem", "spyderman", "iceq", "", " ", "-", "xqz", "éééééé"] {
            assert!(read(text).is_empty(), "{text:?} is read as {:?}", read(text));
        }
    }

    #[test]
    fn all_spellings_are_listed() {
        let listed = spellings("Drop-Out");
        for spelling in ["Drop-Out", "drop-out", "drop_out", "drop out", "dropout", "drop", "out"] {
            assert!(listed.contains(spelling), "{spelling} is not among {listed:?}");
        }
        assert!(["ice", "cream"].into_iter().all(|part| spellings("ICECREAM").contains(part)));
    }

    fn cut(text: &str) -> Vec<String> {
        words(&same_clue_form(text)).map(str::to_owned).collect()
    }

    #[test]
    fn a_text_falls_into_its_words() {
        assert_eq!(cut("Breakfast at Tiffany's"), ["breakfast", "at", "tiffany"]);
        assert_eq!(cut("ice-cream, (R2-D2)!"), ["ice", "cream", "r2", "d2"]);
        assert_eq!(cut("rock 'n' roll; l’aube"), ["rock", "n", "roll", "l", "aube"]);
        assert!(cut(" ... 🌞 ").is_empty());
    }
}
