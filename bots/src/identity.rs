//! Digest of everything that determines an answer.

use overhear_engine::rules::Rules;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::config::BotConfig;
use crate::protocol::{BotHello, QuestionMessage, QuestionPart};
use crate::words::WordLists;

/// Leading bytes of the digest of everything that determines an answer.
pub(crate) type Key = [u8; 16];

/// A bot before its hello: its configuration, its words and the rules.
pub(crate) struct ConfigIdentity {
    name: String,
    options: Map<String, Value>,
    /// Hash state of name, options, words, and rules unless they are the official ones.
    whole: Sha256,
    /// Digest of words and rules alone.
    table: Vec<u8>,
}

/// Hash state of the common part of a bot's answers.
#[derive(Clone)]
pub(crate) struct Identity {
    hash: Sha256,
    ignores: Vec<QuestionPart>,
}

impl ConfigIdentity {
    pub(crate) fn new(config: &BotConfig, words: &WordLists, rules: &Rules) -> ConfigIdentity {
        let options = serde_json::to_vec(&config.options).expect("options are JSON");
        let words = serde_json::to_vec(&words.setup()).expect("words are texts");
        let rules = (*rules != Rules::official())
            .then(|| serde_json::to_vec(rules).expect("rules are numbers and names"));
        let table = [Some(&*words), rules.as_deref()];
        let parts = [Some(config.name.as_bytes()), Some(&*options)].into_iter().chain(table);
        ConfigIdentity {
            name: config.name.clone(),
            options: config.options.clone(),
            whole: digest(parts.flatten()),
            table: digest(table.into_iter().flatten()).finalize().to_vec(),
        }
    }

    /// Returns the key of the hello of a bot that names no fingerprint.
    pub(crate) fn hello(&self) -> Key {
        key(&self.whole, b"hello")
    }

    /// Returns the key of a hello that names a fingerprint. Options that decide no answer are no part of it.
    pub(crate) fn fingerprinted_hello(&self, hello: &BotHello) -> Key {
        let options: Map<String, Value> = self
            .options
            .iter()
            .filter(|(name, _)| hello.params.iter().all(|param| param.key != **name || param.decides))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        let options = serde_json::to_vec(&options).expect("options are JSON");
        key(&digest([self.name.as_bytes(), &options, &self.table]), b"fingerprinted hello")
    }

    /// Returns the key of this hello.
    pub(crate) fn of_hello(&self, hello: &BotHello) -> Key {
        if hello.fingerprint.is_some() { self.fingerprinted_hello(hello) } else { self.hello() }
    }

    /// Returns the identity of the bot once it has said hello. A fingerprint takes the place of its names, version and options.
    pub(crate) fn with(self, hello: &BotHello) -> Identity {
        let hash = if let Some(fingerprint) = &hello.fingerprint {
            digest([b"fingerprint", fingerprint.as_bytes(), &self.table])
        } else {
            let mut hash = self.whole;
            [&hello.name, &hello.version].iter().for_each(|part| add(&mut hash, part.as_bytes()));
            hash
        };
        Identity { hash, ignores: hello.ignores.clone() }
    }
}

fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Sha256 {
    let mut hash = Sha256::new();
    parts.into_iter().for_each(|part| add(&mut hash, part));
    hash
}

fn add(hash: &mut Sha256, part: &[u8]) {
    hash.update((part.len() as u64).to_le_bytes());
    hash.update(part);
}

fn key(hash: &Sha256, text: &[u8]) -> Key {
    let mut hash = hash.clone();
    hash.update(text);
    hash.finalize()[..16].try_into().expect("a digest has more bytes")
}

impl Identity {
    /// Returns the key of what decides the answer to a question: not its number, nor what the bot ignores.
    pub(crate) fn question(&self, ask: &QuestionMessage<'_>) -> Key {
        let decisive = without(&self.ignores, ask);
        key(&self.hash, &serde_json::to_vec(&decisive).expect("a message is written to memory"))
    }
}

/// A question without its number and the parts that a bot ignores.
fn without<'a>(ignores: &[QuestionPart], ask: &QuestionMessage<'a>) -> QuestionMessage<'a> {
    let mut ask = QuestionMessage { id: 0, ..ask.clone() };
    for part in ignores {
        match part {
            QuestionPart::Seed => ask.seed = 0,
            QuestionPart::Member => ask.member = 0,
            QuestionPart::NoiseSeed => ask.noise_seed = 0,
            QuestionPart::Guesses => {
                for half in &mut ask.history {
                    (half.guess, half.interception) = (None, None);
                }
            }
        }
    }
    ask
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn config(options: &Value) -> ConfigIdentity {
        let mut config = BotConfig::command("mine", ["true"]);
        config.options = options.as_object().expect("an object").clone();
        ConfigIdentity::new(&config, &WordLists::new("en", Vec::new(), Vec::new()), &Rules::official())
    }

    fn hello(fingerprint: &Value, ignores: &Value) -> BotHello {
        let params = json!([
            { "key": "url", "kind": "text", "default": "", "decides": false },
            { "key": "model", "kind": "text", "default": "" },
        ]);
        serde_json::from_value(json!({
            "protocol": 1, "name": "n", "roles": ["decode"], "params": params,
            "fingerprint": fingerprint, "ignores": ignores,
        }))
        .expect("a hello")
    }

    fn question(seed: u64, round: u8) -> QuestionMessage<'static> {
        let role = crate::protocol::RoleName::Decode;
        QuestionMessage {
            id: 3,
            noise_seed: 9,
            seed,
            round: Some(round),
            ..QuestionMessage::new(role, overhear_engine::rules::Side::White)
        }
    }

    #[test]
    fn a_fingerprint_decides_and_how_a_bot_is_reached_does_not() {
        let (here, there) = (json!({ "url": "a", "model": "m" }), json!({ "url": "b", "model": "m" }));
        let (one, other) = (hello(&json!("x"), &json!([])), hello(&json!("y"), &json!([])));
        let key = |options, hello: &BotHello| config(options).with(hello).question(&question(1, 1));
        assert_eq!(key(&here, &one), key(&there, &one));
        assert_ne!(key(&here, &one), key(&here, &other), "the prompt was edited");
        let none = hello(&json!(null), &json!([]));
        assert_ne!(key(&here, &none), key(&there, &none), "without a fingerprint every option decides");
        let hello_key = |options| config(options).of_hello(&one);
        assert_eq!(hello_key(&here), hello_key(&there));
        assert_ne!(hello_key(&here), hello_key(&json!({ "url": "a", "model": "other" })));
    }

    #[test]
    fn what_a_bot_ignores_tells_no_questions_apart() {
        let key = |ignores, seed, round| {
            config(&json!({})).with(&hello(&json!("x"), &ignores)).question(&question(seed, round))
        };
        assert_ne!(key(json!([]), 1, 1), key(json!([]), 2, 1));
        assert_eq!(key(json!(["seed"]), 1, 1), key(json!(["seed"]), 2, 1));
        assert_ne!(key(json!(["seed"]), 1, 1), key(json!(["seed"]), 1, 2));
    }
}
