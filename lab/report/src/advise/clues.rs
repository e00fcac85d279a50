//! Clues for the own Encryptor: legal, about their keyword, clear to the own team and dark to the other.
//!
//! A clue's worth is ln P(own team takes it for the right keyword) − ½·ln P(opponents do), the latter not below a
//! quarter: what is less likely than by chance tells them something, too.

use std::collections::HashSet;

use overhear_agents::free_text::{FreeTextGuesser, Listener, SlotClues};
use overhear_agents::words::{embedded_keyword, embedded_law_words};
use overhear_engine::rules::{
    BySlot, Clue, ClueQuestion, ClueVerdict, Code, Deck, KeywordText, Language, Repeat, Slot, TextLaw,
    same_clue_form,
};
use rayon::prelude::*;
use serde::Serialize;

use super::sheet::NoteSheet;
use super::suggestion::{BestTriple, DigitAdvice, Suggestion, TakenFor, best_triple, chances};
use overhear_lab::setup::Words;

/// The share of the vocabulary that a clue must be nearer to its keyword than (R22): one word in twenty remains.
const ABOUT: usize = 20;

/// Of those the clearest to the own team that are looked at.
const LOOKED_AT: usize = 150;

/// What can be said to an Encryptor.
#[derive(Debug, Serialize)]
pub struct ClueAdvice {
    /// The code.
    pub code: String,
    /// The clues on the sheet, if there are any.
    pub written: Option<WrittenClues>,
    /// For each digit of the code clues to choose from, the best first.
    pub digits: [DigitAdvice; 3],
    /// The best of them together.
    pub best: Option<BestTriple>,
}

/// Clues that an Encryptor thinks of.
#[derive(Debug, Serialize)]
pub struct WrittenClues {
    /// What the law says of each.
    pub verdicts: Vec<String>,
    /// Each by itself.
    pub clues: Vec<WrittenClue>,
    /// How likely the own team is to get the code right.
    pub p_decode: f64,
    /// How likely the opponents are; none in the first round, which is not intercepted (R6).
    pub p_intercept: Option<f64>,
}

/// A clue that an Encryptor thinks of.
#[derive(Debug, Serialize)]
pub struct WrittenClue {
    /// The clue.
    pub clue: String,
    /// The keyword that it is meant for.
    pub keyword: String,
    /// What the law says of it.
    pub verdict: String,
    /// How likely the own team is to take it for that keyword.
    pub p_own: f64,
    /// How likely the opponents are.
    pub p_opponents: f64,
}

/// An Encryptor's side of a sheet.
pub(super) struct EncryptorTable<'t> {
    pub(super) listener: &'t FreeTextGuesser<'t>,
    pub(super) words: &'t Words,
    pub(super) sheet: &'t NoteSheet,
    pub(super) held: [&'t str; 4],
    pub(super) code: Code,
    /// What the own team has revealed.
    pub(super) own: &'t SlotClues,
}

/// The clue law for the team of a sheet.
pub(super) struct TeamClueLaw<'a> {
    language: Language,
    keywords: [KeywordText; 4],
    earlier_clues: Vec<&'a str>,
    code: Code,
}

/// Advises an Encryptor.
pub(super) fn advise(table: &EncryptorTable<'_>, top: usize) -> ClueAdvice {
    let EncryptorTable { words, sheet, held, code, .. } = *table;
    let deck = words.world.deck();
    let law = TeamClueLaw::new(sheet, deck, held, code);
    let spoken = sheet.own.now.as_ref().and_then(|now| now.clues.as_ref());
    let digits = code.slots().map(|slot| DigitAdvice {
        position: slot.index() + 1,
        keyword: held[slot.index()].to_owned(),
        clues: table.suggestions(&law, slot, top),
    });
    ClueAdvice {
        code: code.to_string(),
        written: spoken.map(|clues| table.written(&law, clues)),
        best: best_triple(code, &digits, table.is_first_round()),
        digits,
    }
}

