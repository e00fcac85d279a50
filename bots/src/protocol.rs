//! The messages of protocol 1, one a line.

use std::fmt;

use overhear_engine::game::Role;
use overhear_engine::rules::Rules;
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::config::UnknownClue;

/// The version that is spoken.
pub const VERSION: u32 = 1;

/// What a bot is told.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HostMessage<'a> {
    /// The first message: who asks, and by what rules.
    Hello(HostHello<'a>),
    /// The second: the words.
    Setup(Setup<'a>),
    /// Questions, to be answered in any order.
    Ask(&'a [QuestionMessage<'a>]),
    /// The last: end now.
    Quit(bool),
}

/// The hello of the program.
#[derive(Clone, Debug, Serialize)]
pub struct HostHello<'a> {
    /// The versions of the protocol that the program speaks; the bot picks one.
    pub protocol: [u32; 1],
    /// The program and its version, for people.
    pub program: &'a str,
    /// The name that the bot plays under.
    pub label: &'a str,
    /// What the user has set of the parameters that the bot declares.
    pub options: &'a Map<String, Value>,
    /// The language of the words, as a code of ISO 639-1.
    pub language: &'a str,
    /// Every switch of the rules.
    pub rules: &'a Rules,
}

/// The words, once; elsewhere they are numbers, counted from 0.
#[derive(Clone, Debug, Serialize)]
pub struct Setup<'a> {
    /// The words that may be clues, in order of frequency.
    pub vocabulary: &'a [String],
    /// The keywords.
    pub deck: &'a [String],
}

/// A word: its number, or its text where the bot has asked for texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Word<'a> {
    /// A place in the vocabulary or in the deck.
    Number(u32),
    /// The text.
    Text(&'a str),
}

/// A question: what the member who is asked may know, and nothing else.
#[derive(Clone, Debug, Serialize)]
pub struct QuestionMessage<'a> {
    /// The question's number; its answer has the same.
    pub id: u64,
    /// What is asked for.
    pub role: RoleName,
    /// The own team.
    pub side: &'static str,
    /// The member of the team who is asked, from 0.
    pub member: u8,
    /// What tells the member's head from others, the same through a game; 53 bits.
    pub head: u64,
    /// Where to begin with random numbers, if any are needed: the call's own; 53 bits.
    pub seed: u64,
    /// The round, from 1; not where keywords are asked for, when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u8>,
    /// The own team's keywords, 1 to 4; the lone Interceptor has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keywords: Option<[Word<'a>; 4]>,
    /// The code to give clues for, in digits 1 to 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<[u8; 3]>,
    /// The clues that were heard; null is a missing one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clues: Option<[Option<Word<'a>>; 3]>,
    /// The halves that are over, in order.
    pub history: Vec<PastHalf<'a>>,
    /// The clues of this code that were refused before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
}

/// A half that is over: public.
#[derive(Clone, Debug, Serialize)]
pub struct PastHalf<'a> {
    /// The round, from 1.
    pub round: u8,
    /// The team that gave the clues.
    pub side: &'static str,
    /// The clues; null is a missing one.
    pub clues: [Option<Word<'a>>; 3],
    /// The code that was shown.
    pub code: [u8; 3],
    /// What the own team guessed; a record of people may not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guess: Option<[u8; 3]>,
    /// What the other team guessed, if it might.
    pub interception: Option<[u8; 3]>,
    /// `true` if an illegal clue cost the code.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub forfeited: bool,
}

/// A clue that was refused.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// Its place among the three, from 0.
    pub place: usize,
    /// The clue.
    pub clue: BotWord,
    /// Why.
    pub why: String,
}

/// A role by its name in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoleName {
    /// Give three clues.
    Encrypt,
    /// Guess the own team's code.
    Decode,
    /// Guess the other team's code.
    Intercept,
    /// Name the other team's keywords.
    Keywords,
}

impl RoleName {
    /// Every role.
    pub const ALL: [RoleName; 4] =
        [RoleName::Encrypt, RoleName::Decode, RoleName::Intercept, RoleName::Keywords];

    /// Returns the role.
    pub const fn role(self) -> Role {
        match self {
            RoleName::Encrypt => Role::Encryptor,
            RoleName::Decode => Role::Guesser,
            RoleName::Intercept => Role::Interceptor,
            RoleName::Keywords => Role::KeywordGuesser,
        }
    }
}

impl From<Role> for RoleName {
    fn from(role: Role) -> RoleName {
        RoleName::ALL[role as usize]
    }
}

/// What a bot says: one of these, and whatever else, which is ignored.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct BotMessage {
    /// Its hello.
    pub hello: Option<BotHello>,
    /// That it is ready for questions.
    pub ready: Option<bool>,
    /// Answers.
    pub answers: Option<Vec<Reply>>,
    /// That it cannot go on, and why.
    pub error: Option<String>,
}

/// The hello of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BotHello {
    /// The version of the protocol that it speaks.
    pub protocol: u32,
    /// What it calls itself.
    pub name: String,
    /// Its own version: with the name, the options and the question it decides an answer.
    #[serde(default)]
    pub version: String,
    /// What it can be asked for.
    pub roles: Vec<RoleName>,
    /// The most questions in one message.
    #[serde(default = "most_questions")]
    pub batch: usize,
    /// `true` if all members of a team think alike, so that one of them can be asked for all.
    #[serde(default)]
    pub thinks_alike: bool,
    /// `true` if it answers a question the same whenever it is asked.
    #[serde(default)]
    pub deterministic: bool,
    /// `true` if it wants words as texts.
    #[serde(default)]
    pub words: bool,
    /// What becomes of a clue that the vocabulary does not have, unless the order says otherwise.
    #[serde(default)]
    pub unknown_clue: UnknownClue,
    /// What can be set.
    #[serde(default)]
    pub params: Vec<Param>,
}

const fn most_questions() -> usize {
    512
}

/// Something about a bot that can be set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// Its name.
    pub key: String,
    /// What kind of value it has.
    pub kind: ParamKind,
    /// The value if nothing is set.
    pub default: Value,
    /// The least number.
    #[serde(default)]
    pub low: Option<f64>,
    /// The greatest number.
    #[serde(default)]
    pub high: Option<f64>,
    /// What it means, in a sentence.
    #[serde(default)]
    pub meaning: String,
}

/// A kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParamKind {
    /// A number.
    Real,
    /// A whole number.
    Whole,
    /// Yes or no.
    Flag,
    /// A text.
    Text,
}

/// An answer, as it is said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// The number of the question.
    pub id: u64,
    /// A weight for each code, 1-2-3 first and 4-3-2 last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p: Option<Vec<f64>>,
    /// One code for sure, in digits 1 to 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Vec<u8>>,
    /// Three clues, in the order of the code's digits; null is a missing one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clues: Option<Vec<Option<BotWord>>>,
    /// The other team's keywords, 1 to 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keywords: Option<Vec<BotWord>>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Anything, for people to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A word as a bot says it: by number or as a text, whatever it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum BotWord {
    /// A place in the vocabulary or in the deck.
    Number(u64),
    /// The text.
    Text(String),
}

impl fmt::Display for BotWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotWord::Number(number) => write!(f, "{number}"),
            BotWord::Text(text) => write!(f, "`{text}`"),
        }
    }
}

impl<'de> Deserialize<'de> for BotWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BotWord, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = BotWord;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word: its number or its text")
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<BotWord, E> {
                Ok(BotWord::Number(number))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<BotWord, E> {
                Ok(BotWord::Text(text.to_owned()))
            }
        }
        deserializer.deserialize_any(Either)
    }
}
