//! Reading of texts as vectors.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use overhear_engine::rules::{Language, same_clue_form};
use unicode_normalization::UnicodeNormalization as _;

use super::fallback::repaired;
use super::spelling::{is_apostrophe, is_between, is_hyphen, words};
use super::unknown_words::{Phrase, UnknownWords, cut_into_phrases, without_marks};
use super::{Lexicon, Space, norm};

/// Words of grammar without meaning. They count only in texts of nothing else.
const FUNCTION_WORDS: &str = " a an and are as at be been but by did do does for from had has have he her him his i if in into is it \
    its me my no not of off on or our she so than that the their them then there these they this those to up us was we were \
    what when which who whom will with would you your ";

/// Offset in the weight of a word, (ln(rank + 10))², which favours rare words. On the project's own clues
/// such weights decode up to 0.2 points more codes than equal ones, which is less than the error.
const RANK_OFFSET: f32 = 10.0;

/// Vector of a text, with its known and unknown words.
#[derive(Clone, Debug, PartialEq)]
pub struct TextVector {
    /// Unit vector; `None` if no word is known.
    pub direction: Option<Vec<f32>>,
    /// Number of unknown words.
    pub unknown: u32,
    /// Indices of the known words.
    pub(crate) places: Vec<u32>,
}

impl TextVector {
    /// Returns the cosine with another text; `None` if either is not understood.
    pub fn cosine(&self, other: &TextVector) -> Option<f64> {
        let (one, other) = (self.direction.as_ref()?, other.direction.as_ref()?);
        Some(float_dot(one, other))
    }
}

/// A word of a text that is not known as it stands, and the words of the space that it was taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordRepair<'s> {
    /// The word in the form in which it was looked up.
    pub word: String,
    /// What it was taken for; empty if it tells nothing.
    pub taken_for: Vec<&'s str>,
}

/// Reads texts with the words of an embedding.
pub struct TextReader<'a> {
    space: SpaceRef<'a>,
    index: HashMap<Cow<'a, str>, u32>,
    /// The reading of unknown words in other languages than English.
    unknown_words: Option<UnknownWords>,
}

/// A borrowed or shared embedding.
enum SpaceRef<'a> {
    Lent(&'a Space),
    Shared(Arc<Space>),
}

impl Deref for SpaceRef<'_> {
    type Target = Space;
    fn deref(&self) -> &Space {
        match self {
            SpaceRef::Lent(space) => space,
            SpaceRef::Shared(space) => space,
        }
    }
}

impl<'a> TextReader<'a> {
    /// Returns a reader for the embedding `space`.
    pub fn new(space: &'a Space) -> TextReader<'a> {
        let index = space.words().index().into_iter().map(|(word, place)| (Cow::Borrowed(word), place));
        TextReader::with_index(SpaceRef::Lent(space), index.collect())
    }

    /// Returns a reader for a shared embedding.
    pub fn shared(space: Arc<Space>) -> TextReader<'static> {
        let index =
            space.words().index().into_iter().map(|(word, place)| (Cow::Owned(word.to_owned()), place));
        let index = index.collect();
        TextReader::with_index(SpaceRef::Shared(space), index)
    }

