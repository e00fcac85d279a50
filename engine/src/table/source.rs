//! Where a game's random numbers come from.

use super::{Keys, Role, Stream};
use crate::rules::Side;

/// Where a game's random numbers come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) keys: Keys,
    pub(super) deal: u64,
}

impl Source {
    /// The source of an agent with this salt.
    pub(super) fn salted(self, salt: u64) -> Source {
        Source { keys: self.keys.salted(salt), ..self }
    }

    pub(super) fn stream(self, side: Side, member: u8, round: u8, role: Role) -> Stream {
        Stream::of_call(self.keys, self.deal, side, member, round, role)
    }
}
