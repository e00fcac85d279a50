//! External players: players outside the program, which are asked in batches.
//!
//! An agent may have an external player for a role ([`Agent::external_player`](super::Agent::external_player)). A
//! [`ResumableGame`](super::ResumableGame) pauses at its question and continues with the answer. The game loop asks
//! the agent's own player instead, which must give equal answers, one question at a time.

use std::fmt;

use super::{Answer, Question, Stream, TalkTurn};
use crate::rules::{Clue, Illegal};

/// An external player that answers questions of many games at once.
///
/// An answer depends only on the question, its stream and the clues refused before. Questions may therefore
/// come in any order and batch, and may be repeated.
pub trait ExternalPlayer: Send + Sync {
    /// Returns the answers, in the order of the questions. The call may take any time: no thread of a pool
    /// waits for it.
    ///
    /// # Errors
    /// [`PlayerUnavailable`] if the player no longer answers; all answers of the batch are lost. A single question
    /// without an answer has an [`AnswerError`] in its place.
    fn answer(
        &self,
        batch: &mut [PlayerRequest<'_>],
    ) -> Result<Vec<Result<Answer, AnswerError>>, PlayerUnavailable>;

    /// Returns `true` if the player takes part in talks of its team: if it answers requests with a
    /// [`PlayerRequest::talk`].
    fn talks(&self) -> bool {
        false
    }

    /// Returns the number of questions that a batch should have for this player; 0 if any number will do.
    ///
    /// A batched run keeps enough games in flight for batches of this size. Answers do not depend on it.
    fn batch(&self) -> usize {
        0
    }
}

/// A request to an external player.
#[derive(Debug)]
pub struct PlayerRequest<'a> {
    /// The question, with its seat.
    pub question: Question<'a>,
    /// The stream of the call. A repeated question continues the stream where the Encryptor left it (R25).
    /// The team draws from the rest of the stream among equally likely codes.
    pub stream: &'a mut Stream,
    /// Clues for this code that the law or the referee has refused so far, in the order of the attempts
    /// (R25).
    pub refused: &'a [Refusal],
    /// The turn of a talk, if the member is asked in one; `question` is then that of its answer alone. The
    /// answer is an [`Answer::Talk`].
    pub talk: Option<TalkTurn<'a>>,
}

/// A clue that was refused, before the Encryptor is asked again (R25).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Index of the clue among the three clues, from 0.
    pub place: usize,
    /// The clue.
    pub clue: Clue,
    /// The reason for the refusal.
    pub why: Illegal,
}

/// Error of a player that has no answer to one question. The player's team loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerError {
    /// `true` if the answer came after the time limit.
    pub late: bool,
    /// Description of the problem for people.
    pub message: String,
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for AnswerError {}

/// Error of an external player that no longer answers any question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerUnavailable(pub String);

impl fmt::Display for PlayerUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlayerUnavailable {}

#[cfg(test)]
mod tests {
    use super::*;

    struct Mute;

    impl ExternalPlayer for Mute {
        fn answer(
            &self,
            _: &mut [PlayerRequest<'_>],
        ) -> Result<Vec<Result<Answer, AnswerError>>, PlayerUnavailable> {
            Err(PlayerUnavailable("it says nothing".to_owned()))
        }
    }

    #[test]
    fn a_player_that_does_not_say_otherwise_neither_talks_nor_wishes_for_batches() {
        assert_eq!((Mute.talks(), Mute.batch()), (false, 0));
    }
}
