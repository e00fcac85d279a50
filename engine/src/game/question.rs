//! Questions to players and their answers, in one pair of types for all roles.

use super::{
    Belief, EncryptorView, GuesserView, InterceptorView, KeywordBelief, KeywordView, Role, Seat, TalkReply,
};
use crate::rules::{Clues, PublicRecord};

/// A question to a member of a team, with everything that the member may know (R5).
///
/// Only a [`Position`](super::Position) creates questions, as with views.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question<'a> {
    /// Asks the Encryptor for clues.
    Clues(EncryptorView<'a>),
    /// Asks a guesser for the code of the own team.
    Decode(GuesserView<'a>),
    /// Asks an interceptor for the code of the other team.
    Intercept(InterceptorView<'a>),
    /// Asks a member for the keywords of the other team (R13).
    Keywords(KeywordView<'a>),
}

impl<'a> Question<'a> {
    /// Returns the role of the asked player.
    pub const fn role(&self) -> Role {
        match self {
            Question::Clues(_) => Role::Encryptor,
            Question::Decode(_) => Role::Guesser,
            Question::Intercept(_) => Role::Interceptor,
            Question::Keywords(_) => Role::KeywordGuesser,
        }
    }

    /// Returns the seat of the asked player.
    pub fn seat(&self) -> &Seat<'a> {
        match self {
            Question::Clues(view) => view.seat(),
            Question::Decode(view) => view.seat(),
            Question::Intercept(view) => view.seat(),
            Question::Keywords(view) => view.seat(),
        }
    }

    /// Returns the record of all halves that the player has heard.
    pub fn record(&self) -> &'a PublicRecord {
        match self {
            Question::Clues(view) => view.record(),
            Question::Decode(view) => view.record(),
            Question::Intercept(view) => view.record(),
            Question::Keywords(view) => view.record(),
        }
    }
}

/// An answer of a player.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Three clues, in the order of the code's digits.
    Clues(Clues),
    /// A probability for each code.
    Belief(Belief),
    /// A weight for each keyword of the deck, for each slot.
    Keywords(KeywordBelief),
    /// A reply in a talk of the team.
    Talk(TalkReply),
}

impl Answer {
    /// Returns `true` if the answer is of the kind that the question needs.
    ///
    /// A keyword belief must have a weight for each keyword of the deck. A reply in a talk answers no question
    /// outside a talk.
    pub fn answers(&self, question: &Question<'_>) -> bool {
        match (self, question) {
            (Answer::Clues(_), Question::Clues(_))
            | (Answer::Belief(_), Question::Decode(_) | Question::Intercept(_)) => true,
            (Answer::Keywords(believed), Question::Keywords(view)) => {
                believed.covers(view.seat().setup().deck())
            }
            _ => false,
        }
    }
}
