//! What looks at the games of a run, and says how they are played.

use std::time::Duration;

use super::GameNumber;
use crate::rules::BySide;
use crate::table::Game;

/// What becomes of a game in which a player panics or answers too late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnFault {
    /// The panic goes on, and ends the run.
    #[default]
    Unwind,
    /// The other side wins.
    Forfeit,
    /// The whole deal is left out, for all pairings: so every pairing has the same deals.
    Void,
}

/// Looks at every game as it ends, on whatever thread played it.
pub trait Recorder: Sync {
    /// What it writes about the games of one block.
    type Page: Default + Send;

    /// Called once for each game, in order within a block. `seats` are places in the list of agents.
    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, page: &mut Self::Page);

    /// Called after the last game of each deal; what was written about the games of a void one has to go.
    fn deal(&self, number: u64, void: bool, page: &mut Self::Page) {
        let _ = (number, void, page);
    }

    /// Asked before each deal. Once it is true no deal is begun; those handed over are still without a gap.
    fn is_over(&self) -> bool {
        false
    }

    /// What a player's panic leads to.
    fn on_fault(&self) -> OnFault {
        OnFault::Unwind
    }

    /// How long an answer may take, if there is a limit: then results depend on the machine. Without effect where a panic
    /// goes on.
    fn answer_limit(&self) -> Option<Duration> {
        None
    }

    /// Whether the teams name keywords after every tied game, even where the rules do not ask for it
    /// ([`Table::name_keywords`](crate::table::Table::name_keywords)): what other rules of the tiebreaker would need.
    fn wants_keywords(&self) -> bool {
        false
    }
}

/// Records nothing.
impl Recorder for () {
    type Page = ();

    fn game(&self, _: GameNumber, _: BySide<usize>, _: &Game, (): &mut ()) {}
}
