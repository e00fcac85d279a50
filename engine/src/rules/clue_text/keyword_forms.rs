//! The forms of keywords that a clue must not contain (R21): spellings, inflections, parts and translations.

use rustc_hash::FxHashMap;

use super::derivation::{family, pieces, short_forms, spelling_variants};
use super::inflection::{irregular_forms, regular_bases, regular_forms};
use super::language::Language;
use super::word_links::{WordLinks, list};
use super::words::{plain, words};
use super::{Lexicon, LexiconFacts};
use crate::rules::KeywordText;

/// Minimal length of a part of a word, in letters: "sunny" is not a compound of SUN and the abbreviation
/// "ny".
pub(super) const PART: usize = 3;

/// Maximal number of forms of a keyword of several words.
const COMBINATIONS: usize = 300;

/// Relation of a form to its keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormKind {
    /// The keyword, or another spelling of it.
    Own,
    /// A lemma of the keyword.
    Lemma,
    /// A regular inflection of the keyword.
    Regular,
    /// An irregular inflection of the keyword.
    Irregular,
    /// A word that the keyword is made from.
    Part,
    /// A keyword with another ending of its word family: an adjective of it, its feminine, who makes it.
    Family,
    /// The beginning of the keyword, which may be its short form.
    Short,
    /// The beginning or the end of a Swedish keyword, of which it may be a compound.
    Piece,
    /// A translation of the keyword.
    Translation,
    /// A regular inflection of a translation.
    RegularTranslation,
}

/// A form of a keyword.
#[derive(Clone, Debug)]
pub(super) struct KeywordForm {
    pub(super) keyword: u32,
    pub(super) kind: FormKind,
    /// The form with its accents, if it has any.
    pub(super) accented: Option<Box<str>>,
}

/// All forms of some keywords, indexed by their letters without accents and spaces.
pub(in crate::rules) struct KeywordForms<'a> {
    /// The words of each keyword, written as one.
    pub(super) texts: Vec<String>,
    pub(super) language: Language,
    pub(super) lexicon: &'a dyn Lexicon,
    pub(super) forms: FxHashMap<String, Vec<KeywordForm>>,
    /// Length in bytes of the longest form.
    pub(super) longest: usize,
}