    fn with_index(space: SpaceRef<'a>, mut index: HashMap<Cow<'a, str>, u32>) -> TextReader<'a> {
        let unknown_words = UnknownWords::of(space.language());
        if unknown_words.is_some() {
            // In the order of the space: of two words that are one without their accents the more frequent is meant.
            for (place, word) in space.words().iter().enumerate() {
                for spelling in [without_marks(word), word.replace(is_apostrophe, " ")] {
                    index.entry(Cow::Owned(spelling)).or_insert(place as u32);
                }
            }
        }
        TextReader { space, index, unknown_words }
    }

    /// Returns the embedding.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Reads a word, phrase or sentence as the weighted mean of its words' vectors. Rare words count more;
    /// function words count only without others.
    ///
    /// ```
    /// use overhear_agents::words::{TextReader, Space, WordList};
    /// let words: WordList = ["the", "ice", "cream"].into_iter().collect();
    /// let space = Space::from_vectors(words, 2, &[1.0, 1.0, 1.0, 0.0, 0.0, 1.0]);
    /// let reader = TextReader::new(&space);
    /// assert_eq!(reader.read("The ICE!").direction, reader.read("ices").direction);
    /// assert_eq!(reader.read("ice-cream xyzzy").unknown, 1);
    /// assert_eq!(reader.read("xyzzy").direction, None);
    /// ```
    pub fn read(&self, text: &str) -> TextVector {
        let form = same_clue_form(text);
        let whole = self.index.get(text.trim()).or_else(|| self.index.get(form.as_str())).copied();
        if let Some(place) = whole.or_else(|| self.compound(text)) {
            return TextVector { direction: Some(self.unit(place)), unknown: 0, places: vec![place] };
        }
        if let Some(unknown_words) = &self.unknown_words {
            return self.read_phrases(&form, unknown_words);
        }
        let (mut places, mut unknown) = (Vec::new(), 0);
        let text: String = text.nfkc().collect();
        for token in text.split(is_between) {
            if let Some(place) = self.compound(token) {
                places.push(place);
                continue;
            }
            for word in words(&same_clue_form(token)) {
                let word_places = self.places(word);
                unknown += u32::from(word_places.is_empty());
                places.extend(word_places);
            }
        }
        let places = self.places_of_content_words(places);
        TextVector { direction: self.mean(&places), unknown, places }
    }

    /// Returns the words of a text that are not known as they stand, with what they were taken for. In other languages than English
    /// regular inflections of a known word are no guesses, and are left out.
    ///
    /// ```
    /// use overhear_agents::words::{Space, TextReader, WordList};
    /// let words: WordList = ["elephant", "ice"].into_iter().collect();
    /// let space = Space::from_vectors(words, 2, &[1.0, 0.0, 0.0, 1.0]);
    /// let reader = TextReader::new(&space);
    /// let repairs = reader.repairs("an elehpant on ice");
    /// let named: Vec<_> = repairs.iter().map(|repair| (repair.word.as_str(), &repair.taken_for[..])).collect();
    /// assert_eq!(named, [("an", &[][..]), ("elehpant", &["elephant"][..]), ("on", &[][..])]);
    /// assert!(reader.repairs("elephant").is_empty());
    /// ```
    pub fn repairs(&self, text: &str) -> Vec<WordRepair<'_>> {
        let form = same_clue_form(text);
        if self.index.contains_key(text.trim()) || self.index.contains_key(form.as_str()) {
            return Vec::new();
        }
        if let Some(unknown_words) = &self.unknown_words {
            let phrases = self.phrases(&form, unknown_words).into_iter();
            let guessed = phrases.filter(|phrase| !phrase.is_known && !self.is_function_word(&phrase.text));
            let guessed = guessed.filter(|phrase| {
                let base = unknown_words.base(&|word| self.place(word), &phrase.text);
                base.is_none_or(|base| phrase.places != [base])
            });
            return guessed.map(|phrase| self.repair(&phrase.text, phrase.places)).collect();
        }
        let text: String = text.nfkc().collect();
        let tokens = text.split(is_between).filter(|token| self.compound(token).is_none());
        let tokens: Vec<String> = tokens.map(same_clue_form).collect();
        let unknown = tokens.iter().flat_map(|token| words(token)).filter(|word| self.place(word).is_none());
        unknown.map(|word| self.repair(word, self.places(word))).collect()
    }

    fn repair(&self, word: &str, places: Vec<u32>) -> WordRepair<'_> {
        let taken_for = places.into_iter().map(|place| self.space.words().get(place as usize)).collect();
        WordRepair { word: word.to_owned(), taken_for }
    }

    /// Reads a text in [`same_clue_form`] by the longest phrases and the words that the space has. Elided articles and other
    /// function words tell nothing (l'eau).
    fn read_phrases(&self, form: &str, unknown_words: &UnknownWords) -> TextVector {
        let (mut places, mut unknown) = (Vec::new(), 0);
        for phrase in self.phrases(form, unknown_words) {
            let tells_nothing = phrase.places.is_empty() && !self.is_function_word(&phrase.text);
            unknown += u32::from(tells_nothing);
            places.extend(phrase.places);
        }
        let places = self.places_of_content_words(places);
        TextVector { direction: self.mean(&places), unknown, places }
    }

    fn phrases(&self, form: &str, unknown_words: &UnknownWords) -> Vec<Phrase> {
        let words: Vec<&str> = words(form).collect();
        cut_into_phrases(&words, &|text| self.place(text), unknown_words)
    }

    /// Returns the whole text in [`same_clue_form`], each of its words, and the lemmas of these in `lexicon`.
    pub(crate) fn forms(&self, text: &str, lexicon: &Lexicon) -> Vec<String> {
        let form = same_clue_form(text);
        let mut forms: Vec<String> = words(&form).map(str::to_owned).collect();
        let places: Vec<u32> =
            forms.iter().filter_map(|word| self.index.get(word.as_str()).copied()).collect();
        let lemmas =
            places.into_iter().flat_map(|place| lexicon.lemmas_of(place as usize).split_whitespace());
        forms.extend(lemmas.map(str::to_owned));
        forms.push(form);
        forms
    }

    /// Returns the whole text in [`same_clue_form`], and the lemmas that `lexicon` has for it if it is a single word. In other
    /// languages than English also the word without its article, with its accents (l'etoile, étoile), or without its ending.
    pub(crate) fn inflected_forms(&self, text: &str, lexicon: &Lexicon) -> Vec<String> {
        let form = same_clue_form(text);
        let Some(unknown_words) = &self.unknown_words else {
            let lemmas = self.place(&form).map_or("", |place| lexicon.lemmas_of(place as usize));
            let lemmas: Vec<String> = lemmas.split_whitespace().map(str::to_owned).collect();
            return [form].into_iter().chain(lemmas).collect();
        };
        let mut forms = vec![form];
        let mut phrases = self.phrases(&forms[0], unknown_words);
        phrases.retain(|phrase| !self.is_function_word(&phrase.text));
        if let [Phrase { text, places, .. }] = &phrases[..]
            && places.len() < 2
        {
            add_new(&mut forms, text);
            places.iter().for_each(|&place| self.add_word(place, lexicon, &mut forms));
        }
        forms
    }

    /// Adds a word of the space and its lemmas.
    fn add_word(&self, place: u32, lexicon: &Lexicon, forms: &mut Vec<String>) {
        add_new(forms, self.space.words().get(place as usize));
        lexicon.lemmas_of(place as usize).split_whitespace().for_each(|lemma| add_new(forms, lemma));
    }

    /// Returns the forms of each word of a text that means something.
    pub(crate) fn content_forms(&self, text: &str, lexicon: &Lexicon) -> Vec<Vec<String>> {
        let form = same_clue_form(text);
        if let Some(unknown_words) = &self.unknown_words {
            let phrases = self.phrases(&form, unknown_words).into_iter();
            let with_content = phrases.filter(|phrase| !self.is_function_word(&phrase.text));
            return with_content.flat_map(|phrase| self.phrase_forms(phrase, lexicon)).collect();
        }
        let content_words = words(&form).filter(|word| !self.is_function_word(word));
        content_words.map(|word| self.inflected_forms(word, lexicon)).collect()
    }

    /// Returns the forms of a phrase, or of each part of a compound.
    fn phrase_forms(&self, phrase: Phrase, lexicon: &Lexicon) -> Vec<Vec<String>> {
        let mut words: Vec<Vec<String>> = phrase.places.iter().map(|_| Vec::new()).collect();
        words.iter_mut().zip(&phrase.places).for_each(|(forms, &place)| self.add_word(place, lexicon, forms));
        match &mut words[..] {
            [] => words.push(vec![phrase.text]),
            [only] => add_new(only, &phrase.text),
            _ => {}
        }
        words
    }

    /// Returns the index of a hyphenated compound that the embedding writes as one word: `drop-out` as
    /// `dropout`.
    fn compound(&self, token: &str) -> Option<u32> {
        if !token.contains(is_hyphen) {
            return None;
        }
        let form = same_clue_form(token);
        let parts: Vec<&str> = words(&form).collect();
        let is_one_word =
            parts.len() > 1 && !form.contains(is_apostrophe) && !token.trim().contains(is_between);
        let mut spellings = ["", "-", "_"].into_iter().filter(|_| is_one_word).map(|joint| parts.join(joint));
        spellings.find_map(|spelling| self.place(&spelling))
    }

    fn places(&self, word: &str) -> Vec<u32> {
        self.place(word).map_or_else(|| repaired(&|word| self.place(word), word), |place| vec![place])
    }

    fn place(&self, word: &str) -> Option<u32> {
        self.index.get(word).copied()
    }

    fn is_function_word(&self, word: &str) -> bool {
        match self.space.language() {
            Language::English => FUNCTION_WORDS.split(' ').any(|listed| listed == word),
            other => other.is_function_word(word),
        }
    }

    /// Returns the places of the words with a meaning; all places if no word has one.
    fn places_of_content_words(&self, places: Vec<u32>) -> Vec<u32> {
        let content_places: Vec<u32> = places
            .iter()
            .copied()
            .filter(|&place| !self.is_function_word(self.space.words().get(place as usize)))
            .collect();
        if content_places.is_empty() { places } else { content_places }
    }

    fn mean(&self, places: &[u32]) -> Option<Vec<f32>> {
        let mut sum = vec![0.0f32; self.space.dims()];
        for &place in places {
            let weight = libm::logf(place as f32 + RANK_OFFSET);
            let row = self.unit(place);
            sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += weight * weight * x);
        }
        let length = libm::sqrt(float_dot(&sum, &sum)) as f32;
        (length > 0.0).then(|| sum.iter().map(|x| x / length).collect())
    }

    /// Returns the unit vector of a word.
    pub(crate) fn unit(&self, place: u32) -> Vec<f32> {
        let row = self.space.row(place as usize);
        let length = libm::sqrtf(norm(&row) as f32).max(f32::MIN_POSITIVE);
        row.iter().map(|&x| f32::from(x) / length).collect()
    }
}

