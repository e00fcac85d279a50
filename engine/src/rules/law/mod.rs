//! Which clues are legal (R20, R21), as one bit test for each keyword of the team.
//!
//! **decided** for automatic players: a clue is illegal for a keyword when a word of it is the keyword, a
//! translation of it, an inflection of the same lemma, or a closed compound of it and another known word
//! (sunflower for SUN); and number words name positions or the code (R19, R21), so they are never clues.

mod known;

use std::collections::HashMap;
use std::sync::Arc;

use self::known::{Known, plain_form};
use super::{BySlot, Clue, Deck, Keyword, Referee, Repeat};

/// What the law needs to know of a word that may be a clue.
#[derive(Clone, Copy, Debug)]
pub struct WordFacts<'a> {
    /// The word or phrase.
    pub text: &'a str,
    /// The lemmas that it inflects, other than itself, separated by spaces.
    pub lemmas: &'a str,
}

/// Why a clue is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// The team has given it before (R20).
    #[error("R20: the team has given this clue before")]
    Repeated,
    /// It is, translates, inflects or contains a keyword of the team (R21).
    #[error("R21: it is, translates, inflects or contains a keyword of the team")]
    Keyword,
    /// It names a position or the code (R19, R21).
    #[error("R19: it names a position or the code")]
    Number,
    /// It stands in no vocabulary.
    #[error("the clue is not in the vocabulary")]
    Unknown,
}

/// The law of clues for one vocabulary and one deck.
#[derive(Clone, Debug)]
pub struct ClueLaw {
    words: usize,
    keywords: usize,
    stride: usize,
    banned: Vec<u64>,
    /// For each word a number that equal forms share; empty if no two are equal.
    form: Vec<u32>,
    lemma: Vec<u32>,
    referee: Option<Arc<Referee>>,
}

const NUMBERS: [&str; 16] = [
    "1", "2", "3", "4", "one", "two", "three", "four", "first", "second", "third", "fourth", "1st", "2nd",
    "3rd", "4th",
];

impl ClueLaw {
    /// Works out the law for a vocabulary, whose words become the clues 0, 1, 2…, and a deck.
    ///
    /// ```
    /// use overhear_engine::rules::{BySlot, Clue, ClueLaw, Deck, Illegal, Keyword, Repeat, WordFacts};
    /// let deck = Deck::parse("sun\ncup\npen\nhat\nbox\nmap\nkey\nbus", "en")?;
    /// let words = [("suns", "sun"), ("sunflower", ""), ("flower", ""), ("sunny", "")];
    /// let law = ClueLaw::new(&words.map(|(text, lemmas)| WordFacts { text, lemmas }), &deck);
    /// let own = BySlot([0, 1, 2, 3].map(Keyword));
    /// let verdict = |n| law.verdict(Clue::new(n), &own, Repeat::Exact, []);
    /// assert_eq!(verdict(0), Err(Illegal::Keyword));
    /// assert_eq!(verdict(1), Err(Illegal::Keyword));
    /// assert_eq!(verdict(2), Ok(()));
    /// assert_eq!(verdict(3), Ok(()));
    /// # Ok::<(), overhear_engine::rules::DeckError>(())
    /// ```
    pub fn new(vocabulary: &[WordFacts<'_>], deck: &Deck) -> ClueLaw {
        let stride = (deck.len() + 1).div_ceil(64);
        let mut law = ClueLaw {
            words: vocabulary.len(),
            stride,
            keywords: deck.len(),
            banned: vec![0; stride * vocabulary.len()],
            form: Vec::with_capacity(vocabulary.len()),
            lemma: Vec::with_capacity(vocabulary.len()),
            referee: None,
        };
        let known = Known::new(vocabulary, deck);
        let mut forms = Classes::default();
        let mut lemmas = Classes::default();
        for (n, word) in vocabulary.iter().enumerate() {
            let form = plain_form(word.text);
            known.keywords_in(&form, word.lemmas, |keyword| law.ban(n, keyword.index()));
            if form.split(' ').any(|part| NUMBERS.contains(&part)) {
                law.ban(n, law.keywords);
            }
            let lemma = word.lemmas.split(' ').next().filter(|l| !l.is_empty()).unwrap_or(&form);
            law.lemma.push(lemmas.class(lemma));
            law.form.push(forms.class(&form));
        }
        if forms.0.len() == vocabulary.len() {
            law.form.clear();
        }
        law
    }

    /// The same law with a referee at the table, who knows the same vocabulary and deck.
    #[must_use]
    pub fn with_referee(&self, referee: Arc<Referee>) -> ClueLaw {
        ClueLaw { referee: Some(referee), ..self.clone() }
    }

    /// The referee who says whether a clue is about its keyword (R19, R22), if there is one.
    pub fn referee(&self) -> Option<&Referee> {
        self.referee.as_deref()
    }

    /// Sets a bit of the word's row: one for each keyword, and after them the one for number words.
    fn ban(&mut self, word: usize, bit: usize) {
        self.banned[word * self.stride + bit / 64] |= 1 << (bit % 64);
    }

    fn bit(&self, word: usize, bit: usize) -> bool {
        self.banned[word * self.stride + bit / 64] >> (bit % 64) & 1 == 1
    }

    /// How many clues the vocabulary has.
    pub fn vocabulary(&self) -> usize {
        self.words
    }

    /// Whether R21 forbids the clue to a team that holds `keyword`.
    ///
    /// # Panics
    /// If the clue is not in the vocabulary.
    pub fn is_banned(&self, clue: Clue, keyword: Keyword) -> bool {
        self.bit(clue.index(), keyword.index())
    }

    /// The keywords whose team must not give the clue (R21).
    ///
    /// # Panics
    /// If the clue is not in the vocabulary.
    pub fn banning(&self, clue: Clue) -> impl Iterator<Item = Keyword> + '_ {
        let row = &self.banned[clue.index() * self.stride..][..self.stride];
        let bits = row.iter().enumerate().flat_map(|(n, &word)| ones(word).map(move |bit| n * 64 + bit));
        bits.filter(|&bit| bit < self.keywords).map(|bit| Keyword(bit as u16))
    }

