//! The phases of a game that waits for answers, and the answers of two teams that are asked together.

use crate::game::finished::RefusedClue;
use crate::game::team::{ClueAttempts, ReviewedClues, TeamGuess};
use crate::game::{PlayerFault, Position, Question, Refusal, Role};
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

/// The answer of a team; `None` while an answer is missing.
pub(super) type TeamAnswer<T> = Option<Result<T, PlayerFault>>;

/// Answers of two teams that are asked together, in the order of the game loop. The second team may have no
/// question.
pub(super) struct PendingAnswers<T> {
    first: TeamAnswer<T>,
    second: TeamAnswer<Option<T>>,
}

impl<T> PendingAnswers<T> {
    /// No answers yet.
    pub(super) const NONE: PendingAnswers<T> = PendingAnswers { first: None, second: None };

    /// Asks the teams that have not answered. Returns both answers, or the first fault, once they are known.
    ///
    /// If the first team has a fault, the second team is not asked, as in the game loop.
    pub(super) fn ask<S>(
        &mut self,
        setup: &mut S,
        first: impl FnOnce(&mut S) -> TeamAnswer<T>,
        second: impl FnOnce(&mut S) -> TeamAnswer<Option<T>>,
    ) -> TeamAnswer<(T, Option<T>)> {
        if self.first.is_none() {
            self.first = first(setup);
        }
        if let Some(Err(broken)) = &self.first {
            return Some(Err(broken.clone()));
        }
        if self.second.is_none() {
            self.second = second(setup);
        }
        if self.first.is_none() || self.second.is_none() {
            return None;
        }
        Some(self.first.take()?.and_then(|one| Ok((one, self.second.take().transpose()?.flatten()))))
    }
}

/// Wraps the answer of a team that may have no question.
pub(super) fn optional<T>(outcome: TeamAnswer<T>) -> TeamAnswer<Option<T>> {
    outcome.map(|answer| answer.map(Some))
}
