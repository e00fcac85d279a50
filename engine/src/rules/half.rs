//! A half: one team's part of a round, public once the code is shown (R4).

use super::{Clue, Code, HalfOutcome, Side};

/// Number of clues in a half, one for each digit of the code (R18).
pub const CLUES: usize = 3;

/// The clues of a half, in the order of the code's digits. `None` is a missing clue (R24).
pub type Clues = [Option<Clue>; CLUES];

/// A finished half. It is public knowledge once the code is shown (R5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Half {
    /// Number of the round, from 1.
    pub round: u8,
    /// The team that gave the clues.
    pub side: Side,
    /// The clues that were read out.
    pub clues: Clues,
    /// The guess of the Encryptor's team.
    pub guess: Code,
    /// The opponents' guess, or `None` if they could not intercept (R6).
    pub interception: Option<Code>,
    /// The code, shown at the end of the half.
    pub code: Code,
    /// `true` if an illegal clue forfeited the code. The opponents then take a token, which is no
    /// interception (R25).
    pub forfeited: bool,
}

impl Half {
    /// Returns `true` if the team's own guess has all three digits in order (R8).
    pub fn understood(&self) -> bool {
        self.guess == self.code
    }

    /// Returns `true` if the opponents' guess has all three digits in order (R8).
    pub fn intercepted(&self) -> bool {
        self.interception == Some(self.code)
    }

    /// Returns `true` if the opponents take an Interception token: for an interception (R7) or a forfeited
    /// code (R25).
    ///
    /// A half brings at most one such token.
    pub fn costs_token(&self) -> bool {
        self.forfeited || self.intercepted()
    }

    /// Returns what the half decides about tokens (R7).
    pub fn outcome(&self) -> HalfOutcome {
        HalfOutcome { side: self.side, understood: self.understood(), costs_token: self.costs_token() }
    }
}
