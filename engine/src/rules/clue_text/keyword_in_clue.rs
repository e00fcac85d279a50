//! The search of a clue for forms of keywords, which it must not contain (R21).
//!
//! **decided**:
//! - A keyword must not appear in a clue, either as it is or inflected. Other spellings, missing accents,
//!   look-alike letters and other word breaks (SUNFLOWER in "sun flower") do not hide it. For a keyword of
//!   several words, this applies to each word.
//! - A word that is made from a keyword gives it away (sunflower for SUN, magician for MAGIC, motel for
//!   HOTEL). So does a word that the keyword is made from (phone for TELEPHONE, teach for TEACHER). The
//!   lexicon supplies the parts of a word. An unknown word is split into the keyword and another word or a
//!   usual ending. Letters that merely occur (sea in season) are not a part. What endings make of a keyword (sunny for SUN), short
//!   forms, names (Iceland for ICE) and Swedish compounds are told from chance by their meaning (`related_forms.rs`).
//! - Without a lexicon, possible compounds are doubtful, and inflections are the regular ones.
//! - A word of the language that is close to the keyword in meaning is no translation (raisin, in French a grape, for GRAPE). If only its
//!   spelling is that of a translation, it is doubtful as the whole clue (gift, Swedish for POISON), doubtful in an English phrase, and
//!   passes in a phrase of another language. A rare word is illegal as the whole clue and doubtful in a phrase. A translation that is a
//!   function word (`is`, ice in Swedish) passes in a phrase.
//! - In an English phrase, a word that no list has and that may be an inflection of a translation may be a name: it is doubtful
//!   (Lionel Messi for MASS, of Swedish MÄSSA), and legal if it is made of an everyday English word and an ending (Jack
//!   Horner for CORNER, of Swedish HÖRN). Beside words of grammar alone it stays forbidden ("les etoiles").
//! - Swedish å, ä and ö are letters of their own: a short word without their dots (far for FÅR) is doubtful.

use std::borrow::Cow;

use super::inflection::irregular_forms;
use super::keyword_forms::{FormKind, KeywordForm, KeywordForms, PART};
use super::language::Language;
use super::obfuscation::readings;
use super::word_links::{WordLinks, list};
use super::words::plain;
use super::{ClueVerdict, Reason};

/// Maximal length of a Swedish word that without its dots is taken for another word.
const SHORT_WORD: usize = 4;