impl EncryptorTable<'_> {
    /// Whether the code cannot be intercepted (R6).
    fn is_first_round(&self) -> bool {
        self.sheet.own.rounds.is_empty()
    }

    /// What a clue is taken for.
    fn taken_for(&self, clue: &str) -> TakenFor {
        let team = Listener { earlier: Some(self.own), ..Listener::default() };
        TakenFor {
            own: self.listener.taken_as(team, self.held, clue),
            opponents: self.listener.slot_probabilities(self.own, &self.listener.hear(clue)),
        }
    }

    fn written(&self, law: &TeamClueLaw<'_>, clues: &[String; 3]) -> WrittenClues {
        let taken_for = clues.each_ref().map(|clue| self.taken_for(clue));
        let [p_decode, p_intercept] = chances(self.code, taken_for.each_ref());
        let clues: Vec<WrittenClue> = clues
            .iter()
            .zip(self.code.slots())
            .zip(&taken_for)
            .map(|((clue, slot), taken_for)| WrittenClue {
                clue: clue.clone(),
                keyword: self.held[slot.index()].to_owned(),
                verdict: law.verdict(clue, slot).to_string(),
                p_own: taken_for.own[slot.index()],
                p_opponents: taken_for.opponents[slot.index()],
            })
            .collect();
        WrittenClues {
            verdicts: clues.iter().map(|clue| clue.verdict.clone()).collect(),
            clues,
            p_decode,
            p_intercept: (!self.is_first_round()).then_some(p_intercept),
        }
    }

    fn suggestions(&self, law: &TeamClueLaw<'_>, slot: Slot, top: usize) -> Vec<Suggestion> {
        let mut clear: Vec<(f64, &str)> = self
            .about(slot)
            .into_par_iter()
            .map(|clue| (self.listener.keyword_probabilities(self.held, clue)[slot.index()], clue))
            .collect();
        clear.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        let legal = clear.into_iter().filter(|(_, clue)| law.verdict(clue, slot) == ClueVerdict::Legal);
        let looked_at: Vec<&str> = legal.take(LOOKED_AT.max(top)).map(|(_, clue)| clue).collect();
        let mut suggestions: Vec<Suggestion> = looked_at
            .into_par_iter()
            .map(|clue| {
                let taken_for = self.taken_for(clue);
                Suggestion {
                    clue: clue.to_owned(),
                    p_own: taken_for.own[slot.index()],
                    p_opponents: taken_for.opponents[slot.index()],
                    stated: self.listener.is_stated(self.held[slot.index()], clue),
                    taken_for,
                }
            })
            .collect();
        suggestions.sort_by(|a, b| b.worth().total_cmp(&a.worth()).then(a.clue.cmp(&b.clue)));
        suggestions.truncate(top);
        suggestions
    }

    /// Words that are about a keyword: the nearest of the vocabulary, and what people say to it.
    fn about(&self, slot: Slot) -> Vec<&str> {
        let (world, keyword) = (&self.words.world, self.held[slot.index()]);
        let mut near: Vec<(f64, &str)> = (0..world.clues() as u32)
            .into_par_iter()
            .map(|n| world.clue_text(Clue::new(n)))
            .filter_map(|clue| Some((self.listener.cosine(keyword, clue)?, clue)))
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        near.truncate(world.clues() / ABOUT);
        let mut forms = HashSet::new();
        let stated = self.listener.stated_clues(keyword).into_iter();
        let all = near.into_iter().map(|(_, clue)| clue).chain(stated);
        all.filter(|clue| forms.insert(same_clue_form(clue))).collect()
    }
}

impl<'a> TeamClueLaw<'a> {
    /// Returns the clue law of a deck and its translations.
    pub(super) fn new(sheet: &'a NoteSheet, deck: &Deck, held: [&str; 4], code: Code) -> TeamClueLaw<'a> {
        TeamClueLaw {
            language: deck.language(),
            keywords: held.map(|text| embedded_keyword(deck, text)),
            earlier_clues: sheet
                .own
                .rounds
                .iter()
                .flat_map(|round| round.clues.iter().map(String::as_str))
                .collect(),
            code,
        }
    }

    pub(super) fn verdict(&self, clue: &str, meant: Slot) -> ClueVerdict {
        let question = ClueQuestion {
            clue,
            keywords: BySlot(self.keywords.each_ref()),
            earlier: &self.earlier_clues,
            code: Some(self.code),
            meant: Some(meant),
        };
        TextLaw::new(self.language, embedded_law_words(self.language), Repeat::Exact).judge(&question)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advise::finished_sheet::sheet_before;
    use overhear_lab::{ClueConfig, clue_verdict};

    /// Texts for a team of each language, some of them illegal or doubtful for one keyword: by sound, spelling, length,
    /// place, translation, part and form.
    const TEXTS: [(Language, [&str; 4], &[&str]); 4] = [
        (
            Language::English,
            ["mouse", "engine", "board", "hamburger"],
            &[
                "sounds like house",
                "sounds like thunder",
                "rhymes with house",
                "bored",
                "mice",
                "a cupboard",
                "ham",
                "motor racing",
                "une souris",
                "five letters",
                "the third",
                "421",
                "cheese",
                "xqzzy",
                "...",
            ],
        ),
        (
            Language::French,
            ["souris", "moteur", "maison", "niveau"],
            &["sonne comme saison", "rime avec maison", "a mouse", "maisonnette", "six lettres", "fromage"],
        ),
        (
            Language::Italian,
            ["topo", "motore", "casa", "livello"],
            &["suona come coppo", "rima con casa", "a mouse", "case", "quattro lettere", "formaggio"],
        ),
        (
            Language::Swedish,
            ["mus", "motor", "hus", "nivå"],
            &["låter som hus", "rimmar på hus", "a mouse", "husen", "tre bokstäver", "ost"],
        ),
    ];

    #[test]
    fn r18_r19_r20_r21_advice_and_the_coach_judge_as_rules_clue_does() {
        let mut illegal = 0;
        for (lang, held, texts) in TEXTS {
            let deck = overhear_agents::words::embedded_deck(lang.code()).expect("a deck");
            let (sheet, code) = (sheet_before(&[]), "4-2-1".parse().expect("a code"));
            let law = TeamClueLaw::new(&sheet, &deck, held, code);
            for (text, meant) in texts.iter().flat_map(|text| Slot::ALL.map(|slot| (*text, slot))) {
                let keywords = held.map(str::to_owned).into();
                let question = ClueConfig {
                    text: text.to_owned(),
                    keywords,
                    meant: Some(meant),
                    code: Some(code),
                    lang,
                    ..ClueConfig::default()
                };
                let verdict = clue_verdict(&question).expect("a text");
                assert_eq!(law.verdict(text, meant), verdict, "{text} for {}", held[meant.index()]);
                illegal += usize::from(!verdict.may_be_given());
            }
        }
        assert!(illegal > 40, "{illegal}");
    }
}
