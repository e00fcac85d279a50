//! Forms of keywords that a clue must not contain (R21), and the search for them.
//!
//! **decided**:
//! - A keyword must not appear in a clue, either as it is or inflected. Other spellings, missing accents,
//!   look-alike letters and other word breaks (SUNFLOWER in "sun flower") do not hide it. For a keyword of
//!   several words, this applies to each word.
//! - A word that is made from a keyword gives it away (sunflower for SUN, magician for MAGIC, motel for
//!   HOTEL). So does a word that the keyword is made from (phone for TELEPHONE, teach for TEACHER). The
//!   lexicon supplies the parts of a word. An unknown word is split into the keyword and another word or a
//!   usual ending. Letters that merely occur (sea in season) are not a part. Adjectives in -y are words of
//!   their own (sunny for SUN passes).
//! - Without a lexicon, possible compounds are doubtful, and inflections are the regular ones.
//! - In English, a translation that is also a word of the language is illegal as the whole clue and doubtful in
//!   a phrase; in the other languages an everyday word is doubtful as the whole clue and passes in a phrase. A translation that is a function word (`is`, ice in Swedish) passes in a phrase. A possible
//!   inflection of a translation that is also a word of the language is doubtful.
//! - Swedish å, ä and ö are letters of their own: a short word without their dots (far for FÅR) is doubtful.

use rustc_hash::FxHashMap;

use super::inflection::{irregular_forms, regular_forms, regular_stems, swedish_bases};
use super::language::Language;
use super::obfuscation::readings;
use super::words::{plain, words};
use super::{ClueVerdict, Facts, Lexicon, Reason};
use crate::rules::KeywordText;

/// Minimal length of a part of a word, in letters: "sunny" is not a compound of SUN and the abbreviation
/// "ny".
const PART: usize = 3;

/// Maximal number of forms of a keyword of several words.
const COMBINATIONS: usize = 300;

/// Maximal length of a Swedish word that without its dots is taken for another word.
const SHORT_WORD: usize = 4;

/// Relation of a form to its keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FormKind {
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
    /// A translation of the keyword.
    Translation,
    /// A regular inflection of a translation.
    RegularTranslation,
}

/// A form of a keyword.
#[derive(Clone, Debug)]
struct Form {
    keyword: u32,
    kind: FormKind,
    /// The form with its accents, if it has any.
    accented: Option<Box<str>>,
}

/// All forms of some keywords, indexed by their letters without accents and spaces.
pub(in crate::rules) struct KeywordForms<'a> {
    language: Language,
    lexicon: &'a dyn Lexicon,
    forms: FxHashMap<String, Vec<Form>>,
    longest: usize,
}

