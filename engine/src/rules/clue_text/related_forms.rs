//! Words that may be a form of a keyword by their letters, where their meaning decides (R21).
//!
//! **decided**: letters alone do not show that words belong together: lady is not made of LAD, nor château of CHAT. A word with the
//! letters of a derivation, a short form or a compound of a keyword gives the keyword away if its meaning is close to the keyword's
//! ([`Lexicon::closeness`](super::Lexicon::closeness)). The limits below were chosen between pairs that players join and pairs
//! that they do not, in the built-in space of each language. A word that no dictionary has cannot be meant otherwise, so its letters decide.

use super::derivation::{family, short_forms};
use super::inflection::{irregular_forms, regular_forms};
use super::keyword_forms::{FormKind, KeywordForms};
use super::keyword_in_clue::WordRun;
use super::language::Language;
use super::words::plain;
use super::{ClueVerdict, Reason};

/// Closeness from which a word is said for what it means, although it has the letters of a translation. English: raisin for GRAPE has
/// 0.62, fly for FLEE 0.33; main for HAND and gift for POISON stay below 0.1.
const SAME_FIELD: f32 = 0.3;

/// The same for an English word that is not common: barista for BARTENDER. Foreign words stay below it (chapeau for HAT).
const SAME_THING: f32 = 0.5;

/// Closeness of the words of a family: sunny and SUN have 0.61, watery and WATER 0.40, busy and BUS 0.34, lady and LAD 0.27; gelateria and
/// GELATO have 0.40.
const FAMILY: f32 = 0.37;

/// Closeness of a compound and one of its parts: gubbe and SNÖGUBBE have 0.28, vattenkokare and VATTEN 0.29, fotboll and FOT 0.19.
const COMPOUND: f32 = 0.25;

/// Closeness of a compound and one of its parts if the rest is no word: ubåt and BÅT have 0.51.
const WHOLE: f32 = 0.5;

/// Closeness below which the letters of a keyword in another word are chance.
const CHANCE: f32 = 0.2;

/// Closeness below which an everyday word with the letters of an inflection has another meaning too: recettes and RECETTE have 0.20,
/// boutons and BOUTON 0.47.
const OTHER_MEANING: f32 = 0.18;

/// Letters of which each syllable has one.
const SWEDISH_VOWELS: [char; 9] = ['a', 'e', 'i', 'o', 'u', 'y', 'å', 'ä', 'ö'];

/// Closeness of the rest of a name to the name: land and Iceland have 0.13, mark and Denmark 0.05.
const REST_OF_NAME: f32 = 0.1;

