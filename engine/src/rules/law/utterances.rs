//! Clues that are texts outside the vocabulary.
//!
//! Each text becomes a clue of its own, numbered after the vocabulary in the order of arrival. The number
//! therefore identifies the text only within a run. Comparisons, records and files use the text.
//!
//! **decided**: a text that equals a word of the vocabulary in the form of [`same_clue_form`] is that word.
//! For other texts, [`TextLaw`](super::super::TextLaw) decides; doubtful texts may be given.

use std::borrow::Cow;
use std::fmt;
use std::sync::{LazyLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use super::super::{
    BySlot, Clue, ClueQuestion, ClueVerdict, Code, Deck, Keyword, KeywordText, Language, Lexicon, Reason,
    Repeat, same_clue_form,
};
use super::ClueLaw;
use super::vocabulary_law::{RepeatForms, VocabularyLaw, repeat_forms};

/// Maximal number of texts in a run. They take about 200 MB.
const MOST: usize = 1 << 20;

/// Offset of the fingerprints of texts, which separates them from those of words.
const BEYOND: u32 = 1 << 31;

/// The texts outside the vocabulary that have been given in a run.
///
/// Reading a text takes no lock; texts are only ever appended.
pub struct FreeTextClues {
    words: Vec<Box<str>>,
    /// Index of the first word of each form.
    by_form: FxHashMap<String, u32>,
    language: Language,
    lexicon: &'static dyn Lexicon,
    law: LazyTextLaw,
    utterances: boxcar::Vec<Utterance>,
    numbers: RwLock<TextNumbers>,
}

/// The law by which texts are judged, prepared when the first is: most runs with bots have none.
type LazyTextLaw =
    LazyLock<VocabularyLaw<'static>, Box<dyn FnOnce() -> VocabularyLaw<'static> + Send + Sync>>;

/// A text that has been given.
struct Utterance {
    text: Box<str>,
    fingerprint: u32,
    form: u32,
    lemma: u32,
}

/// Look-up tables from texts to numbers.
struct TextNumbers {
    clues: FxHashMap<Box<str>, u32>,
    /// Classes of clues that are the same, and classes of inflections of one lemma (R20).
    forms: FxHashMap<String, u32>,
    lemmas: FxHashMap<String, u32>,
}

impl TextNumbers {
    fn clue(&self, text: &str) -> Option<Clue> {
        self.clues.get(text).map(|&number| Clue::new(number))
    }
}

impl FreeTextClues {
    /// Creates an empty store for the vocabulary of a law and its deck.
    ///
    /// # Panics
    /// If the vocabulary differs in size from that of the law.
    pub fn new<'t>(
        law: &ClueLaw,
        vocabulary: impl ExactSizeIterator<Item = &'t str>,
        deck: &Deck,
        lexicon: &'static dyn Lexicon,
    ) -> FreeTextClues {
        assert_eq!(vocabulary.len(), law.vocabulary(), "a law is for one vocabulary");
        let language = deck.language();
        let words: Vec<Box<str>> = vocabulary.map(Box::from).collect();
        let (mut by_form, mut forms, mut lemmas) =
            (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        for (n, word) in (0..).zip(&words) {
            let RepeatForms { form, lemma } = repeat_forms(word, language, lexicon);
            by_form.entry(same_clue_form(word)).or_insert(n);
            forms.entry(form).or_insert_with(|| law.repeat_class(Clue::new(n), Repeat::Exact));
            lemmas.entry(lemma).or_insert_with(|| law.repeat_class(Clue::new(n), Repeat::Lemma));
        }
        let numbers = RwLock::new(TextNumbers { clues: FxHashMap::default(), forms, lemmas });
        let keywords = deck.keywords().to_vec();
        let law = lazy_law(move || keywords, language, lexicon);
        FreeTextClues { words, by_form, language, lexicon, law, utterances: boxcar::Vec::new(), numbers }
    }

    /// Returns the store that judges texts by these keywords: those of the deck in its order, with other translations.
    ///
    /// `keywords` is called when the first text is judged.
    #[must_use]
    pub fn with_keywords(
        self,
        keywords: impl FnOnce() -> Vec<KeywordText> + Send + Sync + 'static,
    ) -> FreeTextClues {
        FreeTextClues { law: lazy_law(keywords, self.language, self.lexicon), ..self }
    }

    /// Returns the clue for a text: a word of the vocabulary, or a clue of its own.
    ///
    /// White space is folded into single spaces. Returns `None` if the store is full.
    pub fn say(&self, text: &str) -> Option<Clue> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(&word) = self.by_form.get(&same_clue_form(&text)) {
            return Some(Clue::new(word));
        }
        if let Some(clue) = self.numbers.read().unwrap_or_else(PoisonError::into_inner).clue(&text) {
            return Some(clue);
        }
        let RepeatForms { form, lemma } = repeat_forms(&text, self.language, self.lexicon);
        // Another thread may have added the text between the read lock and the write lock.
        let mut numbers = self.numbers.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(clue) = numbers.clue(&text) {
            return Some(clue);
        }
        if self.is_full() {
            return None;
        }
        // The write lock makes the count and the later push one step, so numbers have no gaps.
        let place = self.utterances.count();
        let number = (self.words.len() + place) as u32;
        let form = *numbers.forms.entry(form).or_insert(number);
        let lemma = *numbers.lemmas.entry(lemma).or_insert(number);
        let text = text.into_boxed_str();
        let fingerprint = BEYOND + digest(&text);
        numbers.clues.insert(text.clone(), number);
        let at = self.utterances.push(Utterance { text, fingerprint, form, lemma });
        debug_assert_eq!(at, place, "texts are added one at a time");
        Some(Clue::new(number))
    }

    /// Returns `true` if the store is full.
    pub fn is_full(&self) -> bool {
        self.utterances.count() >= MOST
    }

    /// Returns `true` if the clue is a text of the store.
    pub fn has(&self, clue: Clue) -> bool {
        clue.index().checked_sub(self.words.len()).is_some_and(|place| self.utterances.get(place).is_some())
    }

    /// Returns the text of a clue, in the vocabulary or in the store.
    ///
    /// # Panics
    /// If the clue is neither in the vocabulary nor in the store.
    pub fn text(&self, clue: Clue) -> &str {
        self.words.get(clue.index()).map_or_else(|| &*self.utterance(clue).text, |word| &**word)
    }

    /// Returns the keywords that ban a text: their teams must not give it, for whichever keyword (R19, R21).
    pub fn keywords_banning(&self, clue: Clue) -> impl Iterator<Item = Keyword> + use<> {
        keywords(self.law.banned(self.text(clue)))
    }

    pub(super) fn fingerprint(&self, clue: Clue) -> u32 {
        self.utterance(clue).fingerprint
    }

    pub(super) fn repeat_class(&self, clue: Clue, repeat: Repeat) -> u32 {
        match repeat {
            Repeat::Exact => self.utterance(clue).form,
            Repeat::Lemma => self.utterance(clue).lemma,
        }
    }

    /// Checks if a team may give a text. `meant` is the code and the place of the digit, if known.
    pub(super) fn verdict(
        &self,
        clue: Clue,
        own: BySlot<Keyword>,
        meant: Option<(Code, usize)>,
        repeat: Repeat,
        earlier: &[Clue],
    ) -> Result<(), Reason> {
        let keywords = self.law.keywords();
        let earlier: Vec<&str> = earlier.iter().map(|&clue| self.text(clue)).collect();
        let question = ClueQuestion {
            clue: self.text(clue),
            keywords: BySlot(own.0.map(|keyword| &keywords[keyword.index()])),
            earlier: &earlier,
            code: meant.map(|(code, _)| code),
            meant: meant.map(|(code, place)| code.slots()[place]),
        };
        match self.law.verdict(own, repeat, &question) {
            ClueVerdict::Illegal(reason) => Err(reason),
            ClueVerdict::Legal | ClueVerdict::Doubtful(_) => Ok(()),
        }
    }

    fn utterance(&self, clue: Clue) -> &Utterance {
        let place = clue.index() - self.words.len();
        self.utterances.get(place).expect("who gives a clue beyond the vocabulary has said a text")
    }
}

