//! Answers that are kept: a run that goes on asks nothing twice, and one that is played again asks nothing at all.
//!
//! The file is JSON Lines. Its first line says what it is; then come the hellos of bots, and answers by the SHA-256 of all that
//! decides them: the bot's name and version, what is set on it, its words, the rules, and the question. Two files are merged by writing one
//! behind the other.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use overhear_engine::rules::Rules;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::order::Order;
use crate::protocol::{Ask, Hello, Reply};
use crate::words::Words;

/// The version of the layout.
const LAYOUT: u32 = 1;

/// What decides an answer, in so many bytes of a digest.
pub(crate) type Key = [u8; 16];

/// A file of answers.
pub struct Answers {
    path: PathBuf,
    kept: Mutex<Kept>,
}

struct Kept {
    hellos: FxHashMap<Key, Hello>,
    replies: FxHashMap<Key, Reply>,
    file: File,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// The first one, and those of files that were merged.
    OverhearAnswers(u32),
    /// What a bot has said of itself.
    Hello { bot: String, key: String, hello: Hello },
    /// An answer.
    Answer { bot: String, key: String, reply: Reply },
}

/// Why a file of answers cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AnswersError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// What stands in it makes no sense.
    #[error("{}: line {line}: {what}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
}

/// What all answers of one bot have in common.
#[derive(Clone)]
pub(crate) struct Identity(Sha256);

