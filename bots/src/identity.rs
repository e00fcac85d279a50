//! Digest of everything that determines an answer.

use overhear_engine::rules::Rules;
use sha2::{Digest, Sha256};

use crate::config::BotConfig;
use crate::protocol::{BotHello, QuestionMessage};
use crate::words::WordLists;

/// Leading bytes of the digest of everything that determines an answer.
pub(crate) type Key = [u8; 16];

/// Hash state of the common part of a bot's answers.
#[derive(Clone)]
pub(crate) struct Identity(Sha256);

impl Identity {
    /// Returns the identity of a bot before its hello: its configuration, its words, and the rules unless
    /// they are the official ones.
    pub(crate) fn new(order: &BotConfig, words: &WordLists, rules: &Rules) -> Identity {
        let mut hash = Sha256::new();
        let options = serde_json::to_vec(&order.options).expect("options are JSON");
        let words = serde_json::to_vec(&words.setup()).expect("words are texts");
        let rules = (*rules != Rules::official())
            .then(|| serde_json::to_vec(rules).expect("rules are numbers and names"));
        let parts = [Some(order.name.as_bytes()), Some(&options), Some(&words), rules.as_deref()];
        for part in parts.into_iter().flatten() {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Identity(hash)
    }

    /// Returns the identity with the bot's hello.
    pub(crate) fn with(mut self, hello: &BotHello) -> Identity {
        for part in [&hello.name, &hello.version] {
            self.0.update((part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
        self
    }

    /// Returns the key of the bot's hello.
    pub(crate) fn hello(&self) -> Key {
        self.key(b"hello")
    }

    fn key(&self, question: &[u8]) -> Key {
        let mut hash = self.0.clone();
        hash.update(question);
        hash.finalize()[..16].try_into().expect("a digest has more bytes")
    }

    /// Returns the key of a question; its id does not count.
    pub(crate) fn question(&self, ask: &QuestionMessage<'_>) -> Key {
        let numberless = QuestionMessage { id: 0, ..ask.clone() };
        self.key(&serde_json::to_vec(&numberless).expect("a message is written to memory"))
    }
}
