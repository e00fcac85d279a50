//! An answer as a bot says it, and why there is none.

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::bot_fault::{BotFault, BotFaultKind};
use crate::usage::Usage;

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
    /// Eight weights for each keyword of the other team, in the order of the offered words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slots: Option<Vec<Vec<f64>>>,
    /// One of the offered words for each keyword of the other team, for sure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Vec<BotWord>>,
    /// Whether the clue refers to the keyword: 2, 1 (weakly) or 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refers: Option<u8>,
    /// What a member says to its team, in a talk. Anything but a text makes this answer a bad one, and no other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Value>,
    /// The chance of `code`, in the roles that ask for chances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The chance that the own team understands `clues`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_understood: Option<f64>,
    /// The chance that the opponents intercept the code of `clues`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_overheard: Option<f64>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What kind of failure `error` is.
    #[serde(default, skip_serializing_if = "is_declined")]
    pub fault: ReplyFault,
    /// What the answer has cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// What a model has said, word by word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// What a model was asked, word by word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// Anything, for people to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Reply {
    /// Returns `true` if the reply is the answer whenever the question is asked: not a failure on the way to it, which may pass.
    pub(crate) const fn is_lasting(&self) -> bool {
        self.error.is_none() || matches!(self.fault, ReplyFault::Declined | ReplyFault::Malformed)
    }

    /// Returns why there is no answer; `None` if there is one.
    pub(crate) fn failure(&self) -> Option<BotFault> {
        let error = self.error.as_ref()?;
        Some(BotFault::new(self.fault.kind(), error.clone()))
    }
}

/// A kind of missing answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplyFault {
    /// The bot, or the model behind it, does not answer this question.
    #[default]
    Declined,
    /// A model has answered, and what it has said is no answer.
    Malformed,
    /// The question has not reached the model, or the answer not the bot; it may another time.
    Lost,
    /// There was no answer in time.
    Late,
}

/// Whether a fault is the one that is meant where none is named.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_declined(fault: &ReplyFault) -> bool {
    *fault == ReplyFault::Declined
}

impl ReplyFault {
    /// The kind of fault that it is counted as.
    pub(crate) const fn kind(self) -> BotFaultKind {
        match self {
            ReplyFault::Declined => BotFaultKind::Declined,
            ReplyFault::Malformed => BotFaultKind::Malformed,
            ReplyFault::Lost => BotFaultKind::Lost,
            ReplyFault::Late => BotFaultKind::Late,
        }
    }
}

/// A word from a bot: by number or as a text, whichever form the bot receives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum BotWord {
    /// Index in the vocabulary or in the deck.
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
