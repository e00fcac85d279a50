//! A question to a player and its answer, whatever the role: one pair for all who pass them on.

use super::{Belief, EncryptorView, GuesserView, InterceptorView, KeywordBelief, KeywordView, Role, Seat};
use crate::rules::{Clues, PublicRecord};

/// What one member of a team is asked, with all that he may know (R5).
///
/// Made by a [`Position`](super::Position) alone, as views are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question<'a> {
    /// The Encryptor is asked for clues.
    Clues(EncryptorView<'a>),
    /// A guesser is asked for the own team's code.
    Decode(GuesserView<'a>),
    /// An interceptor is asked for the other team's code.
    Intercept(InterceptorView<'a>),
    /// A member is asked for the other team's keywords (R13).
    Keywords(KeywordView<'a>),
}

impl<'a> Question<'a> {
    /// What the player is asked to do.
    pub const fn role(&self) -> Role {
        match self {
            Question::Clues(_) => Role::Encryptor,
            Question::Decode(_) => Role::Guesser,
            Question::Intercept(_) => Role::Interceptor,
            Question::Keywords(_) => Role::KeywordGuesser,
        }
    }

    /// Who is asked.
    pub fn seat(&self) -> &Seat<'a> {
        match self {
            Question::Clues(view) => view.seat(),
            Question::Decode(view) => view.seat(),
            Question::Intercept(view) => view.seat(),
            Question::Keywords(view) => view.seat(),
        }
    }

    /// Every half that he has heard.
    pub fn record(&self) -> &'a PublicRecord {
        match self {
            Question::Clues(view) => view.record(),
            Question::Decode(view) => view.record(),
            Question::Intercept(view) => view.record(),
            Question::Keywords(view) => view.record(),
        }
    }
}

/// What a player answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Three clues, in the order of the code's digits.
    Clues(Clues),
    /// How likely each code is.
    Belief(Belief),
    /// How likely each keyword of the deck is, for each slot.
    Keywords(KeywordBelief),
}

impl Answer {
    /// Whether it answers the question: clues where clues are asked for, and a weight for each keyword of the deck.
    pub fn fits(&self, question: &Question<'_>) -> bool {
        match (self, question) {
            (Answer::Clues(_), Question::Clues(_))
            | (Answer::Belief(_), Question::Decode(_) | Question::Intercept(_)) => true,
            (Answer::Keywords(believed), Question::Keywords(view)) => {
                believed.covers(view.seat().table().deck())
            }
            _ => false,
        }
    }
}
