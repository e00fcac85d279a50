//! Words that consist of a keyword and something else (R21): compounds, names, and longer words that no list has.

use std::borrow::Cow;
use std::iter;

use super::inflection::swedish_bases;
use super::keyword_forms::{FormKind, KeywordForms, PART};
use super::language::Language;
use super::words::plain;
use super::{ClueVerdict, LexiconFacts, Reason};

/// Minimal length of a keyword at the start of a Swedish compound: isbjörn.
const SHORTEST_HEAD: usize = 2;

/// Minimal length of a keyword that is looked for between other words in a word that no list has.
const LONG_KEYWORD: usize = 4;

/// Minimal length of a keyword that is looked for anywhere in such a word.
const LONGER_KEYWORD: usize = 6;

impl KeywordForms<'_> {
    /// Looks up the pieces into which a word can be split: any word if its parts are not known, an English name, and a word that no
    /// list has.
    pub(super) fn find_cuts(
        &self,
        word: &str,
        facts: LexiconFacts<'_>,
        tell: &mut impl FnMut(usize, ClueVerdict),
    ) {
        if facts.parts.is_some_and(|parts| !parts.is_empty()) || facts.parts.is_some() && facts.common {
            return;
        }
        // The keyword may be the head or the tail of each cut; its few forms are a look-up each, so a word of n letters costs O(n) look-ups.
        let ends = word.char_indices().map(|(at, _)| at).skip(1);
        for (head, tail) in ends.map(|at| word.split_at(at)) {
            for (part, rest, is_behind) in [(head, tail, true), (tail, head, false)] {
                let least =
                    if self.language == Language::Swedish && is_behind { SHORTEST_HEAD } else { PART };
                if part.chars().count() < least {
                    continue;
                }
                for stem in self.joining_forms(part, is_behind) {
                    for form in self.matching_forms(&plain(&stem), &[FormKind::Own]) {
                        let cut = Cut { word, part, rest, is_behind };
                        tell(form.keyword as usize, self.cut(&cut, facts, form.keyword));
                    }
                }
            }
        }
        if facts.known == Some(false) {
            self.find_inside(word, tell);
            self.find_unlisted(word, tell);
        }
    }

    /// Returns the verdict on a word that is split into a keyword and the rest.
    fn cut(&self, cut: &Cut<'_>, facts: LexiconFacts<'_>, keyword: u32) -> ClueVerdict {
        if facts.parts.is_some() {
            let is_made = self.is_made_name(cut.word, cut.rest, keyword);
            return ClueVerdict::illegal_if(is_made, Reason::Compound);
        }
        if self.is_swedish_compound(cut.word, cut.rest, keyword) {
            return ClueVerdict::Illegal(Reason::Compound);
        }
        if cut.part.chars().count() < PART || self.is_chance(cut.word, keyword) {
            return ClueVerdict::Legal;
        }
        self.compound_with(cut.word, cut.rest, cut.is_behind)
    }

    /// Looks up long keywords anywhere in a word that no list has, between other words or digits: desertscorpionking.
    fn find_inside(&self, word: &str, tell: &mut impl FnMut(usize, ClueVerdict)) {
        let letters = plain(word);
        for (keyword, text) in self.texts.iter().enumerate() {
            let text = plain(text);
            if text.chars().count() < LONG_KEYWORD || letters.len() == text.len() {
                continue;
            }
            if let Some(at) = letters.find(text.as_ref()) {
                let (before, after) = (&letters[..at], &letters[at + text.len()..]);
                let are_words = [before, after]
                    .into_iter()
                    .all(|rest| rest.is_empty() || self.lexicon.facts(rest).known == Some(true));
                if are_words || text.chars().count() >= LONGER_KEYWORD {
                    tell(keyword, ClueVerdict::Illegal(Reason::Compound));
                }
            }
        }
    }

    /// Returns the words that a part of a compound may stand for: itself and, at the start of a Swedish compound, words whose
    /// last vowel is lost or exchanged (kyrko-gård of kyrka, soff-kudde of soffa).
    fn joining_forms<'p>(
        &self,
        part: &'p str,
        is_behind: bool,
    ) -> impl Iterator<Item = Cow<'p, str>> + use<'p> {
        let is_shortened = is_behind && self.language == Language::Swedish;
        let lost = ["a", "e"].into_iter().map(move |vowel| format!("{part}{vowel}"));
        let exchanged = part.strip_suffix(['o', 'u', 'e']).map(|stem| format!("{stem}a"));
        let shortened = is_shortened.then(|| lost.chain(exchanged).map(Cow::Owned));
        iter::once(Cow::Borrowed(part)).chain(shortened.into_iter().flatten())
    }

    /// Returns the verdict on a word that consists of a keyword and `rest`.
    ///
    /// French and Italian seldom join words, so the letters of a keyword in a common word may be chance (château for CHAT).
    fn compound_with(&self, word: &str, rest: &str, is_behind: bool) -> ClueVerdict {
        // Swedish joins compounds with an s.
        let linked = rest.strip_prefix('s').filter(|_| is_behind && self.language == Language::Swedish);
        let is_word =
            [Some(rest), linked].into_iter().flatten().any(|rest| is_long(rest) && self.is_word(rest));
        let is_ending = is_behind && self.language.is_word_ending(rest);
        if is_word && self.language.seldom_joins_words() && self.lexicon.facts(word).common {
            return ClueVerdict::Doubtful(Reason::Compound);
        }
        match self.lexicon.facts(rest).known {
            // A lexicon that can answer for the empty word knows its language, so an ending counts as
            // certain.
            _ if is_word || is_ending && self.lexicon.facts("").known.is_some() => {
                ClueVerdict::Illegal(Reason::Compound)
            }
            None if is_long(rest) || is_ending => ClueVerdict::Doubtful(Reason::Compound),
            _ => ClueVerdict::Legal,
        }
    }

    /// Returns `true` if a part of a compound is a word by itself.
    fn is_word(&self, part: &str) -> bool {
        let facts = self.lexicon.facts(part);
        match self.language {
            Language::English => facts.known == Some(true),
            // sol-rosen is made of SOL as sol-ros is.
            Language::Swedish => {
                facts.common || swedish_bases(part).iter().any(|base| self.lexicon.facts(base).common)
            }
            Language::French | Language::Italian => facts.common,
        }
    }
}

/// A word that is split into a part, which is a keyword, and the rest.
struct Cut<'a> {
    word: &'a str,
    part: &'a str,
    rest: &'a str,
    /// `true` if the rest stands behind the part.
    is_behind: bool,
}

fn is_long(part: &str) -> bool {
    part.chars().count() >= PART
}
