//! What can go wrong with a clue.

use overhear_engine::rules::Half;
use serde::{Deserialize, Serialize};

/// What can go wrong with the clue for a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Slip {
    /// The own team takes it for another keyword; of a pair, for the other one.
    Missed,
    /// The opponents find its digit.
    Overheard,
}

impl Slip {
    /// Both.
    pub const ALL: [Slip; 2] = [Slip::Missed, Slip::Overheard];
}

/// What could go wrong with the clue in one place of a half, and whether it did.
pub(crate) fn slips(half: &Half, place: usize) -> impl Iterator<Item = (Slip, bool)> {
    let slot = half.code.slots()[place];
    let missed = (Slip::Missed, half.guess.slots()[place] != slot);
    let overheard = half.interception.map(|attempt| (Slip::Overheard, attempt.slots()[place] == slot));
    std::iter::once(missed).chain(overheard)
}
