//! What can go wrong with a clue.

use overhear_engine::rules::Half;
use serde::{Deserialize, Serialize};

/// What can go wrong with the clue for a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ClueFailure {
    /// The own team takes it for another keyword; of a pair, for the other one.
    Missed,
    /// The opponents find its digit.
    Overheard,
}

impl ClueFailure {
    /// Both.
    pub const ALL: [ClueFailure; 2] = [ClueFailure::Missed, ClueFailure::Overheard];
}

/// What could go wrong with the clue in one place of a half, and whether it did.
pub(crate) fn slips(half: &Half, place: usize) -> impl Iterator<Item = (ClueFailure, bool)> {
    let slot = half.code.slots()[place];
    let missed = (ClueFailure::Missed, half.guess.slots()[place] != slot);
    let overheard = half.interception.map(|attempt| (ClueFailure::Overheard, attempt.slots()[place] == slot));
    std::iter::once(missed).chain(overheard)
}
