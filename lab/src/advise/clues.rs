//! Clues for the own Encryptor: legal, about their keyword, clear to the own team and dark to the other.
//!
//! A clue's worth is ln P(own team takes it for the right keyword) − ½·ln P(opponents do), the latter not
//! below a quarter: what is less likely than by chance tells them something, too.

use overhear_agents::free_text::{FreeTextGuesser, SlotClues};
use overhear_agents::words::{embedded_keyword, embedded_words_of};
use overhear_engine::rules::{
    BySlot, Clue, ClueQuestion, ClueVerdict, Code, Deck, KeywordText, Language, Lexicon, Repeat, Slot,
    TextLaw,
};
use rayon::prelude::*;
use serde::Serialize;

use super::hear;
use super::sheet::Sheet;
use crate::setup::Words;

/// The share of the vocabulary that a clue must be nearer to its keyword than (R22): one word in twenty
/// remains.
const ABOUT: usize = 20;

/// Of those the clearest to the own team that are looked at.
const LOOKED_AT: usize = 150;

/// What secrecy counts beside clarity.
const SECRECY: f64 = 0.5;

/// What can be said to an Encryptor.
#[derive(Debug, Serialize)]
pub struct ClueAdvice {
    /// The code.
    pub code: String,
    /// The clues on the sheet, if there are any.
    pub written: Option<WrittenClues>,
    /// For each digit of the code clues to choose from, the best first.
    pub digits: Vec<DigitAdvice>,
}

/// Clues that an Encryptor thinks of.
#[derive(Debug, Serialize)]
pub struct WrittenClues {
    /// What the law says of each.
    pub verdicts: Vec<String>,
    /// How likely the own team is to get the code right.
    pub p_decode: f64,
    /// How likely the opponents are.
    pub p_intercept: f64,
}

/// Clues to choose from for one digit of the code.
#[derive(Debug, Serialize)]
pub struct DigitAdvice {
    /// The digit: 1 to 4.
    pub position: usize,
    /// The keyword in that position.
    pub keyword: String,
    /// The clues, the best first.
    pub clues: Vec<Suggestion>,
}

/// A clue, and who takes it for the right keyword of four.
#[derive(Clone, Debug, Serialize)]
pub struct Suggestion {
    /// The clue.
    pub clue: String,
    /// How likely the own team is to take it for the right keyword.
    pub p_own: f64,
    /// How likely the opponents are.
    pub p_opponents: f64,
}

/// The law of clues for the team of a sheet.
struct TeamClueLaw<'a> {
    language: Language,
    lexicon: Box<dyn Lexicon>,
    keywords: [KeywordText; 4],
    given: Vec<&'a str>,
    code: Code,
}

/// Advises the Encryptor of a team that holds `held` and has `revealed` so much.
pub(super) fn advise(
    listener: &FreeTextGuesser<'_>,
    words: &Words,
    sheet: &Sheet,
    held: [&str; 4],
    code: Code,
    revealed: &SlotClues,
    top: usize,
) -> ClueAdvice {
    let law = TeamClueLaw::new(sheet, words.world.deck(), held, code);
    let said = sheet.own.now.as_ref().and_then(|now| now.clues.as_ref());
    let written = said.map(|clues| {
        let texts = clues.each_ref().map(String::as_str);
        let heard = listener.overhear(revealed, &hear(listener, clues));
        let verdicts = texts.iter().zip(code.slots()).map(|(clue, slot)| law.verdict(clue, slot).to_string());
        WrittenClues {
            verdicts: verdicts.collect(),
            p_decode: listener.decode(held, texts).probabilities(1.0)[code.index()],
            p_intercept: heard.probabilities(1.0)[code.index()],
        }
    });
    let digit = |slot: Slot| DigitAdvice {
        position: slot.index() + 1,
        keyword: held[slot.index()].to_owned(),
        clues: suggestions(listener, words, &law, held, slot, revealed, top),
    };
    ClueAdvice { code: code.to_string(), written, digits: code.slots().map(digit).into() }
}

fn suggestions(
    listener: &FreeTextGuesser<'_>,
    words: &Words,
    law: &TeamClueLaw<'_>,
    held: [&str; 4],
    slot: Slot,
    revealed: &SlotClues,
    top: usize,
) -> Vec<Suggestion> {
    let world = &words.world;
    let mut about: Vec<(f64, &str)> = (0..world.clues() as u32)
        .into_par_iter()
        .map(|n| world.clue_text(Clue::new(n)))
        .filter_map(|clue| Some((listener.cosine(held[slot.index()], clue)?, clue)))
        .collect();
    about.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    about.truncate(world.clues() / ABOUT);
    let mut clear: Vec<(f64, &str)> =
        about.into_par_iter().map(|(_, clue)| (listener.taken_for(held, clue)[slot.index()], clue)).collect();
    clear.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let legal = clear.into_iter().filter(|(_, clue)| law.verdict(clue, slot) == ClueVerdict::Legal);
    let looked_at: Vec<(f64, &str)> = legal.take(LOOKED_AT.max(top)).collect();
    let mut found: Vec<Suggestion> = looked_at
        .into_par_iter()
        .map(|(p_own, clue)| {
            let p_opponents = listener.overheard_for(revealed, &listener.hear(clue))[slot.index()];
            Suggestion { clue: clue.to_owned(), p_own, p_opponents }
        })
        .collect();
    found.sort_by(|a, b| b.worth().total_cmp(&a.worth()).then(a.clue.cmp(&b.clue)));
    found.truncate(top);
    found
}

impl Suggestion {
    fn worth(&self) -> f64 {
        libm::log(self.p_own) - SECRECY * libm::log(self.p_opponents.max(0.25))
    }
}

impl<'a> TeamClueLaw<'a> {
    /// Returns the law as it judges by a deck and its translations.
    fn new(sheet: &'a Sheet, deck: &Deck, held: [&str; 4], code: Code) -> TeamClueLaw<'a> {
        TeamClueLaw {
            language: deck.language(),
            lexicon: embedded_words_of(deck.language()),
            keywords: held.map(|text| embedded_keyword(deck, text)),
            given: sheet.own.rounds.iter().flat_map(|round| round.clues.iter().map(String::as_str)).collect(),
            code,
        }
    }

    fn verdict(&self, clue: &str, meant: Slot) -> ClueVerdict {
        let question = ClueQuestion {
            clue,
            keywords: BySlot(self.keywords.each_ref()),
            earlier: &self.given,
            code: Some(self.code),
            meant: Some(meant),
        };
        TextLaw::new(self.language, &*self.lexicon, Repeat::Exact).judge(&question)
    }
}
