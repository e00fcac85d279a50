//! What a player implements.
//!
//! An answer is a function of the view and of the call's own stream of random numbers, and of nothing else. What
//! a player keeps between calls is a cache: a fresh player, asked the same question in the middle of a game,
//! gives the same answer.

use std::sync::Arc;

use super::{
    Belief, Correspondent, EncryptorView, GuesserView, InterceptorView, KeywordBelief, KeywordView, Pace,
    Role, Seat, Stream,
};
use crate::rules::Clues;

/// Gives clues.
pub trait Encryptor: Send {
    /// Called before the first question of a game. Forget the last one.
    fn begin(&mut self, seat: &Seat<'_>) {
        let _ = seat;
    }

    /// The clues for the code in the view, in the order of its digits.
    ///
    /// If the rules reject one, the same question comes again with the stream where it was left (R25).
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues;
}

/// Understands the own team's clues, overhears the other team's, and names their keywords.
pub trait Guesser: Send {
    /// Called before the first question of a game. Forget the last one.
    fn begin(&mut self, seat: &Seat<'_>) {
        let _ = seat;
    }

    /// How likely each code is, given the own Encryptor's clues.
    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief;

    /// How likely each code is, given the other team's clues.
    fn intercept(&mut self, view: &InterceptorView<'_>, stream: &mut Stream) -> Belief;

    /// How likely each keyword of the deck is to be the other team's, for each slot (R13): written to `believed`, where
    /// all are alike before. What the team names is the table's business: four different words, none of its own.
    fn keywords(&mut self, view: &KeywordView<'_>, stream: &mut Stream, believed: &mut KeywordBelief);

    /// Whether this is a cheat, for whom the table itself answers with the whole truth: the ceiling that honest
    /// players are measured against. Its views hide as much from it as from anybody.
    fn sees_all(&self) -> bool {
        false
    }
}

/// Makes players. One agent serves all threads; each thread has players of its own.
pub trait Agent: Send + Sync {
    /// The name under which results are reported.
    fn label(&self) -> &str;

    /// A new giver of clues.
    fn encryptor(&self) -> Box<dyn Encryptor>;

    /// A new guesser.
    fn guesser(&self) -> Box<dyn Guesser>;

    /// How long its Encryptors take over a clue, where there is a sand timer (R24).
    fn pace(&self) -> Pace {
        Pace::default()
    }

    /// Whether all members of a team think alike: their answers depend neither on the member nor on the head
    /// (the stream may still be another). The table then lets one of them speak for all.
    fn thinks_alike(&self) -> bool {
        false
    }

    /// Gives a copy of an agent random streams and heads of its own: agents that differ by the salt alone are
    /// equally strong and play independently. With 0 all agents share those that the deal has.
    fn salt(&self) -> u64 {
        0
    }

    /// Who answers in this role where games can wait ([`Sitting`](super::Sitting)), if it is somebody outside of the
    /// program. Its players then answer the same where they cannot, each question by itself.
    fn correspondent(&self, role: Role) -> Option<Arc<dyn Correspondent>> {
        let _ = role;
        None
    }
}
