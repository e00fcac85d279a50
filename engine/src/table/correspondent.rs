//! Players outside of the program, who are asked in batches, as in chess by post.
//!
//! A team whose agent has a correspondent for a role ([`Agent::correspondent`](super::Agent::correspondent)) is not asked
//! by the game loop: a [`Sitting`](super::Sitting) stops at the question and goes on when the answer has come.

use super::{Answer, Question, Stream};
use crate::rules::{Clue, Illegal};

/// Answers questions of many games at once.
///
/// An answer is a function of the question, of its stream and of the clues refused before, and of nothing else: so
/// questions may come in any order and batch, and again.
pub trait Correspondent: Send + Sync {
    /// The answers, in the order of the questions. It may take as long as it takes: no thread of a pool waits for it.
    ///
    /// # Errors
    /// [`Outage`] if nobody answers any more; what has been answered is lost. That one question has no answer is the
    /// [`Failure`] in its place.
    fn answer(&self, batch: &mut [Asked<'_>]) -> Result<Vec<Result<Answer, Failure>>, Outage>;
}

/// A question on its way.
#[derive(Debug)]
pub struct Asked<'a> {
    /// What is asked of whom.
    pub question: Question<'a>,
    /// The call's own stream. The Encryptor who is asked again finds it where he has left it (R25), and what a team says
    /// of equally likely codes is drawn from what is left.
    pub stream: &'a mut Stream,
    /// The clues of this code that the law or the referee has refused so far, in the order in which they were tried (R25).
    pub refused: &'a [Refusal],
}

/// A clue that was refused before the Encryptor was asked again (R25).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its place among the three clues, from 0.
    pub place: usize,
    /// The clue.
    pub clue: Clue,
    /// Why it may not be given.
    pub why: Illegal,
}

/// That a player has no answer to one question: the game is at an end for him.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// Whether there was an answer, but too late.
    pub late: bool,
    /// What went wrong, for people to read.
    pub message: String,
}

/// That a correspondent answers no more, whatever is asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Outage(pub String);
