//! Fallbacks for words that the embedding does not have.
//!
//! Tried in this order: the word without accents; without a regular ending (guppies, sower); two words
//! written as one (sandcastle); one typing error (tutankhamun). Each is a guess, so short words are excluded.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Regular endings, with their replacements in the base form.
const ENDINGS: [(&str, &[&str]); 9] = [
    ("ies", &["y", "ie"]),
    ("es", &["", "e"]),
    ("s", &[""]),
    ("ied", &["y"]),
    ("ed", &["", "e"]),
    ("ing", &["", "e"]),
    ("er", &["", "e"]),
    ("ly", &[""]),
    ("y", &["", "e"]),
];

/// Minimum length of a base form, and of a part of a compound.
const PART: usize = 3;

/// Maximum rank of a compound's part: rare words occur inside any word by chance.
const COMPOUND_RANK: u32 = 30_000;

/// Minimum length of a word with a typing error.
const SHORTEST_MISSPELLED: usize = 7;

/// Looks up the index of a word in an embedding.
pub(super) type IndexLookup<'a> = &'a dyn Fn(&str) -> Option<u32>;

/// Returns the indices of the words that replace an unknown word; empty if nothing fits.
pub(super) fn repaired(lookup: IndexLookup<'_>, word: &str) -> Vec<u32> {
    let plain: String = word.nfd().filter(|&c| !is_combining_mark(c)).collect();
    if let Some(place) = lookup(&plain) {
        return vec![place];
    }
    if !plain.is_ascii() {
        return Vec::new();
    }
    let one = base(lookup, &plain).map(|place| vec![place]);
    one.or_else(|| parts(lookup, &plain))
        .or_else(|| misspelled(lookup, &plain).map(|p| vec![p]))
        .unwrap_or_default()
}

/// Returns the index of the word of which an English word may be a regular inflection.
pub(super) fn base(lookup: IndexLookup<'_>, word: &str) -> Option<u32> {
    let stems = ENDINGS.iter().filter_map(|(ending, bases)| Some((word.strip_suffix(ending)?, bases)));
    let long = stems.filter(|(stem, _)| stem.len() >= PART);
    long.flat_map(|(stem, bases)| bases.iter().map(move |end| format!("{stem}{end}")))
        .find_map(|base| lookup(&base))
}

/// Returns the two words written as one: the pair whose rarer word is most frequent. The second may be a
/// plural.
pub(super) fn parts(lookup: IndexLookup<'_>, word: &str) -> Option<Vec<u32>> {
    let cuts = (PART..=word.len().saturating_sub(PART)).filter(|&at| word.is_char_boundary(at));
    let pairs = cuts.filter_map(|at| {
        let (first, second) = word.split_at(at);
        let singular = second.strip_suffix('s').filter(|singular| singular.len() >= PART);
        // Both are looked up before either is checked: recorded lookups serve as the list of all spellings.
        let (first, second) = (common_place(lookup, first), common_place(lookup, second));
        let second = second.or_else(|| singular.and_then(|part| common_place(lookup, part)));
        Some([first?, second?])
    });
    pairs.min_by_key(|pair| pair[0].max(pair[1])).map(Vec::from)
}

/// Returns the place of a part of a compound, if it is a common word.
fn common_place(lookup: IndexLookup<'_>, part: &str) -> Option<u32> {
    lookup(part).filter(|&place| place < COMPOUND_RANK)
}

/// Returns the most frequent word at a distance of one letter omitted, inserted, replaced, or swapped with
/// its neighbour.
pub(super) fn misspelled(lookup: IndexLookup<'_>, word: &str) -> Option<u32> {
    if word.len() < SHORTEST_MISSPELLED {
        return None;
    }
    let letters = 'a'..='z';
    let cuts = (0..=word.len()).map(|at| word.split_at(at));
    let near = cuts.flat_map(|(head, tail)| {
        let rest = tail.get(1..).unwrap_or_default();
        let after = rest.get(1..).unwrap_or_default();
        let (first, second) = (tail.get(..1).unwrap_or_default(), rest.get(..1).unwrap_or_default());
        let put_in = letters.clone().map(move |letter| format!("{head}{letter}{tail}"));
        let exchanged = letters.clone().map(move |letter| format!("{head}{letter}{rest}"));
        let others = [format!("{head}{rest}"), format!("{head}{second}{first}{after}")];
        put_in.chain(exchanged).chain(others)
    });
    near.filter_map(|near| lookup(&near)).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made_of(word: &str) -> Vec<&'static str> {
        let words = ["ice", "sand", "castle", "guppy", "elephant", "cafe", "sow"];
        let lookup = |word: &str| words.iter().position(|known| *known == word).map(|n| n as u32);
        repaired(&lookup, word).into_iter().map(|place| words[place as usize]).collect()
    }

    #[test]
    fn what_is_near_a_known_word_is_understood() {
        assert_eq!(made_of("guppies"), ["guppy"]);
        assert_eq!(made_of("sower"), ["sow"]);
        assert_eq!(made_of("café"), ["cafe"]);
        assert_eq!(made_of("sandcastles"), ["sand", "castle"]);
        for slip in ["elefphant", "elehpant", "elephant", "elepant", "elephent"] {
            assert_eq!(made_of(slip), ["elephant"], "{slip}");
        }
    }

    #[test]
    fn what_is_not_stays_unknown() {
        for word in ["xyzzy", "icy2", "愛", "", "iec", "mosquito", "s", "é"] {
            assert!(made_of(word).is_empty(), "{word} is made of {:?}", made_of(word));
        }
    }
}