impl<'a> KeywordForms<'a> {
    /// Computes the forms of keywords, which are numbered in the given order.
    pub(in crate::rules) fn new<'k>(
        keywords: impl IntoIterator<Item = &'k KeywordText>,
        language: Language,
        lexicon: &'a dyn Lexicon,
    ) -> KeywordForms<'a> {
        let mut forms =
            KeywordForms { texts: Vec::new(), language, lexicon, forms: FxHashMap::default(), longest: 0 };
        for (n, keyword) in keywords.into_iter().enumerate() {
            let own = words(&keyword.text);
            forms.texts.push(own.concat());
            if own.is_empty() {
                continue;
            }
            forms.add_own(n as u32, &own);
            for translation in &keyword.translations {
                forms.add_translation(n as u32, &words(translation));
            }
        }
        forms
    }

    fn add(&mut self, keyword: u32, kind: FormKind, text: &str) {
        let letters = plain(text);
        let accented = (letters != text).then(|| text.into());
        self.longest = self.longest.max(letters.len());
        let forms = self.forms.entry(letters.into_owned()).or_default();
        // An own form already gives the hardest verdict, so other relations of equal letters are not added.
        let is_listed = forms
            .iter()
            .any(|form| form.keyword == keyword && (form.kind == kind || form.kind == FormKind::Own));
        if !is_listed {
            forms.push(KeywordForm { keyword, kind, accented });
        }
    }

    fn add_own(&mut self, keyword: u32, own: &[String]) {
        // 1. A keyword of one word: what the lexicon says of it. Of several words each long one is a part.
        // 2. Inflections, which several words may have together.
        // 3. Words of the same family, and pieces, that the lexicon has.
        self.add(keyword, FormKind::Own, &own.concat());
        let lexicon = self.lexicon;
        if let [word] = own {
            let facts = lexicon.facts(word);
            if !facts.spelling.is_empty() {
                self.add(keyword, FormKind::Own, facts.spelling);
            }
            list(facts.lemmas).for_each(|lemma| self.add(keyword, FormKind::Lemma, lemma));
            if self.language != Language::English {
                self.bases(word).iter().for_each(|base| self.add(keyword, FormKind::Lemma, base));
            }
            for part in WordLinks::new(word, lexicon, self.language).parts {
                self.add(keyword, FormKind::Part, part);
            }
            self.halves(word, facts).into_iter().for_each(|part| self.add(keyword, FormKind::Part, &part));
            spelling_variants(word, self.language).for_each(|other| self.add(keyword, FormKind::Own, &other));
        } else {
            let language = self.language;
            let words = own.iter().filter(|word| word.chars().count() >= PART);
            for part in words.filter(|word| !language.is_function_word(word)) {
                self.add(keyword, FormKind::Part, part);
                for base in self.bases(part) {
                    self.add(keyword, FormKind::Part, &base);
                }
            }
        }
        if let [word] = own {
            for form in irregular_forms(word, self.language) {
                self.add(keyword, FormKind::Irregular, &form);
            }
        }
        for form in combined(own, |word| regular_forms(word, self.language)) {
            self.add(keyword, FormKind::Regular, &form);
        }
        if let [word] = own {
            family(word, self.language, &mut |form| self.add_known(keyword, FormKind::Family, form));
            short_forms(word, self.language).for_each(|form| self.add_known(keyword, FormKind::Short, form));
            pieces(word, self.language).for_each(|piece| self.add_known(keyword, FormKind::Piece, piece));
        }
    }

    /// Adds a possible form if the lexicon has it.
    fn add_known(&mut self, keyword: u32, kind: FormKind, form: &str) {
        if self.lexicon.facts(form).known == Some(true) {
            self.add(keyword, kind, form);
        }
    }

    /// Returns the words of the lexicon of which a word is an inflection.
    fn bases(&self, word: &str) -> Vec<String> {
        let mut bases: Vec<String> = list(self.lexicon.facts(word).lemmas).map(str::to_owned).collect();
        bases.extend(regular_bases(word, self.language));
        bases.retain(|base| self.lexicon.facts(base).known == Some(true));
        bases
    }

    fn add_translation(&mut self, keyword: u32, translation: &[String]) {
        if translation.is_empty() {
            return;
        }
        self.add(keyword, FormKind::Translation, &translation.concat());
        let forms = combined(translation, |word| {
            Language::ALL.into_iter().flat_map(|language| regular_forms(word, language)).collect()
        });
        forms.iter().for_each(|form| self.add(keyword, FormKind::RegularTranslation, form));
    }

    /// Returns the two words that make up a word, if the lexicon knows both words but not the parts of the
    /// whole.
    fn halves(&self, word: &str, facts: LexiconFacts<'_>) -> Vec<String> {
        if facts.parts.is_some() || self.language.seldom_joins_words() {
            return Vec::new();
        }
        let whole = cuts(word).find(|(head, tail)| self.is_half(head) && self.is_half(tail));
        whole.map_or_else(Vec::new, |(head, tail)| vec![head.to_owned(), tail.to_owned()])
    }

    /// Returns `true` if the lexicon is sure that a part of a word is a word.
    fn is_half(&self, part: &str) -> bool {
        let facts = self.lexicon.facts(part);
        match self.language {
            Language::Swedish => facts.common,
            Language::English | Language::French | Language::Italian => facts.known == Some(true),
        }
    }

    /// Returns the forms of the given kinds that have these letters.
    pub(super) fn matching_forms<'s>(
        &'s self,
        letters: &str,
        kinds: &'static [FormKind],
    ) -> impl Iterator<Item = &'s KeywordForm> {
        let matches = self.forms.get(letters).into_iter().flatten();
        matches.filter(move |form| kinds.contains(&form.kind))
    }
}

/// Returns every way to split a word into two parts that are long enough.
fn cuts(word: &str) -> impl Iterator<Item = (&str, &str)> {
    let cuts = word.char_indices().map(move |(at, _)| word.split_at(at));
    cuts.filter(|(head, tail)| head.chars().count() >= PART && tail.chars().count() >= PART)
}

/// Returns the words written as one, each word in any of its forms, except the unchanged words.
fn combined(words: &[String], forms: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    let mut combinations = vec![String::new()];
    for word in words {
        let mut choices = forms(word);
        choices.insert(0, word.clone());
        // Too many combinations: this word stays as it is.
        if combinations.len() * choices.len() > COMBINATIONS {
            choices.truncate(1);
        }
        combinations = combinations
            .iter()
            .flat_map(|text| choices.iter().map(move |form| format!("{text}{form}")))
            .collect();
    }
    // The first combination consists of the unchanged words.
    combinations.split_off(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_of_many_words_has_a_limited_number_of_forms() {
        let count = |words: &[usize]| {
            let named: Vec<String> = words.iter().map(usize::to_string).collect();
            let forms =
                |word: &str| (0..word.parse().expect("a number")).map(|n: usize| n.to_string()).collect();
            combined(&named, forms).len()
        };
        assert_eq!([count(&[]), count(&[4]), count(&[2, 3])], [0, 4, 11]);
        assert_eq!(count(&[14, 19]), COMBINATIONS - 1);
        assert_eq!(count(&[14, 20]), 14, "the second word stays as it is");
        assert_eq!(count(&[10, 10, 10]), 120);
    }
}
