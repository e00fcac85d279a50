//! The phases of a game that waits for answers.

use super::pending::PendingAnswers;
use crate::game::finished::RefusedClue;
use crate::game::team::{ClueAttempts, ReviewedClues, TeamGuess};
use crate::game::{Position, Question, Refusal, Role};
use crate::rules::{BySide, BySlot, CLUES, Keyword, Side, TieCondition};

/// Phase of a game.
pub(super) enum Phase {
    /// The Encryptors write clues (R4).
    Writing(Box<CluePhase>),
    /// The clues of a side have been read, and both teams guess.
    Hearing(Side, BySide<Option<ReviewedClues>>, Box<PendingAnswers<TeamGuess>>),
    /// Both teams name keywords (R13). The tie condition is present if the tiebreaker needs the keywords.
    Naming(Option<TieCondition>, Box<PendingAnswers<BySlot<Keyword>>>),
    /// The game is over, and no question follows.
    Over,
}

/// State of both Encryptors.
pub(super) struct CluePhase {
    pub(super) encryptors: BySide<EncryptorState>,
    pub(super) done: PendingAnswers<()>,
}

/// State of one Encryptor.
pub(super) struct EncryptorState {
    /// Number of clues that the Encryptor has time to write (R24).
    pub(super) written: usize,
    pub(super) attempts: ClueAttempts,
    pub(super) refused: Vec<RefusedClue>,
    pub(super) refusals: Vec<Refusal>,
    pub(super) reviewed: Option<ReviewedClues>,
}

impl Phase {
    /// Returns the question to a member of a side in this phase.
    pub(super) fn question<'a>(&self, position: &Position<'a>, side: Side, member: u8) -> Question<'a> {
        let (role, clues) = match self {
            Phase::Hearing(giver, clues, _) => {
                let heard = clues[*giver].map_or([None; CLUES], |reviewed| reviewed.clues);
                (if side == *giver { Role::Guesser } else { Role::Interceptor }, heard)
            }
            Phase::Naming(..) => (Role::KeywordGuesser, [None; CLUES]),
            Phase::Writing(_) | Phase::Over => (Role::Encryptor, [None; CLUES]),
        };
        position.question(role, side, member, clues)
    }

    /// Returns the refusals of the clues that a side has given in this round.
    pub(super) fn refused(&self, side: Side) -> &[Refusal] {
        match self {
            Phase::Writing(writing) => &writing.encryptors[side].refusals,
            _ => &[],
        }
    }
}