/// Adds a form that is not among them.
fn add_new(forms: &mut Vec<String>, form: &str) {
    if forms.iter().all(|known| known != form) {
        forms.push(form.to_owned());
    }
}

/// Returns the dot product, summed in a fixed order.
pub(crate) fn float_dot(one: &[f32], other: &[f32]) -> f64 {
    let mut sums = [0.0f32; 16];
    let (ones, others) = (one.as_chunks::<16>(), other.as_chunks::<16>());
    for (a, b) in ones.0.iter().zip(others.0) {
        for lane in 0..16 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = ones.1.iter().zip(others.1).map(|(a, b)| a * b).sum();
    f64::from(sums.iter().sum::<f32>() + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hyphen_is_left_out_before_the_parts_are_read() {
        let words =
            ["drop", "out", "dropout", "ice", "cream", "x-ray", "ray", "were", "we", "spider", "man", "the"];
        let space = Space::from_vectors(words.into_iter().collect(), 2, &[[1.0, 2.0]; 12].concat());
        let reader = TextReader::new(&space);
        let read = |text: &str| {
            let places = reader.read(text).places.into_iter();
            places.map(|place| words[place as usize]).collect::<Vec<_>>()
        };
        for text in ["drop-out", "Drop\u{2010}Out", "drop\u{ad}out", "(the drop-out)!", "dropout"] {
            assert_eq!(read(text), ["dropout"], "{text}");
        }
        assert_eq!(read("drop out"), ["drop", "out"]);
        assert_eq!(read("an ice-cream"), ["ice", "cream"]);
        assert_eq!(read("x-ray"), ["x-ray"]);
        assert_eq!(read("X\u{2011}Ray of a drop-out"), ["x-ray", "dropout"]);
        assert_eq!(read("we're"), ["we"], "an apostrophe is no hyphen");
        assert_eq!((read("spiderman"), read("spider-man")), (vec!["spider", "man"], vec!["spider", "man"]));
        assert_eq!(reader.read("drop-out xyzzy-qqq").unknown, 2);
    }

    #[test]
    fn any_text_is_read_without_harm() {
        let space = Space::from_vectors(["sun"].into_iter().collect(), 2, &[0.6, 0.8]);
        let reader = TextReader::new(&space);
        for text in ["", " ", "\0\u{202e}", "愛", "🌞", "'", "''s", "-", "é\u{301}\u{301}", &"x".repeat(5000)]
        {
            assert_eq!(reader.read(text).direction, None, "{text:?}");
        }
        assert!(reader.read("SUN's").direction.is_some());
    }
}
