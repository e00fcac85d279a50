//! Clue suggestions for the own Encryptor: legal, about their keyword, clear to the own team and obscure to
//! the opponents.
//!
//! The value of a clue is ln P(own team takes it for the right keyword) − ½ · ln P(opponents do). The second
//! probability is bounded below by a quarter, because a clue below chance is informative as well.

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

/// Selectivity of the vocabulary: a clue must be nearer to its keyword than all but one word in twenty (R22).
const ABOUT: usize = 20;

/// Number of clues examined: those clearest to the own team.
const LOOKED_AT: usize = 150;

/// Weight of secrecy relative to clarity.
const SECRECY: f64 = 0.5;

/// Advice for an Encryptor.
#[derive(Debug, Serialize)]
pub struct ClueAdvice {
    /// The code.
    pub code: String,
    /// Judgement of the clues on the sheet, if there are any.
    pub written: Option<WrittenClues>,
    /// For each digit of the code, suggested clues, the best first.
    pub digits: Vec<DigitAdvice>,
}

/// Judgement of the clues that an Encryptor considers.
#[derive(Debug, Serialize)]
pub struct WrittenClues {
    /// Verdict of the clue law on each clue.
    pub verdicts: Vec<String>,
    /// Probability that the own team decodes the code.
    pub p_decode: f64,
    /// Probability that the opponents intercept it.
    pub p_intercept: f64,
}

/// Suggested clues for one digit of the code.
#[derive(Debug, Serialize)]
pub struct DigitAdvice {
    /// The digit, 1 to 4.
    pub position: usize,
    /// The keyword in that position.
    pub keyword: String,
    /// The clues, the best first.
    pub clues: Vec<Suggestion>,
}

/// A suggested clue with its recognition probabilities.
#[derive(Clone, Debug, Serialize)]
pub struct Suggestion {
    /// The clue.
    pub clue: String,
    /// Probability that the own team takes it for the right keyword.
    pub p_own: f64,
    /// Probability that the opponents take it for the right keyword.
    pub p_opponents: f64,
}

/// The clue law for the team of a sheet.
pub(super) struct TeamClueLaw<'a> {
    language: Language,
    lexicon: &'a dyn Lexicon,
    keywords: [KeywordText; 4],
    given: Vec<&'a str>,
    code: Code,
}

/// Advises the Encryptor of a team that holds the keywords `held` and has revealed the clues `revealed`.
pub(super) fn advise(
    listener: &FreeTextGuesser<'_>,
    words: &Words,
    sheet: &Sheet,
    held: [&str; 4],
    code: Code,
    revealed: &SlotClues,
    top: usize,
) -> ClueAdvice {
    let deck = words.world.deck();
    let lexicon = embedded_words_of(deck.language());
    let law = TeamClueLaw::new(sheet, (deck, &*lexicon), held, code);
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
    /// Returns the clue law of a deck and its translations.
    pub(super) fn new(
        sheet: &'a Sheet,
        (deck, lexicon): (&Deck, &'a dyn Lexicon),
        held: [&str; 4],
        code: Code,
    ) -> TeamClueLaw<'a> {
        TeamClueLaw {
            language: deck.language(),
            lexicon,
            keywords: held.map(|text| embedded_keyword(deck, text)),
            given: sheet.own.rounds.iter().flat_map(|round| round.clues.iter().map(String::as_str)).collect(),
            code,
        }
    }

    pub(super) fn verdict(&self, clue: &str, meant: Slot) -> ClueVerdict {
        let question = ClueQuestion {
            clue,
            keywords: BySlot(self.keywords.each_ref()),
            earlier: &self.given,
            code: Some(self.code),
            meant: Some(meant),
        };
        TextLaw::new(self.language, self.lexicon, Repeat::Exact).judge(&question)
    }
}
