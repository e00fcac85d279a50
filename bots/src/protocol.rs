//! The messages of protocol 1, one on each line.

use overhear_engine::game::Role;
use overhear_engine::rules::{Rules, Side};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::bot_fault::{BotFault, BotFaultKind};
use crate::config::UnknownClue;
use crate::reply::{BotWord, Reply};

/// Version of the protocol.
pub const VERSION: u32 = 1;

/// A message from the host to a bot.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HostMessage<'a> {
    /// The first message: the host and the rules.
    Hello(HostHello<'a>),
    /// The second message: the words.
    Setup(Setup<'a>),
    /// Questions, which may be answered in any order.
    Ask(&'a [QuestionMessage<'a>]),
    /// The last message: end now.
    Quit(bool),
}

/// The hello of the host.
#[derive(Clone, Debug, Serialize)]
pub struct HostHello<'a> {
    /// Versions of the protocol that the host speaks; the bot picks one.
    pub protocol: [u32; 1],
    /// Program and version, for display.
    pub program: &'a str,
    /// Name of the bot's agent.
    pub label: &'a str,
    /// Values that the user has set for the bot's parameters.
    pub options: &'a Map<String, Value>,
    /// Language of the words, as an ISO 639-1 code.
    pub language: &'a str,
    /// Every switch of the rules.
    pub rules: &'a Rules,
}

/// The words, sent once. Later messages refer to them by numbers from 0.
#[derive(Clone, Debug, Serialize)]
pub struct Setup<'a> {
    /// The words that may be clues, in order of frequency.
    pub vocabulary: &'a [String],
    /// The keywords.
    pub deck: &'a [String],
}

/// A word: its number, or its text if the bot has requested texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Word<'a> {
    /// Index in the vocabulary or in the deck.
    Number(u32),
    /// The text.
    Text(&'a str),
}

/// A question: all that the member asked may know.
#[derive(Clone, Debug, Serialize)]
pub struct QuestionMessage<'a> {
    /// Id of the question, which its answer repeats.
    pub id: u64,
    /// The requested role.
    pub role: RoleName,
    /// The own team.
    pub side: &'static str,
    /// Index of the team member, from 0.
    pub member: u8,
    /// Number that identifies the member's individual associations, constant through a game; 53 bits.
    #[serde(rename = "head")]
    pub noise_seed: u64,
    /// Seed for random numbers of this question; 53 bits.
    pub seed: u64,
    /// The round, from 1; absent for a keyword guess, which comes after the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u8>,
    /// The own team's keywords, 1 to 4; absent for the lone Interceptor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keywords: Option<[Word<'a>; 4]>,
    /// The code to give clues for, in digits 1 to 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<[u8; 3]>,
    /// The clues to guess from; null for a missing clue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clues: Option<[Option<Word<'a>>; 3]>,
    /// The past halves, in order.
    pub history: Vec<PastHalf<'a>>,
    /// The player whose guess is to be predicted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reader: Option<ReaderMessage<'a>>,
    /// The belief that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<BeliefOf>,
    /// The words that each keyword of the other team may be, 1 to 4.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offered: Vec<[Word<'a>; OFFERED]>,
    /// The other team's keywords, 1 to 4, if they have been shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revealed: Option<[Word<'a>; 4]>,
    /// The keyword and the clue to judge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair: Option<PairMessage<'a>>,
    /// Earlier clues of this code that were refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedClueMessage>,
    /// The role of the answer that the team talks about: `decode` or `intercept`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<RoleName>,
    /// The turn of the talk, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// `true` if the member answers again, and its text is not heard.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub last: bool,
    /// The code that the member has named alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<[u8; 3]>,
    /// All messages of earlier turns, the member's own included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<Vec<SaidMessage>>,
}

impl QuestionMessage<'_> {
    /// Returns a question with nothing but its role and the side that is asked.
    pub(crate) const fn new(role: RoleName, side: Side) -> Self {
        QuestionMessage {
            id: 0,
            role,
            side: side.name(),
            member: 0,
            noise_seed: 0,
            seed: 0,
            round: None,
            keywords: None,
            code: None,
            clues: None,
            history: Vec::new(),
            reader: None,
            ask: None,
            offered: Vec::new(),
            revealed: None,
            pair: None,
            refused: Vec::new(),
            about: None,
            turn: None,
            last: false,
            alone: None,
            said: None,
        }
    }
}

/// A clue and a keyword to which it may refer.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PairMessage<'a> {
    /// The keyword.
    pub keyword: Word<'a>,
    /// The clue.
    pub clue: Word<'a>,
}

/// A message of a member in a talk.
#[derive(Clone, Debug, Serialize)]
pub struct SaidMessage {
    /// The turn, from 1.
    pub turn: u8,
    /// Index of the member, from 0.
    pub member: u8,
    /// The message.
    pub text: String,
    /// The member's likeliest code at the time.
    pub code: [u8; 3],
}

/// Number of words that are offered for each keyword.
pub const OFFERED: usize = 8;

/// The belief about the other team's keywords that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BeliefOf {
    /// The own belief, before the keywords are shown.
    Now,
    /// The own belief before the keywords were shown, asked afterwards.
    BeforeReveal,
    /// The belief of another member who has not been shown the keywords.
    OtherReader,
}

