//! A word in an answer.

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

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
