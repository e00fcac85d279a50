//! Words of French, Italian and Swedish that a space does not have, made of words that it has.
//!
//! In this order: without a regular ending (chevaux); in Swedish two words written as one, perhaps joined by an s
//! (fiskstjärt); one slip of the pen.

use overhear_data::words_of;
use overhear_engine::rules::Language;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::fallback::{IndexLookup, misspelled};

/// Minimal number of letters of a part of a compound.
const PART: usize = 3;

/// Shorter words that many Swedish compounds are made of (isbit, ljusår).
const SHORT_PARTS: [&str; 13] =
    ["is", "år", "ek", "by", "sy", "bi", "te", "ko", "ur", "ål", "öl", "tå", "hö"];

/// The reading of unknown words of a language.
pub(super) struct UnknownWords {
    endings: Endings,
    has_compounds: bool,
}

impl UnknownWords {
    /// Returns the reading for a language; `None` for English, which has its own, and for a language without built-in words.
    pub(super) fn of(language: Language) -> Option<UnknownWords> {
        let words = words_of(language.code())?;
        let has_compounds = language == Language::Swedish;
        Some(UnknownWords { endings: Endings::parse(words.endings), has_compounds })
    }

    /// Returns the places of the words that an unknown word is made of; none if nothing fits.
    pub(super) fn places(&self, lookup: IndexLookup<'_>, word: &str) -> Vec<u32> {
        let one = self.base(lookup, word).map(|place| vec![place]);
        let plain = without_marks(word);
        one.or_else(|| if self.has_compounds { self.parts(lookup, word) } else { None })
            .or_else(|| {
                if plain.is_ascii() { misspelled(lookup, &plain).map(|place| vec![place]) } else { None }
            })
            .unwrap_or_default()
    }

    /// Returns the most frequent word that a word may be an inflection of.
    pub(super) fn base(&self, lookup: IndexLookup<'_>, word: &str) -> Option<u32> {
        self.endings.bases(word).filter_map(|base| lookup(&base)).min()
    }

    /// Returns the two words of a compound; of all pairs that whose rarer word is the least rare.
    fn parts(&self, lookup: IndexLookup<'_>, word: &str) -> Option<Vec<u32>> {
        let cuts = word.char_indices().map(|(at, _)| word.split_at(at));
        let pairs = cuts.filter(|(head, tail)| is_long(head) && is_long(tail)).filter_map(|(head, tail)| {
            // Joined as they are, by an s (stads-buss), or without a last vowel (soff-kudde, timm-glas).
            let linked = head.strip_suffix('s').filter(|head| is_long(head));
            let head = lookup(head)
                .or_else(|| linked.and_then(lookup))
                .or_else(|| ["a", "e"].iter().find_map(|end| lookup(&format!("{head}{end}"))))?;
            Some([head, lookup(tail).or_else(|| self.base(lookup, tail))?])
        });
        pairs.min_by_key(|pair| pair[0].max(pair[1])).map(Vec::from)
    }
}

/// Returns a word without its accents and ligatures, as people type it who lack the keys.
pub(super) fn without_marks(word: &str) -> String {
    let letters = word.nfd().filter(|&c| !is_combining_mark(c));
    letters.collect::<String>().replace('œ', "oe").replace('æ', "ae")
}

fn is_long(part: &str) -> bool {
    part.chars().count() >= PART || SHORT_PARTS.contains(&part)
}

/// Regular inflections of a language, undone by its table of endings, the longest first.
struct Endings(Vec<(&'static str, Vec<&'static str>)>);

/// Minimal number of letters that remain when an ending is taken away.
const STEM: usize = 2;

/// Minimal number of letters of a base.
const BASE: usize = 3;

impl Endings {
    /// Reads a table with the columns `ending` and `bases`. A base `-` means that nothing replaces the ending.
    fn parse(text: &'static str) -> Endings {
        let rows = text.lines().skip(1).filter_map(|line| line.split_once('\t'));
        let rows = rows.map(|(ending, cell)| {
            (ending, cell.split(' ').map(|base| if base == "-" { "" } else { base }).collect())
        });
        Endings(rows.collect())
    }

    /// Returns the words that a word may be an inflection of, the likeliest first. Most of them do not exist.
    fn bases<'w>(&'w self, word: &'w str) -> impl Iterator<Item = String> + 'w {
        let stems = self.0.iter().filter_map(|(ending, bases)| Some((word.strip_suffix(ending)?, bases)));
        let long = stems.filter(|(stem, _)| stem.chars().count() >= STEM);
        let bases = long.flat_map(|(stem, bases)| bases.iter().map(move |base| format!("{stem}{base}")));
        bases.filter(move |base| base != word && base.chars().count() >= BASE)
    }
}