/// A player whose guess is to be predicted.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ReaderMessage<'a> {
    /// The player as a SPEC.
    pub spec: &'a str,
    /// The player's knowledge, in words.
    pub told: &'a str,
}

/// A past half, which is public.
#[derive(Clone, Debug, Serialize)]
pub struct PastHalf<'a> {
    /// The round, from 1.
    pub round: u8,
    /// The team that gave the clues.
    pub side: &'static str,
    /// The clues; null for a missing clue.
    pub clues: [Option<Word<'a>>; 3],
    /// The revealed code.
    pub code: [u8; 3],
    /// The own team's guess; a record of people may lack it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guess: Option<[u8; 3]>,
    /// The opponents' guess, if they could intercept.
    pub interception: Option<[u8; 3]>,
    /// `true` if an illegal clue forfeited the code.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub forfeited: bool,
}

/// A refused clue.
#[derive(Clone, Debug, Serialize)]
pub struct RefusedClueMessage {
    /// Index among the three clues, from 0.
    pub place: usize,
    /// The clue.
    pub clue: BotWord,
    /// The reason.
    pub why: String,
}

/// A role, by its name in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoleName {
    /// Give three clues.
    Encrypt,
    /// Guess the own team's code.
    Decode,
    /// Guess the opponents' code.
    Intercept,
    /// Guess the opponents' keywords.
    Keywords,
    /// Say what another player will guess (asked by benchmarks alone).
    Predict,
    /// State a belief about the opponents' keywords (asked by benchmarks alone).
    Believe,
    /// Say whether a clue refers to a keyword (asked by measurements alone).
    Judge,
    /// Exchange messages with the team before it guesses, and answer again (asked with `--discuss` alone).
    Discuss,
}

impl RoleName {
    /// Every role of a game.
    pub const ALL: [RoleName; 4] =
        [RoleName::Encrypt, RoleName::Decode, RoleName::Intercept, RoleName::Keywords];
}

impl From<Role> for RoleName {
    fn from(role: Role) -> RoleName {
        RoleName::ALL[role as usize]
    }
}

/// A message from a bot: one of these keys. Other keys are ignored.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct BotMessage {
    /// The hello of the bot.
    pub hello: Option<BotHello>,
    /// The bot is ready for questions.
    pub ready: Option<bool>,
    /// Answers.
    pub answers: Option<Vec<Reply>>,
    /// The bot cannot continue, with the reason.
    pub error: Option<String>,
    /// Whether it cannot go on however often it is started: the run ends at once, with `error` as the reason.
    #[serde(default)]
    pub r#final: bool,
}

impl BotMessage {
    /// Returns why the bot cannot continue; `None` if it can.
    pub(crate) fn fault(&self) -> Option<BotFault> {
        let kind = if self.r#final { BotFaultKind::GivenUp } else { BotFaultKind::Crash };
        self.error.as_ref().map(|error| BotFault::new(kind, error.clone()))
    }
}

/// The hello of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BotHello {
    /// Version of the protocol that the bot speaks.
    pub protocol: u32,
    /// The bot's own name.
    pub name: String,
    /// The bot's own version. Name, version, options and question must determine an answer.
    #[serde(default)]
    pub version: String,
    /// Hash of everything besides the question that answers depend on: model, prompt, sampling. Answers are stored under it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// Parts of a question that no answer depends on. Questions that differ in them alone are equal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignores: Vec<QuestionPart>,
    /// Roles that the bot plays.
    pub roles: Vec<RoleName>,
    /// Maximum number of questions in a message.
    #[serde(default = "most_questions")]
    pub batch: usize,
    /// `true` if all members of a team answer alike, so that one answer serves all.
    #[serde(default)]
    pub thinks_alike: bool,
    /// `true` if equal questions get equal answers.
    #[serde(default)]
    pub deterministic: bool,
    /// `true` if the bot wants words as texts.
    #[serde(default)]
    pub words: bool,
    /// Handling of clues outside the vocabulary, unless the configuration overrides it.
    #[serde(default)]
    pub unknown_clue: UnknownClue,
    /// Parameters of the bot.
    #[serde(default)]
    pub params: Vec<Param>,
}

/// A part of a question that a bot may not look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionPart {
    /// The number to begin random numbers with.
    Seed,
    /// The member who is asked.
    Member,
    /// The number that identifies the member's individual associations.
    #[serde(rename = "head")]
    NoiseSeed,
    /// What teams have guessed of earlier codes, and what was intercepted.
    Guesses,
}

const fn most_questions() -> usize {
    512
}

/// A parameter of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// Name of the parameter.
    pub key: String,
    /// Type of its value.
    pub kind: ParamKind,
    /// Default value.
    pub default: Value,
    /// Minimum of a number.
    #[serde(default)]
    pub low: Option<f64>,
    /// Maximum of a number.
    #[serde(default)]
    pub high: Option<f64>,
    /// Meaning, in a sentence.
    #[serde(default)]
    pub meaning: String,
    /// Whether answers depend on it. An address, a number of requests at once or a time to wait decides none.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub decides: bool,
}

const fn yes() -> bool {
    true
}

/// Type of a parameter's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParamKind {
    /// A number.
    Real,
    /// An integer.
    Whole,
    /// A boolean.
    Flag,
    /// A text.
    Text,
}