impl<'a> KeywordForms<'a> {
    /// Computes the forms of keywords, which are numbered in the given order.
    pub(in crate::rules) fn new<'k>(
        keywords: impl IntoIterator<Item = &'k KeywordText>,
        language: Language,
        lexicon: &'a dyn Lexicon,
    ) -> KeywordForms<'a> {
        let mut found = KeywordForms { language, lexicon, forms: FxHashMap::default(), longest: 0 };
        for (n, keyword) in keywords.into_iter().enumerate() {
            let own = words(&keyword.text);
            if own.is_empty() {
                continue;
            }
            found.add_own(n as u32, &own);
            for translation in &keyword.translations {
                found.add_translation(n as u32, &words(translation));
            }
        }
        found
    }

    fn add(&mut self, keyword: u32, kind: FormKind, text: &str) {
        let letters = plain(text);
        let accented = (letters != text).then(|| text.into());
        self.longest = self.longest.max(letters.len());
        let forms = self.forms.entry(letters.into_owned()).or_default();
        // An own form already gives the hardest verdict, so other relations of equal letters are not added.
        let has = |form: &Form| form.keyword == keyword && (form.kind == kind || form.kind == FormKind::Own);
        if !forms.iter().any(has) {
            forms.push(Form { keyword, kind, accented });
        }
    }

    fn add_own(&mut self, keyword: u32, own: &[String]) {
        self.add(keyword, FormKind::Own, &own.concat());
        let lexicon = self.lexicon;
        if let [word] = own {
            let facts = lexicon.facts(word);
            if !facts.spelling.is_empty() {
                self.add(keyword, FormKind::Own, facts.spelling);
            }
            list(facts.lemmas).for_each(|lemma| self.add(keyword, FormKind::Lemma, lemma));
            for part in self.reach(word).parts {
                self.add(keyword, FormKind::Part, part);
            }
            self.halves(word, facts).into_iter().for_each(|part| self.add(keyword, FormKind::Part, &part));
        } else {
            let content =
                |word: &&String| word.chars().count() >= PART && !self.language.is_function_word(word);
            let parts: Vec<&String> = own.iter().filter(content).collect();
            parts.into_iter().for_each(|part| self.add(keyword, FormKind::Part, part));
        }
        if let [word] = own {
            for form in irregular_forms(word, self.language).filter(|form| form != word) {
                self.add(keyword, FormKind::Irregular, &form);
            }
        }
        for form in combined(own, |word| regular_forms(word, self.language)) {
            self.add(keyword, FormKind::Regular, &form);
        }
    }

    fn add_translation(&mut self, keyword: u32, translation: &[String]) {
        if translation.is_empty() {
            return;
        }
        self.add(keyword, FormKind::Translation, &translation.concat());
        let anywhere = |word: &str| {
            Language::ALL.into_iter().flat_map(|language| regular_forms(word, language)).collect()
        };
        for form in combined(translation, anywhere) {
            self.add(keyword, FormKind::RegularTranslation, &form);
        }
    }

    /// Returns the two words that make up a word, if the lexicon knows both words but not the parts of the
    /// whole.
    fn halves(&self, word: &str, facts: Facts<'_>) -> Vec<String> {
        let is_word = |part: &str| match self.language {
            Language::Swedish => self.lexicon.facts(part).common,
            _ => self.lexicon.facts(part).known == Some(true),
        };
        if facts.parts.is_some() || self.seldom_joins() {
            return Vec::new();
        }
        let whole = cuts(word).find(|(head, tail)| is_word(head) && is_word(tail));
        whole.map_or_else(Vec::new, |(head, tail)| vec![head.to_owned(), tail.to_owned()])
    }

    /// Calls `tell` with the verdict on a clue for every keyword that the clue gives away.
    ///
    /// `words` are the words of the clue, `tokens` its parts between spaces and hyphens.
    pub(in crate::rules) fn judge(
        &self,
        words: &[String],
        tokens: &[String],
        mut tell: impl FnMut(usize, ClueVerdict),
    ) {
        // 1. Runs of words, written as one.
        // 2. Lemmas, spellings and parts of each word.
        // 3. Obfuscated words.
        self.find_runs(words, &mut tell);
        for word in words {
            self.find_relatives(word, &mut tell);
        }
        for reading in words.iter().chain(tokens).flat_map(|word| readings(word)) {
            self.matching_forms(&reading, &[FormKind::Own, FormKind::Regular, FormKind::Translation])
                .for_each(|form| {
                    tell(form.keyword as usize, ClueVerdict::Illegal(Reason::Keyword));
                });
        }
    }

    /// Looks up every run of words, written as one.
    fn find_runs(&self, words: &[String], tell: &mut impl FnMut(usize, ClueVerdict)) {
        for start in 0..words.len() {
            let mut written = String::new();
            for end in start + 1..=words.len() {
                written.push_str(&words[end - 1]);
                let letters = plain(&written);
                // A longer run cannot have the letters of any form.
                if letters.len() > self.longest {
                    break;
                }
                let forms = self.forms.get(letters.as_ref()).into_iter().flatten();
                for form in forms.filter(|form| form.kind != FormKind::Part) {
                    let run = Run {
                        words: &words[start..end],
                        written: &written,
                        is_all: end - start == words.len(),
                    };
                    tell(form.keyword as usize, self.verdict(form, &run));
                }
            }
        }
    }

    /// Returns the verdict on a run of words that has the letters of a form.
    fn verdict(&self, form: &Form, run: &Run<'_>) -> ClueVerdict {
        let accented = form.accented.as_deref().unwrap_or(&plain(run.written)).to_owned();
        match form.kind {
            FormKind::Own => self.own_letters(&accented, run.written),
            FormKind::Irregular if self.language == Language::English && self.knows_all(run.words) => {
                ClueVerdict::Legal
            }
            FormKind::Regular if self.knows_all(run.words) => self.known_form(run),
            FormKind::Lemma | FormKind::Regular | FormKind::Irregular => {
                ClueVerdict::Illegal(Reason::Inflection)
            }
            FormKind::Part => ClueVerdict::Illegal(Reason::Part),
            FormKind::Translation => self.translated(run, accented == run.written),
            FormKind::RegularTranslation => self.translated(run, false),
        }
    }

    /// Returns the verdict on known words that have the letters of a regular inflection.
    ///
    /// The English lexicon has the lemmas of all its words. Those of other languages lack some, so there a word of its own
    /// (fils, a son, for FIL) may be an inflection.
    fn known_form(&self, run: &Run<'_>) -> ClueVerdict {
        match self.language {
            Language::English => ClueVerdict::Legal,
            _ if self.are_common(run.words) => ClueVerdict::Doubtful(Reason::Inflection),
            _ => ClueVerdict::Illegal(Reason::Inflection),
        }
    }

    /// Returns the verdict on a text that has the letters of a keyword, perhaps with other accents.
    fn own_letters(&self, keyword: &str, written: &str) -> ClueVerdict {
        let is_short = self.language == Language::Swedish && keyword.chars().count() <= SHORT_WORD;
        let other_marks = !written.is_ascii() && !keyword.is_ascii() && same_ligatures(keyword, written);
        if written == keyword {
            ClueVerdict::Illegal(Reason::Keyword)
        } else if is_short || other_marks || self.language.is_function_word(written) {
            ClueVerdict::Doubtful(Reason::Spelling)
        } else {
            ClueVerdict::Illegal(Reason::Spelling)
        }
    }

    /// Returns the verdict on a run of words that is a translation, or an inflection of a translation.
    ///
    /// The lists have many words of three foreign languages, so everyday words of the game's own language are among them:
    /// MAGASIN, a shop, is the Swedish of ENTREPÔT. In English, of which the deck alone has the foreign words, such words stay forbidden.
    fn translated(&self, run: &Run<'_>, is_exact: bool) -> ClueVerdict {
        let says_nothing = run.words.iter().all(|word| self.language.is_function_word(word));
        let is_ordinary = self.language != Language::English && self.are_common(run.words);
        match (run.is_all, self.knows_all(run.words)) {
            (false, _) if says_nothing => ClueVerdict::Legal,
            (true, _) if is_ordinary && is_exact => ClueVerdict::Doubtful(Reason::Translation),
            _ if is_ordinary => ClueVerdict::Legal,
            (true, true) if is_exact => ClueVerdict::Illegal(Reason::Translation),
            (_, true) => ClueVerdict::Doubtful(Reason::Translation),
            (_, false) => ClueVerdict::Illegal(Reason::Translation),
        }
    }

    /// Returns `true` if the language writes few words as one.
    fn seldom_joins(&self) -> bool {
        matches!(self.language, Language::French | Language::Italian)
    }

    fn are_common(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.lexicon.facts(word).common)
    }

    fn knows_all(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.lexicon.facts(word).known == Some(true))
    }

    /// Looks up the lemmas, spellings and parts of a word.
    fn find_relatives(&self, word: &str, tell: &mut impl FnMut(usize, ClueVerdict)) {
        let (reach, spelling) = (self.reach(word), self.lexicon.facts(word).spelling);
        for form in self.matching_forms(&plain(word), &[FormKind::Part]) {
            tell(form.keyword as usize, ClueVerdict::Illegal(Reason::Part));
        }
        for lemma in &reach.lemmas {
            for form in self.matching_forms(lemma, &[FormKind::Own, FormKind::Lemma, FormKind::Part]) {
                let reason = match form.kind {
                    FormKind::Part => Reason::Part,
                    FormKind::Own if *lemma == spelling => Reason::Spelling,
                    _ => Reason::Inflection,
                };
                tell(form.keyword as usize, ClueVerdict::Illegal(reason));
            }
        }
        for part in &reach.parts {
            for form in self.matching_forms(part, &[FormKind::Own, FormKind::Lemma]) {
                tell(form.keyword as usize, ClueVerdict::Illegal(Reason::Compound));
            }
        }
        if self.lexicon.facts(word).parts.is_none() {
            self.find_cuts(word, tell);
        }
    }

    /// Looks up the pieces into which a word with unknown parts can be split.
    fn find_cuts(&self, word: &str, tell: &mut impl FnMut(usize, ClueVerdict)) {
        let ends = word.char_indices().map(|(at, _)| at).skip(1);
        for (head, tail) in ends.map(|at| word.split_at(at)) {
            for (part, rest, is_behind) in [(head, tail, true), (tail, head, false)] {
                if part.chars().count() < PART {
                    continue;
                }
                for stem in self.joining_forms(part, is_behind) {
                    for form in self.matching_forms(&plain(&stem), &[FormKind::Own]) {
                        tell(form.keyword as usize, self.compound_with(word, rest, is_behind));
                    }
                }
            }
        }
    }

    /// Returns the words that a part of a compound may stand for: itself and, at the start of a Swedish compound, words whose
    /// last vowel is lost or exchanged (kyrko-gård of kyrka, soff-kudde of soffa).
    fn joining_forms(&self, part: &str, is_behind: bool) -> Vec<String> {
        let mut found = vec![part.to_owned()];
        if is_behind && self.language == Language::Swedish {
            found.extend(["a", "e"].map(|vowel| format!("{part}{vowel}")));
            found.extend(part.strip_suffix(['o', 'u', 'e']).map(|stem| format!("{stem}a")));
        }
        found
    }

    /// Returns the verdict on a word that consists of a keyword and `rest`.
    ///
    /// French and Italian seldom join words, so the letters of a keyword in a common word may be chance (château for CHAT).
    fn compound_with(&self, word: &str, rest: &str, is_behind: bool) -> ClueVerdict {
        // Swedish joins compounds with an s.
        let linked = rest.strip_prefix('s').filter(|_| is_behind && self.language == Language::Swedish);
        let is_part = |rest: &str| {
            let facts = self.lexicon.facts(rest);
            let is_word = match self.language {
                Language::English => facts.known == Some(true),
                // sol-rosen is made of SOL as sol-ros is.
                Language::Swedish => {
                    facts.common || swedish_bases(rest).iter().any(|base| self.lexicon.facts(base).common)
                }
                _ => facts.common,
            };
            rest.chars().count() >= PART && is_word
        };
        let is_word = is_part(rest) || linked.is_some_and(is_part);
        let is_ending = is_behind && self.language.is_word_ending(rest);
        if is_word && self.seldom_joins() && self.lexicon.facts(word).common {
            return ClueVerdict::Doubtful(Reason::Compound);
        }
        match self.lexicon.facts(rest).known {
            // A lexicon that can answer for the empty word knows its language, so an ending counts as
            // certain.
            _ if is_word || is_ending && self.lexicon.facts("").known.is_some() => {
                ClueVerdict::Illegal(Reason::Compound)
            }
            None if rest.chars().count() >= PART || is_ending => ClueVerdict::Doubtful(Reason::Compound),
            _ => ClueVerdict::Legal,
        }
    }

    /// Returns the forms of the given kinds that have these letters.
    fn matching_forms<'s>(
        &'s self,
        letters: &str,
        kinds: &'static [FormKind],
    ) -> impl Iterator<Item = &'s Form> {
        let found = self.forms.get(letters).into_iter().flatten();
        found.filter(move |form| kinds.contains(&form.kind))
    }

    /// Returns the lemmas and spellings of a word, and the words it is made from, at all levels.
    fn reach(&self, word: &str) -> WordLinks<'a> {
        let mut reach = WordLinks::default();
        let facts = self.lexicon.facts(word);
        reach.add_forms(self.lexicon, facts);
        if facts.known == Some(false) {
            for stem in regular_stems(word, self.language) {
                reach.add_stem(self.lexicon, &stem);
            }
        }
        let mut next = 0;
        reach.add_parts(facts);
        for lemma in reach.lemmas.clone() {
            reach.add_parts(self.lexicon.facts(lemma));
        }
        // Breadth-first search: `parts` is the queue and the set of visited words at once.
        while let Some(&part) = reach.parts.get(next) {
            let facts = self.lexicon.facts(part);
            reach.add_parts(facts);
            for form in list(facts.lemmas).chain(list(facts.spelling)) {
                push_new(&mut reach.parts, form);
            }
            next += 1;
        }
        reach
    }
}

