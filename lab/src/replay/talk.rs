//! The talks of a replayed game, as text.

use overhear_engine::game::{Talk, TalkMessage};
use overhear_engine::rules::{Code, Side};
use serde::Serialize;

use super::AsDisplay;

/// A talk of a team before it guessed a code.
#[derive(Debug, Serialize)]
pub struct TalkEntry {
    /// The team that talked.
    pub team: AsDisplay<Side>,
    /// The answers of its members, before and after.
    pub members: Vec<MemberEntry>,
    /// The answer of the team without the talk.
    pub pool: AsDisplay<Code>,
    /// The answer of the team after the talk.
    pub after: AsDisplay<Code>,
    /// The messages, by turn and member.
    pub said: Vec<MessageEntry>,
}

/// The answers of a member before and after a talk.
#[derive(Debug, Serialize)]
pub struct MemberEntry {
    /// The member, from 1.
    pub member: u8,
    /// The code that it named alone.
    pub alone: AsDisplay<Code>,
    /// The code that it named after the talk.
    pub after: AsDisplay<Code>,
    /// If it named another code after the talk: the members that had named that code alone, from 1.
    pub followed: Vec<u8>,
}

/// A message of a talk.
#[derive(Debug, Serialize)]
pub struct MessageEntry {
    /// The turn, from 1.
    pub turn: u8,
    /// The member, from 1.
    pub member: u8,
    /// The text.
    pub text: String,
    /// The member's likeliest code at the time.
    pub code: AsDisplay<Code>,
}

impl TalkEntry {
    pub(super) fn new(talk: &Talk) -> TalkEntry {
        let members = talk.members.iter().map(|member| MemberEntry {
            member: 1 + member.member,
            alone: AsDisplay(member.alone.code),
            after: AsDisplay(member.after.code),
            followed: talk.members_followed(member).map(|other| 1 + other).collect(),
        });
        let messages = talk.messages.iter().map(|TalkMessage { turn, member, text, code }| MessageEntry {
            turn: *turn,
            member: 1 + member,
            text: text.clone(),
            code: AsDisplay(*code),
        });
        TalkEntry {
            team: AsDisplay(talk.team),
            members: members.collect(),
            pool: AsDisplay(talk.pool.code),
            after: AsDisplay(talk.after.code),
            said: messages.collect(),
        }
    }
}
