//! Talks: members of a team answer alone, exchange messages, and answer again (R4).
//!
//! A talk has up to [`GameSetup::talk_turns`](super::GameSetup::talk_turns) turns. In a turn every member
//! speaks once, and all hear it at the end of the turn, so the order of the members decides nothing. A turn
//! without a message ends the talk. Then every member answers again, and the second answers are pooled as the
//! first ones are without a talk. The Encryptor hears the talk about its own code and says nothing; about the
//! opponents' code the whole team talks. Opponents hear nothing, and no later question tells of a talk.

mod built_in;
mod state;
mod team_talk;

use super::Belief;
use crate::rules::{Code, Side};
pub(super) use state::TalkState;

/// The greatest number of turns of a talk.
pub const MAX_TALK_TURNS: u8 = 8;

/// The greatest number of characters of a message.
pub const MAX_MESSAGE: usize = 500;

/// The least size of a team that talks: two guessers and an Encryptor (R4).
pub const MIN_TALKING_TEAM: u8 = 3;

/// A message of a member, with the code that it held for likeliest at the time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalkMessage {
    /// Number of the turn, from 1.
    pub turn: u8,
    /// Index of the member in the team, from 0.
    pub member: u8,
    /// The message, of 1 to [`MAX_MESSAGE`] characters.
    pub text: String,
    /// The likeliest code of the member at the time.
    pub code: Code,
}

/// A member's turn in a talk: what it hears before it speaks, or before it answers again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TalkTurn<'a> {
    /// Number of the turn, from 1.
    pub turn: u8,
    /// `true` if the member answers again, and its message is no longer heard.
    pub is_last: bool,
    /// Index of the member in the team, from 0.
    pub member: u8,
    /// The member's answer alone, before the talk.
    pub alone: Belief,
    /// The code that the member named alone.
    pub guess: Code,
    /// All messages of earlier turns, its own included, by turn and member.
    pub messages: &'a [TalkMessage],
}

/// The reply of a member to a turn of a talk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TalkReply {
    /// The message, or empty if the member says nothing. See [`message`] for what becomes of longer texts.
    pub text: String,
    /// The present belief about the code; `None` if it has not changed.
    pub belief: Option<Belief>,
}

/// An answer of a member or of the team: a belief, and the code that is named.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TalkAnswer {
    /// The belief.
    pub belief: Belief,
    /// The code. Among equally likely ones it is drawn.
    pub code: Code,
}

/// The two answers of a member, before and after a talk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TalkMember {
    /// Index of the member in the team, from 0.
    pub member: u8,
    /// The answer alone.
    pub alone: TalkAnswer,
    /// The answer after the talk.
    pub after: TalkAnswer,
}

/// The record of a talk of one team about one code.
#[derive(Clone, Debug, PartialEq)]
pub struct Talk {
    /// Index of the half in the record of the game.
    pub half: usize,
    /// The team that has talked.
    pub team: Side,
    /// The members that took part, with their answers, by index.
    pub members: Vec<TalkMember>,
    /// The answer that the team would have given without the talk.
    pub pool: TalkAnswer,
    /// The answer of the team after the talk.
    pub after: TalkAnswer,
    /// All messages, by turn and member.
    pub messages: Vec<TalkMessage>,
}

impl Talk {
    /// Returns the members that named alone what `member` names after the talk, if it has changed its guess.
    pub fn members_followed(&self, member: &TalkMember) -> impl Iterator<Item = u8> {
        let (own, code) = (member.member, member.after.code);
        let others = self.members.iter().filter(move |other| other.member != own);
        let changed = member.is_revised();
        others.filter(move |other| changed && other.alone.code == code).map(|other| other.member)
    }
}

impl TalkMember {
    /// Returns `true` if the member names another code after the talk.
    pub fn is_revised(&self) -> bool {
        self.alone.code != self.after.code
    }
}

/// Returns a text as a message: control characters become spaces, spaces are single, and the text is cut to
/// [`MAX_MESSAGE`] characters.
///
/// ```
/// use overhear_engine::game::message;
/// assert_eq!(message(" 4-1-2,\n  I think "), "4-1-2, I think");
/// assert_eq!(message(&"é".repeat(600)).chars().count(), 500);
/// ```
pub fn message(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let mut message = String::new();
    for word in words {
        if !message.is_empty() {
            message.push(' ');
        }
        message.push_str(word);
    }
    if let Some((end, _)) = message.char_indices().nth(MAX_MESSAGE) {
        message.truncate(end);
        message.truncate(message.trim_end().len());
    }
    message
}
