//! Clues that an Encryptor may choose from, with who takes them for which keyword, and three of them together: how likely they are
//! understood, and overheard.

use overhear_agents::free_text::LogBelief;
use overhear_engine::rules::{Code, same_clue_form};
use serde::Serialize;

/// What secrecy counts beside clarity.
pub(super) const SECRECY: f64 = 0.5;

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
#[derive(Debug, Serialize)]
pub struct Suggestion {
    /// The clue.
    pub clue: String,
    /// How likely the own team is to take it for the right keyword.
    pub p_own: f64,
    /// How likely the opponents are.
    pub p_opponents: f64,
    /// Whether people say it to the keyword, by the lexicon of associations.
    pub stated: bool,
    /// What it is taken for.
    #[serde(skip)]
    pub(super) taken_for: TakenFor,
}

impl Suggestion {
    /// Returns how good the clue is: clarity to the own team less secrecy, in nats.
    pub(super) fn worth(&self) -> f64 {
        libm::log(self.p_own) - SECRECY * libm::log(self.p_opponents.max(0.25))
    }
}

/// What one clue is taken for by the own team and by the other.
#[derive(Debug)]
pub(super) struct TakenFor {
    pub(super) own: [f64; 4],
    pub(super) opponents: [f64; 4],
}

/// The three clues that are worth most together.
#[derive(Debug, Serialize)]
pub struct BestTriple {
    /// The clues in the order of the code.
    pub clues: [String; 3],
    /// How likely the own team is to get the code right.
    pub p_decode: f64,
    /// How likely the opponents are; none in the first round, which is not intercepted (R6).
    pub p_intercept: Option<f64>,
}

/// How likely both teams are to get a code right by three clues.
pub(super) fn chances(code: Code, clues: [&TakenFor; 3]) -> [f64; 2] {
    [clues.map(|clue| clue.own), clues.map(|clue| clue.opponents)].map(|rows| {
        let rows = rows.map(|row| row.map(libm::log));
        LogBelief::from_rows(&rows).probabilities(1.0)[code.index()]
    })
}

/// The best of all combinations of three different suggested clues. A code is no darker than by chance.
pub(super) fn best_triple(code: Code, digits: &[DigitAdvice; 3], is_first_round: bool) -> Option<BestTriple> {
    let [first, second, third] = digits.each_ref().map(|digit| &digit.clues);
    // All combinations are tried: a clue that is best alone may be heard as another clue of the triple.
    let mut best: Option<(f64, BestTriple)> = None;
    for a in first {
        for b in second {
            for c in third {
                let forms = [a, b, c].map(|clue| same_clue_form(&clue.clue));
                if forms[0] == forms[1] || forms[0] == forms[2] || forms[1] == forms[2] {
                    continue;
                }
                let odds = chances(code, [&a.taken_for, &b.taken_for, &c.taken_for]);
                let worth = worth(odds, is_first_round);
                if best.as_ref().is_none_or(|(least, _)| worth > *least) {
                    let clues = [a, b, c].map(|clue| clue.clue.clone());
                    let p_intercept = (!is_first_round).then_some(odds[1]);
                    best = Some((worth, BestTriple { clues, p_decode: odds[0], p_intercept }));
                }
            }
        }
    }
    best.map(|(_, triple)| triple)
}

fn worth([own, opponents]: [f64; 2], is_first_round: bool) -> f64 {
    let heard = if is_first_round { 0.0 } else { libm::log(opponents.max(1.0 / Code::COUNT as f64)) };
    libm::log(own) - SECRECY * heard
}
