//! The questions of one message, and the lines that answer them.

use std::time::Instant;

use serde_json::Value;

use crate::bot_fault::{BotFault, BotFaultKind};
use crate::lines::{content, problem_in_line, quote};
use crate::process::Process;
use crate::protocol::BotMessage;
use crate::reply::Reply;
use crate::shared::{PendingReply, SharedState};

/// Number of answers with unknown ids above which a bot is faulty rather than mistaken.
const UNASKED: u32 = 10_000;

/// Questions sent in one message, with the replies so far.
pub(crate) struct SentQuestions<'a> {
    shared: &'a SharedState,
    /// Id of the first question.
    first: u64,
    places: &'a [usize],
    replies: &'a mut [PendingReply],
    missing: usize,
    /// Number of answers with unknown ids.
    unasked: u32,
}

impl<'a> SentQuestions<'a> {
    /// Returns the state after sending the questions at these indices, with ids from `first` on.
    pub(crate) fn new(
        shared: &'a SharedState,
        first: u64,
        places: &'a [usize],
        replies: &'a mut [PendingReply],
    ) -> SentQuestions<'a> {
        SentQuestions { shared, first, places, replies, missing: places.len(), unasked: 0 }
    }

    /// Waits for the answers to all questions.
    pub(crate) fn hear(&mut self, process: &mut Process) -> Result<(), BotFault> {
        let deadline = Instant::now().checked_add(self.shared.config.answer_limit());
        while self.missing > 0 {
            let line = process.hear(deadline).map_err(|fault| self.late(fault))?;
            let missing = self.missing;
            parse_line(&line)?.into_iter().try_for_each(|heard| self.accept(heard))?;
            if self.missing < missing {
                process.take_note();
            } else {
                process
                    .pass_over(&line, "`answers` with the id of an open question", deadline)
                    .map_err(|fault| self.late(fault))?;
            }
        }
        Ok(())
    }

    /// Adds the number of missing answers to a fault for lateness.
    fn late(&self, fault: BotFault) -> BotFault {
        let (missing, all, seconds) = (self.missing, self.places.len(), self.shared.config.answer_limit);
        match fault.kind {
            BotFaultKind::Late => {
                let what = format!("{missing} of {all} answers missing after {seconds} s");
                BotFault::new(BotFaultKind::Late, what)
            }
            _ => fault,
        }
    }

    fn accept(&mut self, IdentifiedReply { id, reply }: IdentifiedReply) -> Result<(), BotFault> {
        let place = id.checked_sub(self.first).and_then(|n| self.places.get(n as usize));
        let kind = match place.map(|&place| &mut self.replies[place]) {
            Some(empty @ None) => {
                *empty = Some(reply.map_err(|fault| self.shared.noted(fault)));
                self.missing -= 1;
                return Ok(());
            }
            Some(Some(_)) => BotFaultKind::Twice,
            None if id < self.first => BotFaultKind::Twice,
            None => BotFaultKind::Unasked,
        };
        self.shared.count(|counts| counts.add(kind));
        if kind == BotFaultKind::Unasked {
            self.shared.remarks.remark_on_unasked(id, self.first, self.places.len());
        }
        self.unasked += 1;
        if self.unasked > UNASKED {
            let what = format!("{} answers to no question", self.unasked);
            return Err(BotFault::new(BotFaultKind::Flood, what));
        }
        Ok(())
    }
}

/// An answer, or its problem.
struct IdentifiedReply {
    id: u64,
    reply: Result<Reply, BotFault>,
}

/// Returns the answers in a line; empty for another message.
fn parse_line(line: &[u8]) -> Result<Vec<IdentifiedReply>, BotFault> {
    let line = content(line);
    match serde_json::from_slice::<BotMessage>(line) {
        Ok(message) => match message.fault() {
            Some(fault) => Err(fault),
            None => Ok(message
                .answers
                .into_iter()
                .flatten()
                .map(|reply| IdentifiedReply { id: reply.id, reply: Ok(reply) })
                .collect()),
        },
        Err(error) => heard_apart(line).ok_or_else(|| nonsense(line, &error)),
    }
}

/// Parses the answers of a line one by one, after some of them could not be parsed; `None` if an answer has
/// no id.
fn heard_apart(line: &[u8]) -> Option<Vec<IdentifiedReply>> {
    let mut message: Value = serde_json::from_slice(line).ok()?;
    let answers = std::mem::take(message.get_mut("answers")?.as_array_mut()?);
    let replies = answers.into_iter().map(|answer| {
        let id = answer.get("id")?.as_u64()?;
        let reply = serde_json::from_value(answer);
        Some(IdentifiedReply {
            id,
            reply: reply.map_err(|error| BotFault::new(BotFaultKind::BadAnswer, error.to_string())),
        })
    });
    replies.collect()
}

/// Returns the fault of a line that is no message.
pub(crate) fn nonsense(line: &[u8], error: &serde_json::Error) -> BotFault {
    let utf_16 = if line.contains(&0) { "; messages are UTF-8, and this looks like UTF-16" } else { "" };
    BotFault::new(
        BotFaultKind::Nonsense,
        format!("the line `{}` is not a message: {}{utf_16}", quote(line), problem_in_line(error)),
    )
}
