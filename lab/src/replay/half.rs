//! The halves of a replayed game, as text: clues, guesses, beliefs and the talks of the teams.

use std::fmt;

use overhear_agents::model::World;
use overhear_engine::game::{Belief, Game, PooledBeliefs, Talk, TalkMessage};
use overhear_engine::rules::{Code, PublicRecord, Rules, Side, Tokens};
use serde::{Serialize, Serializer};

/// A value serialised by its `Display` form, so that JSON has it as it is displayed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsDisplay<T>(
    /// The value.
    pub T,
);

impl<T: fmt::Display> Serialize for AsDisplay<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// One half: a team's part of a round.
#[derive(Debug, Serialize)]
pub struct HalfEntry {
    /// The round, from 1.
    pub round: u8,
    /// The side that gave the clues.
    pub side: AsDisplay<Side>,
    /// The Encryptor's number in the team, from 1.
    pub encryptor: u8,
    /// The clues; `None` for a missing clue (R24).
    pub clues: [Option<String>; 3],
    /// The code.
    pub code: AsDisplay<Code>,
    /// The own team's guess.
    pub guess: AsDisplay<Code>,
    /// The opponents' guess, if they could intercept (R6).
    pub interception: Option<AsDisplay<Code>>,
    /// `true` if the own team was right.
    pub guess_right: bool,
    /// `true` if the opponents were right.
    pub intercepted: bool,
    /// `true` if the half was forfeited.
    pub forfeited: bool,
    /// Tokens of both teams after the half.
    pub tokens: [TokensEntry; 2],
    /// Beliefs of the own team.
    pub guessers: Beliefs,
    /// Beliefs of the opponents, if they could intercept.
    pub interceptors: Option<Beliefs>,
    /// The talks of the teams about the code.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub talks: Vec<TalkEntry>,
}

/// Tokens of a team.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TokensEntry {
    /// White tokens: intercepted codes of the opponents (R7).
    pub interceptions: u8,
    /// Black tokens: miscommunicated own codes (R7).
    pub miscommunications: u8,
}

impl TokensEntry {
    /// Returns the points of the tiebreaker (R12).
    pub fn points(self, rules: &Rules) -> i32 {
        let TokensEntry { interceptions, miscommunications } = self;
        Tokens { interceptions, miscommunications }.points(rules)
    }
}

impl From<Tokens> for TokensEntry {
    fn from(tokens: Tokens) -> TokensEntry {
        let Tokens { interceptions, miscommunications } = tokens;
        TokensEntry { interceptions, miscommunications }
    }
}

/// Probabilities of the codes, the likeliest first.
#[derive(Debug, Serialize)]
pub struct Beliefs {
    /// Probability of the right code.
    pub p_true: f32,
    /// Every code.
    pub codes: Vec<CodeEntry>,
}

/// A code and its probability.
#[derive(Debug, Serialize)]
pub struct CodeEntry {
    /// The code.
    pub code: AsDisplay<Code>,
    /// Its probability.
    pub p: f32,
}

impl Beliefs {
    fn new(belief: &Belief, truth: Code) -> Beliefs {
        let mut codes =
            Code::ALL.map(|code| CodeEntry { code: AsDisplay(code), p: belief.probability(code) });
        codes.sort_by(|a, b| b.p.total_cmp(&a.p));
        Beliefs { p_true: belief.probability(truth), codes: codes.into() }
    }
}

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
    fn new(talk: &Talk) -> TalkEntry {
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

/// Returns the halves of a game with the beliefs about them.
pub(super) fn halves(world: &World, rules: &Rules, game: &Game, beliefs: &[PooledBeliefs]) -> Vec<HalfEntry> {
    let mut record = PublicRecord::new();
    record.clear(rules);
    let halves = game.record.halves().iter().zip(beliefs).enumerate();
    let entries = halves.map(|(place, (half, beliefs))| {
        record.push(*half);
        let tokens = record.tokens();
        HalfEntry {
            round: half.round,
            side: AsDisplay(half.side),
            encryptor: 1 + rules.encryptor_of(half.side, half.round),
            clues: half.clues.map(|clue| clue.map(|clue| world.clue_text(clue).to_owned())),
            code: AsDisplay(half.code),
            guess: AsDisplay(half.guess),
            interception: half.interception.map(AsDisplay),
            guess_right: half.understood(),
            intercepted: half.intercepted(),
            forfeited: half.forfeited,
            tokens: Side::ALL.map(|side| tokens[side].into()),
            guessers: Beliefs::new(&beliefs.guess, half.code),
            interceptors: beliefs.interception.as_ref().map(|belief| Beliefs::new(belief, half.code)),
            talks: game.talks.iter().filter(|talk| talk.half == place).map(TalkEntry::new).collect(),
        }
    });
    entries.collect()
}
