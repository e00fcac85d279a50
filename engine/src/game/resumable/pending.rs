//! Answers of two teams that are asked together.

use crate::game::PlayerFault;

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
