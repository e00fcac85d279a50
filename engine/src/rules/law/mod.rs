//! The law of clues for a vocabulary (R18 to R21), as one bit for each keyword and word.
//!
//! The bits are the verdicts of [`TextLaw`](super::TextLaw) on the words of a vocabulary, computed in
//! advance. This project decided for automatic players: a clue that is illegal for one keyword of the team in some
//! position is forbidden to the team, for all keywords. Number words, which name positions, are therefore
//! never clues. Doubtful clues may be given.

#[cfg(test)]
mod tests;
mod utterances;
mod verdict;
mod vocabulary_law;

pub use utterances::{FreeTextClues, TextBans};
pub use verdict::Illegal;

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use self::vocabulary_law::{VocabularyLaw, WordVerdict};
use super::{Clue, Deck, Keyword, Lexicon, Referee, Repeat, WordTable};
use crate::parallel;

/// Facts about a word of the vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct WordFacts<'a> {
    /// The word or phrase.
    pub text: &'a str,
    /// Lemmas of the word other than the word itself, separated by spaces.
    pub lemmas: &'a str,
}

/// The law of clues for one vocabulary and one deck.
///
/// Row `word` of `banned` has `stride` numbers of 64 bits: one bit for each keyword, and one for words that
/// are always illegal.
#[derive(Clone, Debug)]
pub struct ClueLaw {
    words: usize,
    keywords: usize,
    /// Digest of the deck.
    deck: u64,
    stride: usize,
    banned: Vec<u64>,
    /// Class of each word: equal numbers for clues that are the same (R20).
    form: Vec<u32>,
    lemma: Vec<u32>,
    referee: Option<Arc<Referee>>,
    /// Texts outside the vocabulary, if such texts are allowed. All copies of the law share them.
    utterances: Arc<OnceLock<Arc<FreeTextClues>>>,
}