/// A run of words of a clue.
struct Run<'a> {
    words: &'a [String],
    /// The words written as one.
    written: &'a str,
    is_all: bool,
}

/// Lemmas and parts of a word.
#[derive(Default)]
struct WordLinks<'a> {
    lemmas: Vec<&'a str>,
    parts: Vec<&'a str>,
}

impl<'a> WordLinks<'a> {
    fn add_forms(&mut self, lexicon: &'a dyn Lexicon, facts: Facts<'a>) {
        list(facts.lemmas).for_each(|lemma| push_new(&mut self.lemmas, lemma));
        if !facts.spelling.is_empty() {
            push_new(&mut self.lemmas, facts.spelling);
            list(lexicon.facts(facts.spelling).lemmas).for_each(|lemma| push_new(&mut self.lemmas, lemma));
        }
        for lemma in self.lemmas.clone() {
            list(lexicon.facts(lemma).spelling).for_each(|spelling| push_new(&mut self.lemmas, spelling));
        }
    }

    /// Adds the lemmas and parts of `stem`, the base of a regularly inflected word, if the lexicon knows it.
    fn add_stem(&mut self, lexicon: &'a dyn Lexicon, stem: &str) {
        let facts = lexicon.facts(stem);
        if facts.known == Some(true) {
            self.add_forms(lexicon, facts);
            self.add_parts(facts);
        }
    }

