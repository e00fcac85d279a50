//! A sealed line of a file of answers.
//!
//! A line is a JSON object whose last entry is its seal: the beginning of the SHA-256 of the text before the
//! seal. A changed line is thus detected anywhere in the file.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::identity::Key;
use crate::lines::{content, problem_in_line};
use crate::protocol::BotHello;
use crate::reply::Reply;

/// Version of the layout. Lines of version 1 had no seals.
pub(crate) const LAYOUT: u32 = 2;

/// Text before and after a seal.
const ENTRY: [&[u8]; 2] = [b",\"seal\":\"", b"\"}"];

/// Number of digits of a seal.
const DIGITS: usize = 16;

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnswerLine {
    /// The first line. It recurs in merged files, and where a program continued a file of another layout.
    OverhearAnswers(u32),
    /// The hello of a bot.
    Hello { bot: String, key: String, hello: BotHello },
    /// An answer.
    Answer { bot: String, key: String, reply: Box<Reply> },
}

/// A line as it was read.
pub(crate) struct ReadLine {
    pub(crate) line: AnswerLine,
    pub(crate) is_sealed: bool,
}

impl AnswerLine {
    /// Returns the line of a hello.
    pub(crate) fn of_hello(bot: &str, key: Key, hello: BotHello) -> AnswerLine {
        AnswerLine::Hello { bot: bot.to_owned(), key: hexadecimal(&key), hello }
    }

    /// Returns the line of an answer.
    pub(crate) fn of_answer(bot: &str, key: Key, reply: Reply) -> AnswerLine {
        AnswerLine::Answer { bot: bot.to_owned(), key: hexadecimal(&key), reply: Box::new(reply) }
    }

    /// Returns the bytes of the line with its seal and line end.
    pub(crate) fn sealed(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec(self).expect("a line is written to memory");
        if !matches!(self, AnswerLine::OverhearAnswers(_)) {
            text.pop();
            let seal = seal(&text);
            text.extend_from_slice(&[ENTRY[0], seal.as_bytes(), ENTRY[1]].concat());
        }
        text.push(b'\n');
        text
    }

    /// Parses a line that is not empty.
    ///
    /// # Errors
    /// Returns a description of the problem.
    pub(crate) fn read(text: &[u8]) -> Result<ReadLine, String> {
        const CHANGED: &str =
            "it was changed since it was written; remove the line, and the bot is asked again";
        let text = content(text);
        let Some((body, stated_seal)) = parted(text) else {
            return match serde_json::from_slice(text) {
                Ok(line) => Ok(ReadLine { line, is_sealed: false }),
                // A seal in another notation.
                Err(_) if text.windows(6).any(|part| part == b"\"seal\"") => Err(CHANGED.to_owned()),
                Err(error) => Err(problem_in_line(&error)),
            };
        };
        if seal(body).as_bytes() != stated_seal {
            return Err(CHANGED.to_owned());
        }
        let line = serde_json::from_slice(&[body, b"}"].concat()).map_err(|error| problem_in_line(&error))?;
        Ok(ReadLine { line, is_sealed: true })
    }
}

/// Splits a line into its text before the seal and the seal; `None` without a seal.
fn parted(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.strip_suffix(ENTRY[1])?;
    let (body, seal) = text.split_at_checked(text.len().checked_sub(DIGITS)?)?;
    Some((body.strip_suffix(ENTRY[0])?, seal))
}

fn seal(text: &[u8]) -> String {
    hexadecimal(&Sha256::digest(text)[..DIGITS / 2])
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses a key.
pub(crate) fn key(text: &str) -> Option<Key> {
    let digits = (text.len() == 32 && text.is_ascii()).then(|| u128::from_str_radix(text, 16).ok())??;
    Some(digits.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> Vec<u8> {
        let reply =
            Reply { p: Some(vec![0.1, 1e-300, 5e-324]), note: Some("né".to_owned()), ..Reply::default() };
        AnswerLine::of_answer("mine", [7; 16], reply).sealed()
    }

    #[test]
    fn what_is_sealed_is_read_back_and_nothing_else() {
        let sealed = line();
        let read = AnswerLine::read(&sealed);
        let Ok(ReadLine { line: AnswerLine::Answer { bot, key: text, reply }, is_sealed: true }) = read
        else {
            panic!("{sealed:?}")
        };
        assert_eq!((&*bot, key(&text), reply.note.as_deref()), ("mine", Some([7; 16]), Some("né")));
        assert_eq!(reply.p, Some(vec![0.1, 1e-300, 5e-324]), "to the bit");
        for place in 0..sealed.len() - 1 {
            let mut flipped = sealed.clone();
            flipped[place] ^= 1;
            let read = AnswerLine::read(&flipped);
            assert!(read.is_err(), "byte {place}: {}", String::from_utf8_lossy(&flipped));
        }
        let text = String::from_utf8(sealed).expect("text");
        for (other, why) in [
            (text.replace("0.1", "0.2"), "it was changed"),
            (text.replace(",\"seal\":", ", \"seal\": "), "it was changed"),
            (text.replace("né", "ne"), "it was changed"),
            (text.replace("né", "né "), "it was changed"),
        ] {
            assert!(
                AnswerLine::read(other.as_bytes()).is_err_and(|problem| problem.starts_with(why)),
                "{other}"
            );
        }
        assert!(AnswerLine::read(format!("\u{feff}{}\r\n", text.trim_end()).as_bytes()).is_ok());
    }

    #[test]
    fn a_line_without_a_seal_is_told_from_one_with_it() {
        let text = String::from_utf8(line()).expect("text");
        let unsealed = format!("{}}}", text.split(",\"seal\"").next().expect("a body"));
        assert!(AnswerLine::read(unsealed.as_bytes()).is_ok_and(|read| !read.is_sealed));
        assert_eq!(AnswerLine::OverhearAnswers(2).sealed(), b"{\"overhear_answers\":2}\n");
    }
}
