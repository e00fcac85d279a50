//! Remarks on a running bot, each kind once.
//!
//! A bot that is not understood would otherwise be waited for in silence until its limit of time.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use crate::bot_fault::BotFault;
use crate::lines::quote;

/// A function that receives remarks, in one line each.
pub type RemarkCallback = Arc<dyn Fn(&str) + Send + Sync>;

/// Kinds of remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RemarkKind {
    Late,
    PassedOver,
    Unended,
    Unasked,
}

/// Receiver of the remarks on a bot.
#[derive(Default)]
pub(crate) struct Remarks {
    bot: String,
    on_remark: Option<RemarkCallback>,
    kinds: Mutex<BTreeSet<RemarkKind>>,
}

impl Remarks {
    pub(crate) fn new(bot: &str, on_remark: Option<RemarkCallback>) -> Remarks {
        Remarks { bot: bot.to_owned(), on_remark, kinds: Mutex::default() }
    }

    /// Makes the first remark of a kind.
    fn once(&self, kind: RemarkKind, text: impl FnOnce(&str) -> String) {
        let Some(on_remark) = &self.on_remark else { return };
        if self.kinds.lock().unwrap_or_else(PoisonError::into_inner).insert(kind) {
            on_remark(&text(&self.bot));
        }
    }

    /// Remarks that the process has not answered in time: nothing else shows for minutes why no game ends.
    pub(crate) fn remark_on_lateness(&self, fault: &BotFault) {
        self.once(RemarkKind::Late, |bot| {
            format!(
                "bot `{bot}`: {}; the bot is started again and asked the same questions, then half of them at a time. \
                 If it answers none, a lower `answer_limit` or `batch` ends the run sooner",
                fault.what
            )
        });
    }

    /// Remarks on a line that is a message, but not the awaited one.
    pub(crate) fn remark_on_line(&self, line: &[u8], awaited: &str) {
        self.once(RemarkKind::PassedOver, |bot| {
            let line = quote(line);
            format!(
                "bot `{bot}`: the line `{line}` is passed over, for it has no {awaited}; that is what is waited for"
            )
        });
    }

    /// Remarks on bytes that no line end follows.
    pub(crate) fn remark_on_unended(&self, bytes: &[u8]) {
        self.once(RemarkKind::Unended, |bot| {
            let bytes = quote(bytes);
            format!(
                "bot `{bot}` has written `{bytes}` without a line end, so it is not read yet; end each message with a line \
                 end, and flush"
            )
        });
    }

    /// Remarks on an answer to a question that was never asked.
    pub(crate) fn remark_on_unasked(&self, id: u64, first: u64, count: usize) {
        self.once(RemarkKind::Unasked, |bot| {
            let last = first + count as u64 - 1;
            format!(
                "bot `{bot}`: an answer has the id {id}, which no question has; the ids of the open message are {first} to \
                 {last}. Repeat the `id` of the question"
            )
        });
    }
}
