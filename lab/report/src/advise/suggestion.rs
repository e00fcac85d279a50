//! Clues that an Encryptor may choose from, with who takes them for which keyword.

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