impl ClueLaw {
    /// Creates the law for a vocabulary and a deck. The words become the clues 0, 1, 2…
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
        let mut table = WordTable::with_capacity(vocabulary.len());
        vocabulary.iter().for_each(|word| table.add_word(word.text, word.lemmas));
        ClueLaw::with_lexicon(vocabulary.iter().map(|word| word.text), deck, &table)
    }

    /// Creates the law for a vocabulary and a deck, with a lexicon of the deck's language.
    pub fn with_lexicon<'t>(
        vocabulary: impl ExactSizeIterator<Item = &'t str>,
        deck: &Deck,
        lexicon: &dyn Lexicon,
    ) -> ClueLaw {
        let prepared = VocabularyLaw::new(Cow::Borrowed(deck.keywords()), deck.language(), lexicon);
        let (mut forms, mut lemmas) = (TextClasses::default(), TextClasses::default());
        let texts: Vec<&str> = vocabulary.collect();
        // The verdicts are computed in parallel and stored in order: classes are numbered by first
        // appearance.
        let judged: Vec<WordVerdict> = parallel::map(&texts, |text| prepared.judged(text));
        let mut law = ClueLaw::silent(texts.len(), deck);
        for (n, word) in judged.iter().enumerate() {
            let banned = word.banned.iter().copied().chain(word.is_illegal.then_some(deck.len()));
            banned.for_each(|bit| law.ban(n, bit));
            law.lemma.push(lemmas.repeat_class(&word.lemma));
            law.form.push(forms.repeat_class(&word.form));
        }
        law
    }

    /// Returns a law that forbids no clue.
    fn silent(words: usize, deck: &Deck) -> ClueLaw {
        let (keywords, deck) = (deck.len(), deck.digest());
        let stride = (keywords + 1).div_ceil(64);
        let banned = vec![0; stride * words];
        let (form, lemma, utterances) = (Vec::new(), Vec::new(), Arc::default());
        ClueLaw { words, keywords, deck, stride, banned, form, lemma, referee: None, utterances }
    }

    /// Creates the law for another deck of the same language and the same vocabulary, without a referee.
    ///
    /// Results that do not depend on keywords are reused.
    ///
    /// ```
    /// use overhear_engine::rules::{Clue, ClueLaw, Deck, Keyword, NoLexicon};
    /// let words = ["suns", "pens", "two"];
    /// let deck = |list| Deck::parse(list, "en");
    /// let law = ClueLaw::with_lexicon(words.into_iter(), &deck("sun\ncup\nhat\nbox\nmap\nkey\nbus\nbed")?, &NoLexicon);
    /// let other = law.for_deck(words.into_iter(), &deck("cup\npen\nhat\nbox\nmap\nkey\nbus\nbed")?, &NoLexicon);
    /// assert!(law.is_banned(Clue::new(0), Keyword(0)) && !other.is_banned(Clue::new(0), Keyword(0)));
    /// assert!(other.is_banned(Clue::new(1), Keyword(1)) && other.is_banned_for_all(Clue::new(2)));
    /// # Ok::<(), overhear_engine::rules::DeckError>(())
    /// ```
    ///
    /// # Panics
    /// If the vocabulary has another size.
    #[must_use]
    pub fn for_deck<'t>(
        &self,
        vocabulary: impl ExactSizeIterator<Item = &'t str>,
        deck: &Deck,
        lexicon: &dyn Lexicon,
    ) -> ClueLaw {
        let texts: Vec<&str> = vocabulary.collect();
        assert_eq!(texts.len(), self.words, "a law is for one vocabulary");
        let prepared = VocabularyLaw::new(Cow::Borrowed(deck.keywords()), deck.language(), lexicon);
        let banned: Vec<Vec<usize>> = parallel::map(&texts, |text| prepared.banned(text));
        let mut law = ClueLaw::silent(self.words, deck);
        for (n, banned) in banned.into_iter().enumerate() {
            let is_illegal = self.bit(n, self.keywords);
            banned.into_iter().chain(is_illegal.then_some(deck.len())).for_each(|bit| law.ban(n, bit));
        }
        ClueLaw { form: self.form.clone(), lemma: self.lemma.clone(), ..law }
    }

    /// Returns the law with a referee for the same vocabulary and deck.
    #[must_use]
    pub fn with_referee(&self, referee: Arc<Referee>) -> ClueLaw {
        ClueLaw { referee: Some(referee), ..self.clone() }
    }

    /// Returns the referee that tests if a clue is about its keyword (R19, R22), if there is one.
    pub fn referee(&self) -> Option<&Referee> {
        self.referee.as_deref()
    }

    /// Returns `true` if the law was made for this deck.
    pub(crate) const fn is_for(&self, deck: &Deck) -> bool {
        self.deck == deck.digest()
    }

    /// Returns the number of keywords.
    pub const fn keywords(&self) -> usize {
        self.keywords
    }

    /// Sets a bit of a word's row: one bit for each keyword, then one for words that are always illegal.
    fn ban(&mut self, word: usize, bit: usize) {
        self.banned[word * self.stride + bit / 64] |= 1 << (bit % 64);
    }

    fn bit(&self, word: usize, bit: usize) -> bool {
        self.banned[word * self.stride + bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Returns the number of clues in the vocabulary.
    pub fn vocabulary(&self) -> usize {
        self.words
    }

    /// Returns `true` if the law forbids the clue to a team that holds `keyword` (R19, R21).
    ///
    /// # Panics
    /// If the clue is not in the vocabulary.
    pub fn is_banned(&self, clue: Clue, keyword: Keyword) -> bool {
        self.bit(clue.index(), keyword.index())
    }

    /// Returns the keywords that ban the clue: their teams must not give it (R19, R21).
    ///
    /// # Panics
    /// If the clue is not in the vocabulary.
    pub fn keywords_banning(&self, clue: Clue) -> impl Iterator<Item = Keyword> + '_ {
        let row = &self.banned[clue.index() * self.stride..][..self.stride];
        let words = row.iter().enumerate().filter(|&(_, &word)| word != 0);
        let bits = words.flat_map(|(n, &word)| ones(word).map(move |bit| n * 64 + bit));
        // The bit behind the keywords marks words that are always illegal.
        bits.filter(|&bit| bit < self.keywords).map(|bit| Keyword(bit as u16))
    }

    /// Returns `true` if the clue is illegal for all keywords, as number words are (R18, R19, R21).
    ///
    /// # Panics
    /// If the clue is not in the vocabulary.
    pub fn is_banned_for_all(&self, clue: Clue) -> bool {
        self.bit(clue.index(), self.keywords)
    }

    /// Returns `true` if two clues count as the same (R20).
    ///
    /// # Panics
    /// If a clue is not in the vocabulary.
    pub fn is_repeat(&self, a: Clue, b: Clue, repeat: Repeat) -> bool {
        self.repeat_class(a, repeat) == self.repeat_class(b, repeat)
    }

    /// Returns the class of a clue: a number that is equal for clues that count as the same (R20).
    ///
    /// # Panics
    /// If the clue is neither in the vocabulary nor a known text.
    pub fn repeat_class(&self, clue: Clue, repeat: Repeat) -> u32 {
        let known = self.classes(repeat).get(clue.index()).copied();
        known.unwrap_or_else(|| self.class_of_text(clue, repeat))
    }

    /// Returns the class of each word.
    fn classes(&self, repeat: Repeat) -> &[u32] {
        match repeat {
            Repeat::Exact => &self.form,
            Repeat::Lemma => &self.lemma,
        }
    }

    /// Allows texts outside the vocabulary, for all copies of this law. Only the first call has an effect.
    pub fn allow_free_text(&self, texts: impl FnOnce() -> FreeTextClues) -> &Arc<FreeTextClues> {
        self.utterances.get_or_init(|| Arc::new(texts()))
    }

    /// Returns the store of texts outside the vocabulary, if such texts are allowed.
    pub fn utterances(&self) -> Option<&Arc<FreeTextClues>> {
        self.utterances.get()
    }

    /// Returns a number for the clue that is equal in all runs.
    ///
    /// For a word, the number is its index in the vocabulary; for a text, a digest from 2³¹ up.
    pub fn fingerprint(&self, clue: Clue) -> u32 {
        if clue.index() < self.words { clue.index() as u32 } else { self.texts().fingerprint(clue) }
    }

    #[cold]
    fn texts(&self) -> &FreeTextClues {
        self.utterances().expect("who gives a clue beyond the vocabulary has said a text")
    }

    #[cold]
    fn class_of_text(&self, clue: Clue, repeat: Repeat) -> u32 {
        self.texts().repeat_class(clue, repeat)
    }
}

/// Returns the positions of the set bits, lowest first.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        // Clears the lowest set bit.
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}

/// A numbering of texts by first appearance; equal texts get equal numbers.
#[derive(Default)]
struct TextClasses(FxHashMap<String, u32>);

impl TextClasses {
    fn repeat_class(&mut self, text: &str) -> u32 {
        if let Some(&class) = self.0.get(text) {
            return class;
        }
        let class = self.0.len() as u32;
        self.0.insert(text.to_owned(), class);
        class
    }
}
