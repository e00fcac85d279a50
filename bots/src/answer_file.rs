//! Stored answers of bots. A resumed run asks nothing twice, and a repeated run asks nothing at all.
//!
//! The file is in JSON Lines format. Its first line names the format. The others are hellos of bots, and
//! answers by the SHA-256 of everything that determines them: the bot's fingerprint (without one its name,
//! version and options), its words, the rules, and the question. Files can be merged by concatenation. Each line has its own seal.

use std::fs::{self, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::de::IgnoredAny;

use crate::answer_index::{AnswerIndex, is_blank};
use crate::answer_line::{AnswerLine, LAYOUT};
use crate::file_lock::lock_within_a_second;
use crate::identity::{ConfigIdentity, Key};
use crate::lines::content;
use crate::protocol::BotHello;
use crate::reply::{Reply, ReplyFault};

/// A file of stored answers.
pub struct AnswerFile {
    path: PathBuf,
    unsealed: usize,
    index: Mutex<AnswerIndex>,
}

/// Error returned by [`AnswerFile`].
#[derive(Debug, thiserror::Error)]
pub enum AnswersError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// The I/O error.
        error: io::Error,
    },
    /// The file's contents are invalid.
    #[error("{}: line {line}: {what}", path.display())]
    Content {
        /// Path of the file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Description of the problem.
        what: String,
    },
}

impl AnswersError {
    fn io(path: &Path, error: io::Error) -> AnswersError {
        AnswersError::Io { path: path.to_owned(), error }
    }

    fn content(path: &Path, line: usize, what: impl Into<String>) -> AnswersError {
        AnswersError::Content { path: path.to_owned(), line, what: what.into() }
    }
}

