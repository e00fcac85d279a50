//! Observation of the games of a run, and the options that say how they are played.

use std::time::Duration;

use super::GameNumber;
use crate::game::Game;
use crate::rules::BySide;

/// Treatment of a game in which a player panics or answers too late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnFault {
    /// The panic propagates and ends the run.
    #[default]
    Unwind,
    /// The other team wins the game.
    Forfeit,
    /// The whole deal is left out for all pairings, so that every pairing keeps the same deals.
    Void,
}

/// An observer of the games of a run. Methods are called on the threads that play the games.
pub trait Recorder: Sync {
    /// Output for the games of one block.
    type Output: Default + Send;

    /// Called once for each game, in order within a block. `seats` are positions in the list of agents.
    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, output: &mut Self::Output);

    /// Called after the last game of each deal. If `void`, output for the games of this deal must be removed.
    fn deal(&self, number: u64, void: bool, output: &mut Self::Output) {
        let _ = (number, void, output);
    }

    /// Returns `true` to stop the run. Called before each deal; blocks already delivered remain contiguous.
    fn should_stop(&self) -> bool {
        false
    }

    /// Returns the treatment of a game in which a player panics or answers too late.
    fn on_fault(&self) -> OnFault {
        OnFault::Unwind
    }

    /// Returns the time limit for an answer, or `None`. With a limit, results depend on the machine.
    ///
    /// The limit has no effect with [`OnFault::Unwind`].
    fn answer_limit(&self) -> Option<Duration> {
        None
    }

    /// Returns `true` if the teams name keywords after every tied game, even if the rules do not require it.
    ///
    /// See [`GameSetup::name_keywords`](crate::game::GameSetup::name_keywords). Scoring the game under other
    /// tiebreaker rules needs these answers.
    fn wants_keywords(&self) -> bool {
        false
    }
}

/// A recorder that records nothing.
impl Recorder for () {
    type Output = ();

    fn game(&self, _: GameNumber, _: BySide<usize>, _: &Game, (): &mut ()) {}
}