impl fmt::Debug for FreeTextClues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Utterances").field("said", &self.utterances.count()).finish_non_exhaustive()
    }
}

/// A test that finds the keywords of a deck that a text gives away (R19, R21).
pub struct TextBans(VocabularyLaw<'static>);

impl TextBans {
    /// Creates the test for the keywords of a deck.
    pub fn new(deck: &Deck, lexicon: &'static dyn Lexicon) -> TextBans {
        TextBans(VocabularyLaw::new(Cow::Owned(deck.keywords().to_vec()), deck.language(), lexicon))
    }

    /// Returns the keywords that ban the text: their teams must not give it.
    pub fn keywords_banning(&self, text: &str) -> impl Iterator<Item = Keyword> + use<> {
        keywords(self.0.banned(text))
    }
}

fn lazy_law(
    keywords: impl FnOnce() -> Vec<KeywordText> + Send + Sync + 'static,
    language: Language,
    lexicon: &'static dyn Lexicon,
) -> LazyTextLaw {
    LazyLock::new(Box::new(move || VocabularyLaw::new(Cow::Owned(keywords()), language, lexicon)))
}

fn keywords(places: Vec<usize>) -> impl Iterator<Item = Keyword> + use<> {
    places.into_iter().map(|place| Keyword(place as u16))
}

/// Returns a number below 2³¹ − 1 for a text (FNV-1a).
fn digest(text: &str) -> u32 {
    let hash =
        text.bytes().fold(0x811C_9DC5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hash % (BEYOND - 1)
}

#[cfg(test)]
mod tests {
    use super::super::super::{Illegal, NoLexicon, WordFacts};
    use super::*;

    const WORDS: [&str; 4] = ["moon", "ice cream", "flower", "two"];

    fn law() -> ClueLaw {
        let deck = Deck::parse("sun\ncup\npen\nhat\nbox\nmap\nkey\nbus", "en").expect("a deck");
        let law = ClueLaw::new(&WORDS.map(|text| WordFacts { text, lemmas: "" }), &deck);
        law.allow_free_text(|| FreeTextClues::new(&law, WORDS.into_iter(), &deck, &NoLexicon));
        law
    }

    fn clue_from_text(law: &ClueLaw, text: &str) -> Clue {
        law.utterances().expect("admitted").say(text).expect("there is room")
    }

    fn verdict(law: &ClueLaw, text: &str, earlier: &[Clue]) -> Result<(), Illegal> {
        let own = BySlot([0, 1, 2, 3].map(Keyword));
        law.verdict_for(
            clue_from_text(law, text),
            &own,
            (Code::ALL[0], 0),
            Repeat::Exact,
            earlier.iter().copied(),
        )
    }

    #[test]
    fn a_text_is_a_word_of_the_vocabulary_or_a_clue_of_its_own() {
        let law = law();
        assert_eq!(clue_from_text(&law, " Ice-Cream"), Clue::new(1));
        let statue = clue_from_text(&law, "Statue  of\nLiberty");
        assert_eq!((statue, clue_from_text(&law, "Statue of Liberty")), (Clue::new(4), Clue::new(4)));
        assert_eq!(law.utterances().map(|texts| texts.text(statue)), Some("Statue of Liberty"));
        assert_eq!(clue_from_text(&law, "statue of liberty"), Clue::new(5), "as it was written");
        let other = self::law();
        clue_from_text(&other, "something else");
        let again = clue_from_text(&other, "Statue of Liberty");
        assert_ne!(again, statue);
        assert_eq!(other.fingerprint(again), law.fingerprint(statue));
        assert_eq!((law.fingerprint(Clue::new(2)), law.fingerprint(statue) >= BEYOND), (2, true));
    }

    #[test]
    fn r21_a_text_is_judged_by_the_law_of_free_text() {
        let law = law();
        assert_eq!(verdict(&law, "Statue of Liberty", &[]), Ok(()));
        assert_eq!(verdict(&law, "the rising sun", &[]), Err(Illegal::Text(Reason::Keyword)));
        assert_eq!(verdict(&law, "in three letters", &[]), Err(Illegal::Text(Reason::LetterCount)));
        assert_eq!(verdict(&law, "1-2-3", &[]), Err(Illegal::Text(Reason::Code)));
        assert_eq!(verdict(&law, "...", &[]), Err(Illegal::Text(Reason::NoWord)));
        let banning = |text| {
            law.utterances().map(|t| t.keywords_banning(clue_from_text(&law, text)).collect::<Vec<_>>())
        };
        assert_eq!(banning("the rising sun"), Some(vec![Keyword(0)]));
        assert_eq!(banning("a red cup"), Some(vec![Keyword(1)]));
        let (sunrise, others) = (clue_from_text(&law, "the rising sun"), BySlot([1, 2, 3, 4].map(Keyword)));
        assert_eq!(law.verdict_for(sunrise, &others, (Code::ALL[0], 0), Repeat::Exact, []), Ok(()));
        let unsaid = law.verdict(Clue::new(99), &BySlot([0, 1, 2, 3].map(Keyword)), Repeat::Exact, []);
        assert_eq!(unsaid, Err(Illegal::Unknown));
    }

    #[test]
    fn r20_texts_and_words_are_repeats_of_each_other() {
        let law = law();
        let (moon, the_moon, statue) =
            (Clue::new(0), clue_from_text(&law, "the moon"), clue_from_text(&law, "Statue of Liberty"));
        assert!(the_moon.index() >= WORDS.len(), "an article is more than another spelling");
        let repeated = Err(Illegal::Text(Reason::Repeated));
        assert_eq!(verdict(&law, "the moon", &[moon]), repeated);
        assert_eq!(verdict(&law, "statue-of-liberty", &[statue]), repeated);
        assert_eq!(verdict(&law, "statue of a man", &[statue, moon]), Ok(()));
        assert_eq!(verdict(&law, "MOON", &[the_moon]), Err(Illegal::Repeated));
        assert!(!law.is_repeat(moon, statue, Repeat::Exact) && law.is_repeat(moon, the_moon, Repeat::Exact));
    }

    #[test]
    fn texts_that_differ_in_a_letter_have_different_numbers_in_all_runs() {
        let law = law();
        let number = |letter: char| law.fingerprint(clue_from_text(&law, &format!("{letter}at of mine")));
        let numbers: std::collections::HashSet<u32> = ('a'..='z').map(number).collect();
        assert!(numbers.len() == 26 && numbers.iter().all(|&number| number >= BEYOND));
    }
}
