//! The contents of a file of answers: its lines, read into memory and appended.

use std::fs::File;
use std::io::{self, Write as _};

use rustc_hash::FxHashMap;

use crate::answer_line::{AnswerLine, LAYOUT, ReadLine, key};
use crate::identity::Key;
use crate::lines::content;
use crate::protocol::BotHello;
use crate::reply::Reply;

/// Hellos and answers by their keys, and the end of the file that holds them.
#[derive(Default)]
pub(crate) struct AnswerIndex {
    pub(crate) hellos: FxHashMap<Key, BotHello>,
    pub(crate) replies: FxHashMap<Key, Reply>,
    /// Layout version of the lines at the end; `None` before the first line.
    pub(crate) layout: Option<u32>,
    /// `None` if answers are stored in memory alone.
    pub(crate) file: Option<File>,
    /// Length of the complete lines in bytes.
    pub(crate) whole: u64,
}

impl AnswerIndex {
    /// Adds a line read from the file. Returns the number of answers without a seal in it, 0 or 1.
    pub(crate) fn read(&mut self, text: &[u8]) -> Result<usize, String> {
        if is_blank(text) {
            return Ok(0);
        }
        let read = AnswerLine::read(text);
        if self.layout.is_none() && !matches!(read, Ok(ReadLine { line: AnswerLine::OverhearAnswers(_), .. }))
        {
            return Err("this is not a file of answers".to_owned());
        }
        let ReadLine { line, is_sealed } = read?;
        let is_head = matches!(line, AnswerLine::OverhearAnswers(_));
        if !is_sealed && !is_head && self.layout != Some(1) {
            let what = "the line has no seal, so that another program wrote it; remove the line, and the bot is asked again";
            return Err(what.to_owned());
        }
        self.insert_line(line)?;
        Ok(usize::from(!is_sealed && !is_head))
    }

    fn insert_line(&mut self, line: AnswerLine) -> Result<(), &'static str> {
        const TWICE: &str = "the same question has another answer above; remove one of the lines";
        const NO_KEY: &str = "the key does not have 32 hexadecimal digits";
        match line {
            AnswerLine::OverhearAnswers(layout @ 1..=LAYOUT) => {
                self.layout = Some(layout);
                Ok(())
            }
            AnswerLine::OverhearAnswers(_) => {
                Err("this program does not read this layout of answers; name another file")
            }
            AnswerLine::Hello { key: text, hello, .. } => {
                // A bot that was changed says another hello, under which its new answers are kept: the last stands.
                self.hellos.insert(key(&text).ok_or(NO_KEY)?, hello);
                Ok(())
            }
            AnswerLine::Answer { key: text, reply, .. } => {
                let reply = *reply;
                let known = self.replies.insert(key(&text).ok_or(NO_KEY)?, reply.clone());
                // The answer of a question that was asked again stands behind the failure.
                if known.is_none_or(|known| known == reply || known.error.is_some()) {
                    Ok(())
                } else {
                    Err(TWICE)
                }
            }
        }
    }

    /// Appends a line; the layout line comes first if the file's last lines have another layout.
    pub(crate) fn append(&mut self, line: &AnswerLine) -> io::Result<()> {
        if self.layout != Some(LAYOUT) {
            self.write(&AnswerLine::OverhearAnswers(LAYOUT))?;
            self.layout = Some(LAYOUT);
        }
        self.write(line)
    }

    /// Writes a line completely, or removes it again if the disk allows.
    pub(crate) fn write(&mut self, line: &AnswerLine) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        // One write for each line, and a torn line is cut off again: the next run would take it for a change.
        let text = line.sealed();
        if let Err(error) = file.write_all(&text) {
            let _ = file.set_len(self.whole);
            return Err(error);
        }
        self.whole += text.len() as u64;
        Ok(())
    }
}

/// Returns `true` if a line has no content.
pub(crate) fn is_blank(text: &[u8]) -> bool {
    content(text).is_empty()
}