impl KeywordForms<'_> {
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
        // 4. Translations. The first of equally hard verdicts gives the reason, and a player sees a part of FOOTBALL in "foot"
        //    before the French word.
        let mut translations = Vec::new();
        self.find_runs(words, &mut |keyword, verdict| match verdict {
            ClueVerdict::Illegal(Reason::Translation) | ClueVerdict::Doubtful(Reason::Translation) => {
                translations.push((keyword, verdict));
            }
            _ => tell(keyword, verdict),
        });
        for word in words {
            self.find_relatives(word, &mut tell);
        }
        for reading in words.iter().chain(tokens).flat_map(|word| readings(word)) {
            self.matching_forms(&reading, &[FormKind::Own, FormKind::Regular, FormKind::Translation])
                .for_each(|form| {
                    tell(form.keyword as usize, ClueVerdict::Illegal(Reason::Keyword));
                });
        }
        translations.into_iter().for_each(|(keyword, verdict)| tell(keyword, verdict));
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
                    let run = WordRun {
                        words: &words[start..end],
                        written: &written,
                        before: &words[..start],
                        after: &words[end..],
                    };
                    tell(form.keyword as usize, self.verdict(form, &run));
                }
            }
        }
    }

    /// Returns the verdict on a run of words that has the letters of a form.
    fn verdict(&self, form: &KeywordForm, run: &WordRun<'_>) -> ClueVerdict {
        match form.kind {
            FormKind::Own => self.own_letters(&accented(form, run), run.written),
            FormKind::Irregular if self.language == Language::English && self.knows_all(run.words) => {
                ClueVerdict::Legal
            }
            FormKind::Regular
            | FormKind::Irregular
            | FormKind::Short
            | FormKind::Family
            | FormKind::Piece
                if accented(form, run) != run.written && self.has_own_marks(run) =>
            {
                ClueVerdict::Legal
            }
            FormKind::Regular if self.is_form_of_another(run.written, form.keyword) => ClueVerdict::Legal,
            FormKind::Regular if self.knows_all(run.words) => self.known_form(run, form.keyword),
            FormKind::Lemma if !self.is_inflection(run.written, form.keyword) => ClueVerdict::Legal,
            FormKind::Family | FormKind::Short | FormKind::Piece => {
                self.by_meaning(form.kind, run, form.keyword)
            }
            FormKind::Lemma | FormKind::Regular | FormKind::Irregular => {
                ClueVerdict::Illegal(Reason::Inflection)
            }
            FormKind::Part => ClueVerdict::Illegal(Reason::Part),
            FormKind::Translation if accented(form, run) == run.written => {
                self.translated(run, true, form.keyword)
            }
            FormKind::Translation | FormKind::RegularTranslation
                if self.is_another_word(run.words, form.keyword) =>
            {
                ClueVerdict::Legal
            }
            FormKind::RegularTranslation => {
                self.perhaps_a_name(run).unwrap_or_else(|| self.translated(run, false, form.keyword))
            }
            FormKind::Translation => self.translated(run, false, form.keyword),
        }
    }

    /// Returns the verdict on an unknown word in an English phrase that has the letters of an inflected translation. `None` if it is
    /// not such a word, or stands beside words of grammar alone.
    ///
    /// The endings of three languages make many forms, most of which are never said, and names have the letters of some of them.
    fn perhaps_a_name(&self, run: &WordRun<'_>) -> Option<ClueVerdict> {
        let [word] = run.words else { return None };
        if self.language != Language::English || self.knows_all(run.words) {
            return None;
        }
        let mut others = run.before.iter().chain(run.after);
        if others.all(|word| Language::ALL.iter().any(|language| language.is_function_word(word))) {
            return None;
        }
        let is_english = self.is_english_formation(word);
        Some(if is_english { ClueVerdict::Legal } else { ClueVerdict::Doubtful(Reason::Translation) })
    }

    /// Returns `true` if a word consists of an everyday English word and an ending.
    fn is_english_formation(&self, word: &str) -> bool {
        let ends = word.char_indices().map(|(at, _)| at).filter(|&at| at >= PART);
        let mut cuts = ends.map(|at| word.split_at(at));
        cuts.any(|(stem, ending)| {
            let is_ending = self.language.is_word_ending(ending);
            is_ending && self.lexicon.facts(stem).common
        })
    }

    /// Returns `true` if other accents make another word of a run: it is known, or it has the dots of Swedish (isär for IS).
    fn has_own_marks(&self, run: &WordRun<'_>) -> bool {
        self.language == Language::Swedish && run.written.contains(['å', 'ä', 'ö'])
            || self.knows_all(run.words)
    }

    /// Returns the verdict on a text that has the letters of a keyword, perhaps with other accents.
    fn own_letters(&self, keyword: &str, written: &str) -> ClueVerdict {
        if written == keyword {
            return ClueVerdict::Illegal(Reason::Keyword);
        }
        if irregular_forms(keyword, self.language).any(|form| form == written) {
            return ClueVerdict::Illegal(Reason::Inflection);
        }
        let is_short = self.language == Language::Swedish && keyword.chars().count() <= SHORT_WORD;
        let other_marks = !written.is_ascii() && !keyword.is_ascii() && same_ligatures(keyword, written);
        if is_short || other_marks || self.language.is_function_word(written) {
            ClueVerdict::Doubtful(Reason::Spelling)
        } else {
            ClueVerdict::Illegal(Reason::Spelling)
        }
    }

    /// Returns the verdict on a run of words that is a translation, or an inflection of a translation.
    ///
    /// The lists have many words of three foreign languages, so words of the game's own language are among them: MAGASIN, a shop, is
    /// the Swedish of ENTREPÔT.
    fn translated(&self, run: &WordRun<'_>, is_exact: bool, keyword: u32) -> ClueVerdict {
        if !run.is_all() && run.words.iter().all(|word| self.language.is_function_word(word))
            || self.means_by_itself(run.words, keyword)
        {
            return ClueVerdict::Legal;
        }
        let is_own = run.words.iter().all(|word| self.is_of_language(word));
        let is_exact_clue = run.is_all() && is_exact;
        match is_own {
            true if is_exact_clue || self.language == Language::English => {
                ClueVerdict::Doubtful(Reason::Translation)
            }
            true => ClueVerdict::Legal,
            false if is_exact_clue || !self.knows_all(run.words) => ClueVerdict::Illegal(Reason::Translation),
            false => ClueVerdict::Doubtful(Reason::Translation),
        }
    }

    /// Returns `true` for common English words that have the letters of a translation by chance: without its marks (bank, the Swedish
    /// bänk), or inflected. The endings of all languages are tried on each translation, so that Italian LUNA with a Swedish ending
    /// is "lunar". An English inflection of a translation ("pains" for BREAD) is no other word.
    fn is_another_word(&self, words: &[String], keyword: u32) -> bool {
        if self.language != Language::English || !self.are_common(words) {
            return false;
        }
        let mut lemmas = words.iter().flat_map(|word| list(self.lexicon.facts(word).lemmas));
        !lemmas.any(|lemma| {
            self.matching_forms(lemma, &[FormKind::Translation]).any(|form| form.keyword == keyword)
        })
    }

    fn are_common(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.lexicon.facts(word).common)
    }

    fn knows_all(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.lexicon.facts(word).known == Some(true))
    }

    /// Looks up the lemmas, spellings and parts of a word.
    fn find_relatives(&self, word: &str, tell: &mut impl FnMut(usize, ClueVerdict)) {
        let links = WordLinks::new(word, self.lexicon, self.language);
        let facts = self.lexicon.facts(word);
        for form in self.matching_forms(&plain(word), &[FormKind::Part]) {
            tell(form.keyword as usize, ClueVerdict::Illegal(Reason::Part));
        }
        for lemma in &links.lemmas {
            for form in self.matching_forms(lemma, &[FormKind::Own, FormKind::Lemma, FormKind::Part]) {
                let reason = match form.kind {
                    FormKind::Part => Reason::Part,
                    FormKind::Own if *lemma == facts.spelling => Reason::Spelling,
                    _ if !self.is_inflection(word, form.keyword) => continue,
                    _ => Reason::Inflection,
                };
                tell(form.keyword as usize, ClueVerdict::Illegal(reason));
            }
        }
        for part in &links.parts {
            for form in self.matching_forms(part, &[FormKind::Own, FormKind::Lemma]) {
                tell(form.keyword as usize, ClueVerdict::Illegal(Reason::Compound));
            }
        }
        self.find_cuts(word, facts, tell);
        // Icelandic is made of Iceland, and that of ICE.
        for part in list(facts.parts.unwrap_or_default()) {
            self.find_cuts(part, self.lexicon.facts(part), tell);
        }
    }
}

/// A run of words of a clue.
pub(super) struct WordRun<'a> {
    pub(super) words: &'a [String],
    /// The words written as one.
    pub(super) written: &'a str,
    /// The words of the clue before the run.
    before: &'a [String],
    /// The words of the clue after the run.
    after: &'a [String],
}

impl WordRun<'_> {
    /// Returns `true` if the run is the whole clue.
    const fn is_all(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

/// Returns `true` if two texts have equal numbers of letters, so that they do not differ in a ligature.
fn same_ligatures(a: &str, b: &str) -> bool {
    a.chars().count() == b.chars().count()
}

/// Returns a form with its accents. It has the letters of the run, so without accents of its own it is the plain run.
fn accented<'a>(form: &'a KeywordForm, run: &WordRun<'a>) -> Cow<'a, str> {
    form.accented.as_deref().map_or_else(|| plain(run.written), Cow::Borrowed)
}