impl KeywordForms<'_> {
    /// Returns how close a word is to a keyword in meaning.
    pub(super) fn closeness(&self, keyword: u32, word: &str) -> Option<f32> {
        self.lexicon.closeness(word, &self.texts[keyword as usize])
    }

    fn is_close(&self, keyword: u32, word: &str, least: f32) -> bool {
        self.closeness(keyword, word).is_some_and(|closeness| closeness >= least)
    }

    fn is_below(&self, keyword: u32, word: &str, limit: f32) -> bool {
        self.closeness(keyword, word).is_some_and(|closeness| closeness < limit)
    }

    /// Returns `true` if a word of the language is said for its own meaning and not as a translation of a keyword.
    ///
    /// The spaces of other languages than English have English words too, at the place of their translations.
    pub(super) fn means_by_itself(&self, words: &[String], keyword: u32) -> bool {
        let [word] = words else { return false };
        let is_own = self.is_of_language(word);
        match self.language {
            Language::English => self.is_close(keyword, word, if is_own { SAME_FIELD } else { SAME_THING }),
            _ => is_own && self.lexicon.is_headword(word) && self.is_close(keyword, word, SAME_FIELD),
        }
    }

    /// Returns `true` for an everyday word of the language, or, in English, one that a dictionary has.
    pub(super) fn is_of_language(&self, word: &str) -> bool {
        let facts = self.lexicon.facts(word);
        let is_english = self.language == Language::English;
        facts.common || is_english && facts.known == Some(true) && self.lexicon.is_headword(word)
    }

    /// Returns the verdict on a word that may be of the family of a keyword.
    fn of_family(&self, word: &str, keyword: u32) -> ClueVerdict {
        let text = &self.texts[keyword as usize];
        let is_english = self.language == Language::English;
        let is_family = match self.lexicon.facts(word).known {
            None => false,
            Some(false) if is_english => self.is_adjective_form(word, keyword),
            Some(false) => !self.is_form_of_another(word, keyword),
            // The vowel of the gender also makes other words: punta for PUNTO, porte for PORT.
            Some(true) if self.lexicon.is_headword(word) && is_gender(word, text, self.language) => false,
            Some(true) => self.is_close(keyword, word, FAMILY),
        };
        let reason = if plain(word).len() < plain(text).len() { Reason::Part } else { Reason::Compound };
        ClueVerdict::illegal_if(is_family, reason)
    }

    /// Returns `true` for a form of an adjective in -y of a keyword: muddier for MUD.
    fn is_adjective_form(&self, word: &str, keyword: u32) -> bool {
        let stem = ["ier", "iest", "ily", "iness"].iter().find_map(|ending| word.strip_suffix(ending));
        stem.is_some_and(|stem| self.is_close(keyword, &format!("{stem}y"), FAMILY))
    }

    /// Returns the verdict on a word with which a keyword begins.
    fn shortened(&self, word: &str, keyword: u32) -> ClueVerdict {
        let is_short_form = match self.lexicon.facts(word).known {
            None => false,
            Some(false) => true,
            Some(true) => self.is_close(keyword, word, FAMILY),
        };
        ClueVerdict::illegal_if(is_short_form, Reason::Part)
    }

    /// Returns the verdict on a word with which a Swedish keyword begins or ends.
    fn piece(&self, word: &str, keyword: u32) -> ClueVerdict {
        let is_part = self.lexicon.facts(word).known == Some(true) && self.is_close(keyword, word, COMPOUND);
        ClueVerdict::illegal_if(is_part, Reason::Part)
    }

    /// Returns the verdict on known words that have the letters of a regular inflection.
    ///
    /// The English lexicon has the lemmas of all its words. Those of other languages lack some: an everyday word is an inflection
    /// unless a dictionary has it with another meaning (fils, a son, for FIL).
    pub(super) fn known_form(&self, run: &WordRun<'_>, keyword: u32) -> ClueVerdict {
        match run.words {
            _ if self.language == Language::English => ClueVerdict::Legal,
            [word] if self.lexicon.is_headword(word) && self.is_below(keyword, word, OTHER_MEANING) => {
                ClueVerdict::Doubtful(Reason::Inflection)
            }
            _ => ClueVerdict::Illegal(Reason::Inflection),
        }
    }

    /// Returns `true` if a word is listed as a form of another word than a keyword: bröder of bror, for BRÖD.
    pub(super) fn is_form_of_another(&self, word: &str, keyword: u32) -> bool {
        let text = &self.texts[keyword as usize];
        let mut others = irregular_forms(word, self.language).peekable();
        self.language != Language::English && others.peek().is_some() && others.all(|other| other != *text)
    }

    /// Returns `true` if a lexicon may call a word an inflection of a keyword. Those of other languages than English take some words
    /// for inflections that a dictionary has (pesce, a fish, of pesca), so there the endings must agree.
    pub(super) fn is_inflection(&self, word: &str, keyword: u32) -> bool {
        let text = &self.texts[keyword as usize];
        self.language == Language::English
            || !self.lexicon.is_headword(word)
            || regular_forms(text, self.language).iter().any(|form| form == word)
            || irregular_forms(text, self.language).any(|form| form == word)
            || regular_forms(word, self.language).iter().any(|form| form == text)
    }

    /// Returns `true` if a word has the letters of a keyword by chance, by its meaning.
    pub(super) fn is_chance(&self, word: &str, keyword: u32) -> bool {
        self.is_below(keyword, word, CHANCE)
    }

    /// Returns `true` if a Swedish word that begins or ends like a keyword is a compound of it: with a known word as the rest
    /// (vattenkokare), or with any that can be spoken (ubåt, but not höra for ÖRA).
    pub(super) fn is_swedish_compound(&self, word: &str, rest: &str, keyword: u32) -> bool {
        let is_word = rest.chars().count() > 2 && self.lexicon.facts(rest).common;
        self.language == Language::Swedish
            && rest.contains(SWEDISH_VOWELS)
            && self.is_close(keyword, word, if is_word { COMPOUND } else { WHOLE })
    }

    /// Returns `true` if an English name is made of a keyword and another word: Iceland of ICE.
    pub(super) fn is_made_name(&self, word: &str, rest: &str, keyword: u32) -> bool {
        let facts = self.lexicon.facts(word);
        self.language == Language::English
            && facts.parts == Some("")
            && !facts.common
            && self.lexicon.facts(rest).common
            && self.is_close(keyword, word, COMPOUND)
            && self.lexicon.closeness(rest, word).is_some_and(|closeness| closeness >= REST_OF_NAME)
    }

    /// Returns the verdict on a form by its kind, if the meaning decides.
    pub(super) fn by_meaning(&self, kind: FormKind, run: &WordRun<'_>, keyword: u32) -> ClueVerdict {
        let [word] = run.words else { return ClueVerdict::Legal };
        match kind {
            FormKind::Short => self.shortened(word, keyword),
            FormKind::Piece => self.piece(word, keyword),
            _ => self.of_family(word, keyword),
        }
    }

    /// Looks up the families and short forms of keywords for a word that no list has. The forms of all others are indexed.
    pub(super) fn find_unlisted(&self, word: &str, tell: &mut impl FnMut(usize, ClueVerdict)) {
        for (n, text) in self.texts.iter().enumerate() {
            if word.chars().take(2).ne(text.chars().take(2)) {
                continue;
            }
            let mut is_of_family = false;
            family(text, self.language, &mut |form| is_of_family |= form == word);
            if is_of_family {
                tell(n, self.of_family(word, n as u32));
            }
            if short_forms(text, self.language).any(|form| form == word) {
                tell(n, self.shortened(word, n as u32));
            }
        }
    }
}

/// Returns `true` if two words differ only in the vowel of their gender.
fn is_gender(word: &str, text: &str, language: Language) -> bool {
    match language {
        Language::French => is_french_feminine(word, text) || is_french_feminine(text, word),
        Language::Italian => {
            let [own, other] = [word, text].map(|text| text.strip_suffix(['a', 'e', 'i', 'o']));
            own.is_some() && own == other
        }
        Language::English | Language::Swedish => false,
    }
}

/// Returns `true` if `long` is `short` with an e.
fn is_french_feminine(long: &str, short: &str) -> bool {
    // The feminine may double the consonant: balle has the letters of one of BAL.
    long.strip_suffix('e')
        .and_then(|stem| stem.strip_prefix(short))
        .is_some_and(|doubled| doubled.is_empty() || short.ends_with(doubled) && doubled.chars().count() == 1)
}