impl AnswerFile {
    /// Opens or creates a file of answers. An incomplete last line is cut off.
    ///
    /// # Errors
    /// Returns an error if the file has another format, is in use, was changed, or has two answers to a
    /// question.
    pub fn open(path: &Path) -> Result<AnswerFile, AnswersError> {
        if fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(AnswersError::content(path, 1, "this is not a regular file; name one"));
        }
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| AnswersError::io(path, error))?;
        match lock_within_a_second(&file) {
            Err(TryLockError::WouldBlock) => {
                return Err(AnswersError::content(path, 1, "another run is using this file"));
            }
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                return Err(AnswersError::io(path, error));
            }
            _ => {}
        }
        let mut index = AnswerIndex {
            file: Some(file.try_clone().map_err(|error| AnswersError::io(path, error))?),
            ..AnswerIndex::default()
        };
        let (mut reader, mut text, mut unsealed, mut ends) = (BufReader::new(&file), Vec::new(), 0, true);
        for line in 1.. {
            text.clear();
            let read = reader.read_until(b'\n', &mut text).map_err(|error| AnswersError::io(path, error))?;
            if read == 0 || is_torn(&text) {
                break;
            }
            unsealed += index.read(&text).map_err(|what| AnswersError::content(path, line, what))?;
            index.whole += read as u64;
            ends = text.ends_with(b"\n");
        }
        drop(reader);
        if index.layout.is_none() && !is_blank(&text) {
            return Err(AnswersError::content(path, 1, "this is not a file of answers"));
        }
        // A run that was killed while writing leaves a torn last line. Its question is asked again.
        if index.whole < file.metadata().map_err(|error| AnswersError::io(path, error))?.len() {
            file.set_len(index.whole).map_err(|error| AnswersError::io(path, error))?;
        } else if !ends {
            file.write_all(b"\n").map_err(|error| AnswersError::io(path, error))?;
            index.whole += 1;
        }
        file.seek(SeekFrom::End(0)).map_err(|error| AnswersError::io(path, error))?;
        if index.layout.is_none() {
            index
                .write(&AnswerLine::OverhearAnswers(LAYOUT))
                .map_err(|error| AnswersError::io(path, error))?;
            index.layout = Some(LAYOUT);
        }
        Ok(AnswerFile { path: path.to_owned(), unsealed, index: Mutex::new(index) })
    }

    /// Returns the number of answers in the first layout, which has no seals to detect changes.
    pub const fn unsealed(&self) -> usize {
        self.unsealed
    }

    fn lock(&self) -> MutexGuard<'_, AnswerIndex> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn io(&self, error: io::Error) -> AnswersError {
        AnswersError::io(&self.path, error)
    }

    /// Returns a store of answers that lasts as long as the program: equal questions are asked once.
    pub(crate) fn in_memory() -> AnswerFile {
        let index = AnswerIndex { layout: Some(LAYOUT), ..AnswerIndex::default() };
        AnswerFile { path: PathBuf::new(), unsealed: 0, index: Mutex::new(index) }
    }

    /// Forgets missing answers of these kinds, so that their questions are asked again. Returns their number.
    pub fn forget(&self, kinds: &[ReplyFault]) -> usize {
        let mut index = self.lock();
        let before = index.replies.len();
        index.replies.retain(|_, reply| reply.error.is_none() || !kinds.contains(&reply.fault));
        before - index.replies.len()
    }

    /// Returns the stored hello of a bot with an equal configuration; with a fingerprint however it was reached.
    pub(crate) fn known_hello(&self, identity: &ConfigIdentity) -> Option<BotHello> {
        let index = self.lock();
        let mut hellos = index.hellos.iter().filter(|(_, hello)| hello.fingerprint.is_some());
        let entry = hellos.find(|(key, hello)| **key == identity.fingerprinted_hello(hello));
        entry.map(|(_, hello)| hello).or_else(|| index.hellos.get(&identity.hello())).cloned()
    }

    /// Stores the hello of a bot.
    pub(crate) fn keep_hello(
        &self,
        identity: &ConfigIdentity,
        bot: &str,
        hello: &BotHello,
    ) -> Result<(), AnswersError> {
        let key = identity.of_hello(hello);
        let mut index = self.lock();
        if index.hellos.get(&key) == Some(hello) {
            return Ok(());
        }
        // It is known once its line is written: a second attempt after a failure writes it.
        index.append(&AnswerLine::of_hello(bot, key, hello.clone())).map_err(|error| self.io(error))?;
        index.hellos.insert(key, hello.clone());
        Ok(())
    }

    /// Returns the stored answers by question, in question order.
    pub(crate) fn replies(&self, keys: &[Key]) -> Vec<Option<Reply>> {
        let index = self.lock();
        keys.iter().map(|key| index.replies.get(key).cloned()).collect()
    }

    /// Returns for each question whether its answer is stored.
    pub(crate) fn are_known(&self, keys: &[Key]) -> Vec<bool> {
        let index = self.lock();
        keys.iter().map(|key| index.replies.contains_key(key)).collect()
    }

    /// Stores answers and flushes them. A stored answer is never replaced. A failure that may pass is not stored.
    pub(crate) fn keep(&self, bot: &str, answers: Vec<(Key, Reply)>) -> Result<(), AnswersError> {
        let mut index = self.lock();
        for (key, reply) in answers {
            if index.replies.contains_key(&key) || !reply.is_lasting() {
                continue;
            }
            let reply = Reply { id: 0, ..reply };
            index.append(&AnswerLine::of_answer(bot, key, reply.clone())).map_err(|error| self.io(error))?;
            index.replies.insert(key, reply);
        }
        Ok(())
    }
}

