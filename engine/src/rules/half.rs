//! One half of a round, as everybody at the table has heard it once the code is shown (R4).

use super::{Clue, Code, Side};

/// How many clues a half has, one for each digit of the code (R18).
pub const CLUES: usize = 3;

/// The clues of a half in the order of the code's digits; `None` is a missing clue (R24).
pub type Clues = [Option<Clue>; CLUES];

/// A finished half: public knowledge from the moment the code is shown (R5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Half {
    /// The round, from 1.
    pub round: u8,
    /// The team that gave the clues.
    pub side: Side,
    /// What was read out.
    pub clues: Clues,
    /// The Encryptor's team's own guess.
    pub guess: Code,
    /// The opponents' attempt to intercept; `None` while nobody may intercept (R6).
    pub interception: Option<Code>,
    /// The code, shown at the end.
    pub code: Code,
    /// Whether an illegal clue cost the code: the opponents take a token without having intercepted (R25).
    pub forfeited: bool,
}

impl Half {
    /// Whether the team understood its own Encryptor: all three digits in order (R8).
    pub fn understood(&self) -> bool {
        self.guess == self.code
    }

    /// Whether the opponents' attempt is right: all three digits in order (R8).
    pub fn intercepted(&self) -> bool {
        self.interception == Some(self.code)
    }

    /// Whether the opponents take an Interception token: for a right attempt (R7), or for a forfeited code (R25). A
    /// half brings them one at most.
    pub fn costs_token(&self) -> bool {
        self.forfeited || self.intercepted()
    }
}
