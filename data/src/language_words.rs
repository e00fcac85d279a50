//! The parts of which the words of a language consist.

/// The words of a language other than English.
#[derive(Clone, Copy, Debug)]
pub struct LanguageWords {
    /// The code of the language.
    pub code: &'static str,
    /// A direction for each word, in the project's own format.
    pub space: &'static [u8],
    /// What the words may be used for, and their lemmas: word, use, lemmas.
    pub lexicon: &'static str,
    /// Regular endings, and what stands in their place in the base: ending, bases.
    pub endings: &'static str,
    /// Words of the language's own world, with English words that tell what they are: word, gloss, mark.
    pub own: &'static str,
    /// What people say to words: headword, clues.
    pub said: &'static str,
}