    fn add_parts(&mut self, facts: Facts<'a>) {
        list(facts.parts.unwrap_or_default()).for_each(|part| push_new(&mut self.parts, part));
    }
}

fn push_new<'a>(found: &mut Vec<&'a str>, word: &'a str) {
    if !found.contains(&word) {
        found.push(word);
    }
}

fn list(words: &str) -> impl Iterator<Item = &str> {
    words.split(' ').filter(|word| !word.is_empty())
}

/// Returns `true` if two texts have equal numbers of letters, so that they do not differ in a ligature.
fn same_ligatures(a: &str, b: &str) -> bool {
    a.chars().count() == b.chars().count()
}

/// Returns every way to split a word into two parts that are long enough.
fn cuts(word: &str) -> impl Iterator<Item = (&str, &str)> {
    let cuts = word.char_indices().map(move |(at, _)| word.split_at(at));
    cuts.filter(|(head, tail)| head.chars().count() >= PART && tail.chars().count() >= PART)
}

/// Returns the words written as one, each word in any of its forms, except the unchanged words.
fn combined(words: &[String], forms: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    let mut found = vec![String::new()];
    for word in words {
        let mut choices = forms(word);
        choices.insert(0, word.clone());
        // Too many combinations: this word stays as it is.
        if found.len() * choices.len() > COMBINATIONS {
            choices.truncate(1);
        }
        found =
            found.iter().flat_map(|text| choices.iter().map(move |form| format!("{text}{form}"))).collect();
    }
    // The first combination consists of the unchanged words.
    found.split_off(1)
}