/// The most words of a phrase that is looked up as one.
const LONGEST_PHRASE: usize = 5;

/// A word or phrase of a text.
pub(super) struct Phrase {
    pub(super) text: String,
    /// Indices of the words that it was read as; empty if nothing fits.
    pub(super) places: Vec<u32>,
    /// `true` if the space has it as it stands.
    pub(super) is_known: bool,
}

/// Cuts a text into the longest phrases that a space has, and the words between them.
pub(super) fn cut_into_phrases(
    words: &[&str],
    lookup: IndexLookup<'_>,
    unknown_words: &UnknownWords,
) -> Vec<Phrase> {
    let (mut phrases, mut start) = (Vec::new(), 0);
    while start < words.len() {
        let longest = words.len().min(start + LONGEST_PHRASE);
        let known = (start + 1..=longest).rev().find_map(|end| {
            let text = words[start..end].join(" ");
            let place = lookup(&text)?;
            Some((end, Phrase { text, places: vec![place], is_known: true }))
        });
        let (end, phrase) = known.unwrap_or_else(|| {
            let text = words[start].to_owned();
            let places = unknown_words.places(lookup, &text);
            (start + 1, Phrase { text, places, is_known: false })
        });
        phrases.push(phrase);
        start = end;
    }
    phrases
}

#[cfg(test)]
mod ending_tests {
    use super::*;

    #[test]
    fn endings_are_undone_the_longest_first() {
        let table = Endings::parse("ending\tbases\naux\tal au\nx\t-\n");
        let bases = |word| table.bases(word).collect::<Vec<_>>();
        assert_eq!(bases("chevaux"), ["cheval", "chevau", "chevau"]);
        assert_eq!(bases("taux"), ["tau"], "a stem has two letters");
        assert!(bases("cheval").is_empty() && bases("").is_empty() && bases("é").is_empty());
    }
}

#[cfg(all(test, feature = "languages"))]
mod tests {
    use super::*;

    fn made_of(language: Language, words: &[&'static str], word: &str) -> Vec<&'static str> {
        let unknown = UnknownWords::of(language).expect("built in");
        unknown
            .places(&|word| words.iter().position(|known| *known == word).map(|n| n as u32), word)
            .into_iter()
            .map(|place| words[place as usize])
            .collect()
    }

    #[test]
    fn inflections_are_understood_by_their_bases() {
        let french = ["cheval", "étoile", "danseur", "manger"];
        for (word, base) in
            [("chevaux", "cheval"), ("étoiles", "étoile"), ("danseuses", "danseur"), ("mangée", "manger")]
        {
            assert_eq!(made_of(Language::French, &french, word), [base]);
        }
        let italian = ["albergo", "stella", "specchio", "uomo"];
        for (word, base) in [("alberghi", "albergo"), ("stelle", "stella"), ("specchietto", "specchio")] {
            assert_eq!(made_of(Language::Italian, &italian, word), [base]);
        }
        let swedish = ["bil", "flicka", "nyckel"];
        for (word, base) in [("bilarna", "bil"), ("flickorna", "flicka"), ("nycklar", "nyckel")] {
            assert_eq!(made_of(Language::Swedish, &swedish, word), [base]);
        }
    }

    #[test]
    fn compounds_are_cut_in_swedish_alone() {
        let words = ["fisk", "stjärt", "rör", "lys", "vatten"];
        assert_eq!(made_of(Language::Swedish, &words, "fiskstjärt"), ["fisk", "stjärt"]);
        assert_eq!(made_of(Language::Swedish, &words, "fisksrör"), ["fisk", "rör"], "joined by an s");
        assert_eq!(made_of(Language::Swedish, &words, "vattenrören"), ["vatten", "rör"]);
        assert_eq!(made_of(Language::Swedish, &["bit", "is", "ljus", "år"], "isbit"), ["is", "bit"]);
        assert_eq!(made_of(Language::Swedish, &["bit", "is", "ljus", "år"], "ljusår"), ["ljus", "år"]);
        assert!(made_of(Language::Swedish, &["bit", "ax"], "axbit").is_empty(), "not one of the short parts");
        assert!(made_of(Language::Italian, &words, "vattenfisk").is_empty());
    }

    #[test]
    fn a_slip_is_understood_and_nonsense_is_not() {
        let words = ["elephant", "eau"];
        assert_eq!(made_of(Language::French, &words, "elefphant"), ["elephant"]);
        for word in ["", "é", "xqz", "愛", "éééééééé"] {
            assert!(made_of(Language::French, &words, word).is_empty(), "{word}");
        }
    }

    #[test]
    fn marks_and_ligatures_are_left_out() {
        assert_eq!(
            (without_marks("cœur"), without_marks("élève"), without_marks("får")),
            ("coeur".into(), "eleve".into(), "far".into())
        );
    }
}