    /// Whether the clue is a number word, which nobody may give (R19, R21).
    ///
    /// # Panics
    /// If the clue is not in the vocabulary.
    pub fn is_number(&self, clue: Clue) -> bool {
        self.bit(clue.index(), self.keywords)
    }

    /// Whether two clues count as the same (R20).
    ///
    /// # Panics
    /// If a clue is not in the vocabulary.
    pub fn same(&self, a: Clue, b: Clue, repeat: Repeat) -> bool {
        self.class(a, repeat) == self.class(b, repeat)
    }

    fn class(&self, clue: Clue, repeat: Repeat) -> u32 {
        match repeat {
            Repeat::Exact if self.form.is_empty() => clue.index() as u32,
            Repeat::Exact => self.form[clue.index()],
            Repeat::Lemma => self.lemma[clue.index()],
        }
    }

    /// Whether a team that holds `own` and has given `earlier` may give `clue`.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn verdict(
        &self,
        clue: Clue,
        own: &BySlot<Keyword>,
        repeat: Repeat,
        earlier: impl IntoIterator<Item = Clue>,
    ) -> Result<(), Illegal> {
        if clue.index() >= self.words {
            return Err(Illegal::Unknown);
        }
        if own.iter().any(|&keyword| self.is_banned(clue, keyword)) {
            return Err(Illegal::Keyword);
        }
        if self.is_number(clue) {
            return Err(Illegal::Number);
        }
        let class = self.class(clue, repeat);
        if earlier.into_iter().any(|old| self.class(old, repeat) == class) {
            Err(Illegal::Repeated)
        } else {
            Ok(())
        }
    }
}

/// The places of the bits that are set.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}

/// Numbers equal texts equally, in the order of their first appearance.
#[derive(Default)]
struct Classes(HashMap<String, u32>);

impl Classes {
    fn class(&mut self, text: &str) -> u32 {
        if let Some(&class) = self.0.get(text) {
            return class;
        }
        let class = self.0.len() as u32;
        self.0.insert(text.to_owned(), class);
        class
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [(&str, &str); 14] = [
        ("sun", ""),
        ("suns", "sun"),
        ("sunny", ""),
        ("sunflower", ""),
        ("flower", ""),
        ("soleil", ""),
        ("ice cream", ""),
        ("Ice-Cream", ""),
        ("two", ""),
        ("mice", "mouse"),
        ("mouse", ""),
        ("the sun also rises", ""),
        ("flowers", "flower"),
        ("ny", ""),
    ];

    fn law() -> ClueLaw {
        let csv = "card,en,fr\n0,sun,soleil\n1,mouse,souris\n2,cup,tasse\n3,pen,stylo\n4,hat,chapeau\n\
                   5,box,boîte\n6,map,carte\n7,key,clé\n8,cream,crème\n";
        let deck = Deck::parse(csv, "en").unwrap();
        ClueLaw::new(&WORDS.map(|(text, lemmas)| WordFacts { text, lemmas }), &deck)
    }

    fn clue(text: &str) -> Clue {
        Clue::new(WORDS.iter().position(|w| w.0 == text).unwrap() as u32)
    }

    fn verdict(text: &str, own: [u16; 4]) -> Result<(), Illegal> {
        law().verdict(clue(text), &BySlot(own.map(Keyword)), Repeat::Exact, [])
    }

    #[test]
    fn r21_keywords_inflections_translations_compounds_and_phrases_are_no_clues() {
        for text in ["sun", "suns", "soleil", "sunflower", "the sun also rises"] {
            assert_eq!(verdict(text, [0, 2, 3, 4]), Err(Illegal::Keyword), "{text}");
        }
        assert_eq!(verdict("mice", [2, 1, 3, 4]), Err(Illegal::Keyword));
        assert_eq!(verdict("ice cream", [2, 8, 3, 4]), Err(Illegal::Keyword));
    }

    #[test]
    fn r21_other_lemmas_and_other_teams_keywords_pass() {
        for text in ["sunny", "flower", "mice", "ice cream"] {
            assert_eq!(verdict(text, [0, 2, 3, 4]), Ok(()), "{text}");
        }
        assert_eq!(verdict("sun", [1, 2, 3, 4]), Ok(()));
    }

    #[test]
    fn r19_number_words_are_no_clues() {
        assert_eq!(verdict("two", [0, 1, 2, 3]), Err(Illegal::Number));
    }

    #[test]
    fn r20_the_same_clue_in_another_spelling_is_a_repeat() {
        let own = BySlot([2, 3, 4, 5].map(Keyword));
        let again = |new: &str, old: &str, repeat| law().verdict(clue(new), &own, repeat, [clue(old)]);
        assert_eq!(again("ice cream", "Ice-Cream", Repeat::Exact), Err(Illegal::Repeated));
        assert_eq!(again("flowers", "flower", Repeat::Exact), Ok(()));
        assert_eq!(again("flowers", "flower", Repeat::Lemma), Err(Illegal::Repeated));
        assert_eq!(again("mice", "flower", Repeat::Lemma), Ok(()));
    }

    #[test]
    fn a_clue_outside_the_vocabulary_is_illegal() {
        let own = BySlot([0, 1, 2, 3].map(Keyword));
        assert_eq!(law().verdict(Clue::new(99), &own, Repeat::Exact, []), Err(Illegal::Unknown));
    }
}
