//! Failures of a clue: the own team misses it, or the opponents overhear it.

use overhear_engine::rules::Half;
use serde::{Deserialize, Serialize};

/// A way in which the clue for a keyword fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ClueFailure {
    /// The own team takes the clue for another keyword. Of a pair of keywords: for the other keyword of the
    /// pair.
    Missed,
    /// The opponents find the clue's digit.
    Overheard,
}

impl ClueFailure {
    /// Every failure.
    pub const ALL: [ClueFailure; 2] = [ClueFailure::Missed, ClueFailure::Overheard];
}

/// Returns the failures that were possible for the clue at `place` of a half, each with `true` if it
/// happened.
pub(crate) fn failures(half: &Half, place: usize) -> impl Iterator<Item = (ClueFailure, bool)> {
    let slot = half.code.slots()[place];
    let missed = (ClueFailure::Missed, half.guess.slots()[place] != slot);
    let overheard = half.interception.map(|attempt| (ClueFailure::Overheard, attempt.slots()[place] == slot));
    std::iter::once(missed).chain(overheard)
}