/// Returns `true` if a line is the last and incomplete. A complete one would be valid JSON.
fn is_torn(text: &[u8]) -> bool {
    !text.ends_with(b"\n") && !is_blank(text) && serde_json::from_slice::<IgnoredAny>(content(text)).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "{\"overhear_answers\":2}\n";

    /// Returns the line of an answer with a code.
    fn answer(key: u8, code: u8) -> String {
        let reply = Reply { code: Some(vec![1, 2, code]), ..Reply::default() };
        String::from_utf8(AnswerLine::of_answer("b", [key; 16], reply).sealed()).expect("text")
    }

    /// Returns that line in the first layout.
    fn unsealed(key: u8, code: u8) -> String {
        format!("{}}}\n", answer(key, code).split(",\"seal\"").next().expect("a body"))
    }

    struct Place(tempfile::TempDir);

    impl Place {
        fn new() -> Place {
            Place(tempfile::tempdir().expect("a directory"))
        }

        fn path(&self) -> PathBuf {
            self.0.path().join("answers.jsonl")
        }

        fn write(&self, text: impl AsRef<[u8]>) {
            fs::write(self.path(), text).expect("written");
        }

        fn text(&self) -> String {
            fs::read_to_string(self.path()).expect("a file")
        }

        /// Opens a file with this content. Returns the number of answers, and of those without a seal.
        fn open(&self, text: impl AsRef<[u8]>) -> Result<(usize, usize), String> {
            self.write(text);
            let opened = AnswerFile::open(&self.path()).map_err(|error| error.to_string())?;
            let count = opened.lock().replies.len();
            Ok((count, opened.unsealed()))
        }
    }

    #[test]
    fn what_is_no_file_of_answers_is_refused_and_kept() {
        let place = Place::new();
        for text in ["mine", "a,b\n1,2\n", "{\"answer\":{}}\n", "{\"overhear_answers\":9}\n", &answer(0, 3)] {
            assert!(place.open(text).is_err(), "{text}");
            assert_eq!(place.text(), text);
        }
        assert!(AnswerFile::open(place.0.path()).is_err());
    }

    #[test]
    fn a_torn_line_is_cut_off_and_two_answers_to_one_question_are_named() {
        let place = Place::new();
        drop(AnswerFile::open(&place.path()).expect("a new file"));
        assert_eq!(place.text(), HEAD);
        let good = [HEAD, &answer(0, 3), HEAD, &answer(0, 3)].concat();
        for end in 1..answer(1, 4).len() - 1 {
            assert_eq!(place.open(good.clone() + &answer(1, 4)[..end]), Ok((1, 0)), "{end}");
            assert_eq!(place.text(), good, "{end}");
        }
        let opened = AnswerFile::open(&place.path()).expect("the rest is whole");
        assert!(
            AnswerFile::open(&place.path()).is_err_and(|error| error.to_string().contains("another run"))
        );
        drop(opened);
        let error = place.open(good + &answer(0, 4)).expect_err("two answers");
        assert!(error.contains("line 5: the same question has another answer"), "{error}");
    }

    #[test]
    fn an_answer_that_was_changed_is_named_by_its_line() {
        let place = Place::new();
        let changed = answer(1, 3).replace("[1,2,3]", "[1,2,4]");
        for (text, line) in [
            ([HEAD, &answer(0, 3), &changed].concat(), "line 3: it was changed since it was written"),
            ([HEAD, &changed, &answer(0, 3)].concat(), "line 2: it was changed"),
            ([HEAD, &answer(0, 3), changed.trim_end()].concat(), "line 3: it was changed"),
            ([HEAD, &unsealed(0, 3)].concat(), "line 2: the line has no seal"),
            (["{\"overhear_answers\":1}\n", &changed].concat(), "line 2: it was changed"),
        ] {
            let error = place.open(&text).expect_err("changed");
            assert!(error.contains(line), "{error}");
            assert_eq!(place.text(), text, "it is left as it is");
        }
    }

    #[test]
    fn lines_without_seals_are_read_where_they_were_written_so_and_new_ones_are_sealed() {
        let place = Place::new();
        let old = ["{\"overhear_answers\":1}\n", &unsealed(0, 3), &unsealed(1, 3)].concat();
        assert_eq!(place.open(&old), Ok((2, 2)));
        assert_eq!(place.text(), old, "nothing is written before there is something to keep");
        let opened = AnswerFile::open(&place.path()).expect("a file");
        let reply = |code| Reply { id: 9, code: Some(vec![1, 2, code]), ..Reply::default() };
        opened.keep("b", vec![([1; 16], reply(4)), ([2; 16], reply(4)), ([3; 16], reply(4))]).expect("kept");
        drop(opened);
        assert_eq!(place.text(), [&old, HEAD, &answer(2, 4), &answer(3, 4)].concat());
        assert_eq!(place.open(place.text()), Ok((4, 2)));
        assert_eq!(place.open([HEAD, &answer(7, 1), &old].concat()), Ok((3, 2)), "merged");
    }

    #[test]
    fn marks_empty_lines_and_other_line_ends_are_passed_over() {
        let place = Place::new();
        let text = format!("\n\u{feff}{HEAD}\r\n{}\n\n", answer(0, 3));
        assert_eq!(place.open(&text), Ok((1, 0)));
        assert_eq!(place.open(text.replace('\n', "\r\n")), Ok((1, 0)));
        assert_eq!(place.open(format!("{HEAD}{}", answer(0, 3).trim_end())), Ok((1, 0)), "no end of line");
        assert_eq!(place.text(), [HEAD, &answer(0, 3)].concat());
        assert_eq!(place.open(" \n"), Ok((0, 0)), "an empty file");
        assert_eq!(place.text(), [" \n", HEAD].concat());
        assert_eq!(place.open(format!("{HEAD}  ")), Ok((0, 0)));
    }
}
