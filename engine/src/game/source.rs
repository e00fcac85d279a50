//! The source of a game's random numbers.

use super::{Keys, Role, Stream};
use crate::rules::Side;

/// The source of a game's random numbers: the keys of the run and the number of the deal.
#[derive(Clone, Copy, Debug)]
pub(super) struct StreamSource {
    pub(super) keys: Keys,
    pub(super) deal: u64,
}

impl StreamSource {
    /// Returns the source for an agent with this salt.
    pub(super) fn salted(self, salt: u64) -> StreamSource {
        StreamSource { keys: self.keys.salted(salt), ..self }
    }

    pub(super) fn stream(self, side: Side, member: u8, round: u8, role: Role) -> Stream {
        Stream::of_call(self.keys, self.deal, side, member, round, role)
    }
}
