//! What words are called in the other languages, by the lists that were written for the project.

use std::collections::HashMap;
use std::sync::OnceLock;

use overhear_data::{names, words_of};
use overhear_engine::rules::{ByLanguage, Language, same_clue_form};

use super::fallback::base;
use super::lines::Lines;

/// The words of a language, by their forms.
type Index = HashMap<String, Entry>;

/// What English words are called in one other language.
pub(crate) struct EnglishWords {
    places: HashMap<String, u32>,
    translations: Vec<Vec<&'static str>>,
}

impl EnglishWords {
    /// Returns the words of the lists in a language.
    pub(crate) fn in_language(language: Language) -> EnglishWords {
        let mut words = EnglishWords { places: HashMap::new(), translations: Vec::new() };
        for row in rows() {
            let next = words.translations.len() as u32;
            let place = *words.places.entry(same_clue_form(row[0])).or_insert(next);
            if place == next {
                words.translations.push(Vec::new());
            }
            let known = &mut words.translations[place as usize];
            for word in row[language as usize].split(", ") {
                if !known.contains(&word) {
                    known.push(word);
                }
            }
        }
        words
    }

    /// Returns what an English word or phrase is called, in each sense the usual word first; for an inflection what its base is called.
    /// None if no list has it.
    pub(crate) fn translations(&self, text: &str) -> &[&'static str] {
        let form = same_clue_form(text);
        let place = self.places.get(&form).copied();
        let place = place.or_else(|| base(&|word| self.places.get(word).copied(), &form));
        place.map_or(&[], |place| &self.translations[place as usize])
    }
}

/// What a word is called elsewhere.
#[derive(Default)]
struct Entry {
    translations: Vec<&'static str>,
    /// `true` if another language writes the word alike in the same sense.
    is_shared: bool,
}

/// The indices of the languages, each built on first use.
static INDICES: ByLanguage<OnceLock<Index>> = [const { OnceLock::new() }; Language::ALL.len()];

/// Returns the translations of a word or phrase into the other languages of the decks, each once; none if no list has it.
///
/// ```
/// use overhear_agents::words::translations;
/// use overhear_engine::rules::Language;
/// let words = translations("quai", Language::French);
/// assert!(["quay", "banchina", "kaj"].into_iter().all(|word| words.contains(&word)), "{words:?}");
/// assert!(translations("xqzxqz", Language::English).is_empty());
/// ```
pub fn translations(text: &str, language: Language) -> &'static [&'static str] {
    entry(text, language).map_or(&[], |entry| &entry.translations)
}

/// Returns `true` for a word that a language shares with another one, in the same sense: the motor of English is also the
/// Swedish one. It says nothing that is foreign.
pub(super) fn is_shared(text: &str, language: Language) -> bool {
    entry(text, language).is_some_and(|entry| entry.is_shared)
}

fn entry(text: &str, language: Language) -> Option<&'static Entry> {
    let index = INDICES[language as usize].get_or_init(|| index_of(language));
    index.get(&same_clue_form(text))
}

/// Returns what a word is called in each language, in the order of [`Language`].
fn rows() -> impl Iterator<Item = ByLanguage<&'static str>> {
    let senses = Lines::<6>::new(overhear_data::translations()).skip(1).flatten();
    let senses = senses.map(|[en, _, fr, it, sv, _]| [en, fr, it, sv]);
    senses.chain(Lines::<4>::new(names()).skip(1).flatten())
}

/// Returns the words of a language's own world (fika, baguette), each with the English words that tell what it is. English has none.
pub(crate) fn own_words(
    language: Language,
) -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
    let own = words_of(language.code()).map_or("", |words| words.own);
    Lines::<3>::new(own).skip(1).flatten().map(|[word, glosses, _]| (word, glosses.split(", ")))
}

fn index_of(language: Language) -> Index {
    let mut index = Index::new();
    for row in rows() {
        for own in row[language as usize].split(", ") {
            let form = same_clue_form(own);
            let others = (0..row.len()).filter(|&other| other != language as usize);
            let words = others.flat_map(|other| row[other].split(", "));
            let entry = index.entry(form.clone()).or_default();
            for word in words {
                if same_clue_form(word) == form {
                    entry.is_shared = true;
                } else if !entry.translations.contains(&word) {
                    entry.translations.push(word);
                }
            }
        }
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_from_every_language_in_every_sense() {
        let has = |text, language, word| translations(text, language).contains(&word);
        assert!(has("sun", Language::English, "soleil") && has("soleil", Language::French, "sun"));
        assert!(has("Étoile", Language::French, "stella") && has("stella", Language::Italian, "stjärna"));
        assert!(
            has("pomme de terre", Language::French, "potato") && has("POTATO", Language::English, "potatis")
        );
        assert!(has("London", Language::English, "Londres") || has("London", Language::English, "londres"));
        assert!(!has("radar", Language::French, "radar"), "what is written alike is no translation");
    }

    #[test]
    fn words_that_languages_share_are_told_from_false_friends() {
        for shared in ["motor", "spade", "radar"] {
            assert!(is_shared(shared, Language::English), "{shared}");
        }
        for other in ["pain", "lit", "xqzxqz"] {
            assert!(!is_shared(other, Language::English), "{other}");
        }
    }
}
