//! The traits that players implement.
//!
//! An answer depends only on the view and on the stream of the call. Data that a player keeps between calls
//! are a cache: a new player that is asked in the middle of a game gives an equal answer.

use std::sync::Arc;

use super::{
    Belief, ClueTimes, EncryptorView, ExternalPlayer, GuesserView, InterceptorView, KeywordBelief,
    KeywordView, Question, Role, Seat, Stream, TalkReply, TalkTurn,
};
use crate::rules::{CLUES, Clues};

/// A player that gives clues.
pub trait Encryptor: Send {
    /// Prepares for a new game. Called before the first question; discard all data of the last game.
    fn begin(&mut self, seat: &Seat<'_>) {
        let _ = seat;
    }

    /// Returns clues for the code in the view, in the order of its digits.
    ///
    /// If the rules reject a clue, the question is repeated with the stream where it was left (R25).
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues;

    /// Returns, for each of some clues, `true` if the Encryptor would choose it beside the other two; `None` where it
    /// cannot say.
    ///
    /// Readers that know the agent ask for it in place of many answers, and the game never does. By default nothing is
    /// said, and readers compare clues with answers.
    fn would_choose(
        &mut self,
        view: &EncryptorView<'_>,
        clues: &Clues,
        stream: &mut Stream,
    ) -> [Option<bool>; CLUES] {
        let _ = (view, clues, stream);
        [None; CLUES]
    }
}

/// A player that decodes its own team's clues, intercepts the opponents' codes and names their keywords.
pub trait Guesser: Send {
    /// Prepares for a new game. Called before the first question; discard all data of the last game.
    fn begin(&mut self, seat: &Seat<'_>) {
        let _ = seat;
    }

    /// Returns the probability of each code, given the clues of the own Encryptor.
    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief;

    /// Returns the probability of each code, given the other team's clues.
    fn intercept(&mut self, view: &InterceptorView<'_>, stream: &mut Stream) -> Belief;

    /// Writes to `believed` the weight of each keyword of the deck for each of the other team's slots (R13).
    ///
    /// All weights are equal before the call. The engine chooses four different keywords outside the own
    /// team's.
    fn keywords(&mut self, view: &KeywordView<'_>, stream: &mut Stream, believed: &mut KeywordBelief);

    /// Returns `true` if the player talks with its team before the team guesses in a role, in games with talks
    /// ([`GameSetup::with_talk`](super::GameSetup::with_talk)).
    fn talks(&self, role: Role) -> bool {
        let _ = role;
        true
    }

    /// Returns a message and the present belief about the code, in a turn of a talk. `question` is that of the
    /// answer alone.
    ///
    /// By default the player says its likeliest codes with their chances, and believes the pool of its own
    /// answer and what it has heard ([`TalkTurn::reply`]).
    fn discuss(&mut self, question: &Question<'_>, turn: &TalkTurn<'_>, stream: &mut Stream) -> TalkReply {
        let _ = (question, stream);
        turn.reply()
    }

    /// Returns `true` for a cheating player, for which the engine answers with the truth.
    ///
    /// It marks the upper bound for honest players. Its own views hide as much as those of other players.
    fn sees_all(&self) -> bool {
        false
    }
}

/// An agent: a factory of players. All threads share an agent; each thread has its own players.
pub trait Agent: Send + Sync {
    /// Returns the name in results.
    fn label(&self) -> &str;

    /// Creates an Encryptor.
    fn encryptor(&self) -> Box<dyn Encryptor>;

    /// Creates a guesser.
    fn guesser(&self) -> Box<dyn Guesser>;

    /// Returns the distribution of times that its Encryptors take for a clue, for games with a sand timer
    /// (R24).
    fn pace(&self) -> ClueTimes {
        ClueTimes::default()
    }

    /// Returns `true` if answers depend neither on the member nor on its noise seed.
    ///
    /// Streams may still differ between members. The engine then asks one member for the whole team.
    fn thinks_alike(&self) -> bool {
        false
    }

    /// Returns a number that gives this agent random streams and noise seeds of its own; 0 means those of the deal.
    ///
    /// Agents that differ only in the salt are equally strong and play independently.
    fn salt(&self) -> u64 {
        0
    }

    /// Returns the external player for a role, or `None` for a built-in player.
    ///
    /// External players are used in games that can pause ([`ResumableGame`](super::ResumableGame)). In other games, the
    /// players of the agent must give equal answers, one question at a time.
    fn external_player(&self, role: Role) -> Option<Arc<dyn ExternalPlayer>> {
        let _ = role;
        None
    }
}
