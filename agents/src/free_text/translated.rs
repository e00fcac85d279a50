//! Texts of the English lexicon of associations in another language, by the lists that were written for the project.

use std::borrow::Cow;
use std::slice;

use super::text_index::TextIndex;
use crate::words::{EnglishWords, Lexicon, TextReader};

/// English texts in another language, in their order.
pub(super) struct TranslatedTexts {
    /// The usual name of each text.
    pub(super) names: Vec<Cow<'static, str>>,
    /// For each text whether the lists have it. A text that they do not have is a name, or a phrase translated word by word.
    pub(super) is_listed: Vec<bool>,
    /// The numbers of the texts by the forms and lemmas of all their names.
    pub(super) index: TextIndex,
}

impl TranslatedTexts {
    /// Translates texts, of which the first has the number `first`. A text that the lists do not have is also found under its English form.
    pub(super) fn new(
        texts: &[&'static str],
        first: u32,
        words: &EnglishWords,
        reader: &TextReader<'_>,
        lexicon: &Lexicon,
    ) -> TranslatedTexts {
        let (mut names, mut is_listed) = (Vec::with_capacity(texts.len()), Vec::with_capacity(texts.len()));
        let mut index = TextIndex::default();
        for (text, number) in texts.iter().zip(first..) {
            let translations = words.translations(text);
            for name in if translations.is_empty() { slice::from_ref(text) } else { translations } {
                reader.inflected_forms(name, lexicon).into_iter().for_each(|form| index.add(form, number));
            }
            names.push(
                translations.first().map_or_else(|| word_by_word(text, words), |usual| Cow::Borrowed(*usual)),
            );
            is_listed.push(!translations.is_empty());
        }
        TranslatedTexts { names, is_listed, index }
    }
}

/// Returns the usual names of the words of an English text. Words that no list has stay what they are.
fn word_by_word(text: &'static str, words: &EnglishWords) -> Cow<'static, str> {
    if !text.contains(' ') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.split(' ')
            .map(|word| words.translations(word).first().copied().unwrap_or(word))
            .collect::<Vec<_>>()
            .join(" "),
    )
}