impl Identity {
    /// Of a bot before its hello: what it was ordered as, its words, and the rules that it is told, if they are not the official
    /// ones.
    pub(crate) fn of(order: &Order, words: &Words, rules: &Rules) -> Identity {
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

    /// Of a bot that has said hello.
    pub(crate) fn with(mut self, hello: &Hello) -> Identity {
        for part in [&hello.name, &hello.version] {
            self.0.update((part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
        self
    }

    fn key(&self, question: &[u8]) -> Key {
        let mut hash = self.0.clone();
        hash.update(question);
        hash.finalize()[..16].try_into().expect("a digest has more bytes")
    }

    /// What decides the answer to a question; its number does not.
    pub(crate) fn question(&self, ask: &Ask<'_>) -> Key {
        let numberless = Ask { id: 0, ..ask.clone() };
        self.key(&serde_json::to_vec(&numberless).expect("a message is written to memory"))
    }
}

impl Answers {
    /// Opens a file of answers, or begins one. A last line that was torn is cut off.
    ///
    /// # Errors
    /// If it is no file of answers, is in use, or says two things of one question.
    pub fn open(path: &Path) -> Result<Answers, AnswersError> {
        let io = |error| AnswersError::Io { path: path.to_owned(), error };
        let content =
            |line, what: &str| AnswersError::Content { path: path.to_owned(), line, what: what.to_owned() };
        if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(content(1, "this is no plain file"));
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        if file.try_lock().is_err() {
            return Err(content(1, "another run is using this file"));
        }
        let mut kept = Kept {
            hellos: FxHashMap::default(),
            replies: FxHashMap::default(),
            file: file.try_clone().map_err(io)?,
        };
        let (mut reader, mut whole, mut text) = (BufReader::new(&file), 0, Vec::new());
        for line in 1.. {
            text.clear();
            let read = reader.read_until(b'\n', &mut text).map_err(io)?;
            if read == 0 || !text.ends_with(b"\n") {
                break;
            }
            let said: Line =
                serde_json::from_slice(&text).map_err(|error| content(line, &error.to_string()))?;
            kept.take(said, line == 1).map_err(|what| content(line, what))?;
            whole += read as u64;
        }
        drop(reader);
        if whole == 0 && file.metadata().map_err(io)?.len() > 0 {
            return Err(content(1, "this is no file of answers"));
        }
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(io)?;
        if whole == 0 {
            kept.write(&Line::OverhearAnswers(LAYOUT)).map_err(io)?;
        }
        Ok(Answers { path: path.to_owned(), kept: Mutex::new(kept) })
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a bot has said of itself, if it was asked before.
    pub(crate) fn hello(&self, identity: &Identity) -> Option<Hello> {
        self.kept().hellos.get(&identity.key(b"hello")).cloned()
    }

    /// Keeps what a bot has said of itself.
    pub(crate) fn keep_hello(
        &self,
        identity: &Identity,
        bot: &str,
        hello: &Hello,
    ) -> Result<(), AnswersError> {
        let key = identity.key(b"hello");
        let line = Line::Hello { bot: bot.to_owned(), key: hexadecimal(key), hello: hello.clone() };
        let mut kept = self.kept();
        kept.hellos.insert(key, hello.clone());
        kept.write(&line).map_err(|error| AnswersError::Io { path: self.path.clone(), error })
    }

    /// The answers that are known, each in the place of its question.
    pub(crate) fn known(&self, keys: &[Key]) -> Vec<Option<Reply>> {
        let kept = self.kept();
        keys.iter().map(|key| kept.replies.get(key).cloned()).collect()
    }

    /// Keeps answers, and sees that they are on their way to the disk. An answer that is known already stands.
    pub(crate) fn keep(&self, bot: &str, answers: Vec<(Key, Reply)>) -> Result<(), AnswersError> {
        let mut kept = self.kept();
        for (key, reply) in answers {
            if kept.replies.contains_key(&key) {
                continue;
            }
            let reply = Reply { id: 0, ..reply };
            let line = Line::Answer { bot: bot.to_owned(), key: hexadecimal(key), reply: reply.clone() };
            kept.write(&line).map_err(|error| AnswersError::Io { path: self.path.clone(), error })?;
            kept.replies.insert(key, reply);
        }
        Ok(())
    }
}

impl Kept {
    fn take(&mut self, line: Line, is_first: bool) -> Result<(), &'static str> {
        const TWICE: &str = "the same question has another answer above";
        const NO_KEY: &str = "the key is none: 32 hexadecimal digits";
        match line {
            Line::OverhearAnswers(LAYOUT) => Ok(()),
            Line::OverhearAnswers(_) => Err("another program's layout of answers"),
            _ if is_first => Err("this is no file of answers"),
            Line::Hello { key, hello, .. } => {
                let known = self.hellos.insert(number(&key).ok_or(NO_KEY)?, hello.clone());
                if known.is_none_or(|known| known == hello) { Ok(()) } else { Err(TWICE) }
            }
            Line::Answer { key, reply, .. } => {
                let known = self.replies.insert(number(&key).ok_or(NO_KEY)?, reply.clone());
                if known.is_none_or(|known| known == reply) { Ok(()) } else { Err(TWICE) }
            }
        }
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.file.write_all(&text)
    }
}

fn hexadecimal(key: Key) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn number(text: &str) -> Option<Key> {
    let digits = (text.len() == 32 && text.is_ascii()).then(|| u128::from_str_radix(text, 16).ok())??;
    Some(digits.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_file_of_answers_is_refused_and_kept() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("answers.jsonl");
        for text in ["mine", "a,b\n1,2\n", "{\"answer\":{}}\n", "{\"overhear_answers\":9}\n"] {
            fs::write(&path, text).expect("written");
            assert!(Answers::open(&path).is_err(), "{text}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        assert!(Answers::open(dir.path()).is_err());
    }

    #[test]
    fn a_torn_line_is_cut_off_and_two_answers_to_one_question_are_named() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("answers.jsonl");
        drop(Answers::open(&path).expect("a new file"));
        let key = "0".repeat(32);
        let answer = |code: u8| {
            format!(
                "{{\"answer\":{{\"bot\":\"b\",\"key\":\"{key}\",\"reply\":{{\"id\":0,\"code\":[1,2,{code}]}}}}}}\n"
            )
        };
        let head = fs::read_to_string(&path).expect("a file");
        let good = head.clone() + &answer(3) + &head + &answer(3);
        fs::write(&path, good.clone() + "{\"answer\":{\"bo").expect("written");
        let opened = Answers::open(&path).expect("the rest is whole");
        assert!(Answers::open(&path).is_err(), "it is in use");
        drop(opened);
        assert_eq!(fs::read_to_string(&path).expect("a file"), good);
        fs::write(&path, good + &answer(4)).expect("written");
        let error = Answers::open(&path).err().expect("two answers").to_string();
        assert!(error.contains("line 5: the same question has another answer"), "{error}");
    }
}
