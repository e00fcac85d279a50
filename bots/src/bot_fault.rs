//! Faults of bots, and their kinds.

use std::fmt;

/// Kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotFaultKind {
    /// The command cannot be started.
    NoStart,
    /// The bot is not ready in time, or ends before it is.
    NoHello,
    /// The hello is invalid, or has another version of the protocol.
    WrongHello,
    /// A line is no message.
    Nonsense,
    /// The bot ends while questions are open, or reports that it cannot continue.
    Crash,
    /// The bot ends in the middle of a line.
    Torn,
    /// The answers do not arrive in time.
    Late,
    /// A line exceeds 64 MB, or ten thousand answers have unknown ids.
    Flood,
    /// An answer does not fit its question.
    BadAnswer,
    /// The bot reports that it has no answer to a question.
    Declined,
    /// The bot reports that the answer of its model cannot be read.
    Malformed,
    /// A question or its answer was lost between the bot and its model.
    Lost,
    /// The bot reports that it cannot go on, however often it is started.
    GivenUp,
    /// A question is answered twice; the first answer counts.
    Twice,
    /// An answer has an unknown id; ignored.
    Unasked,
    /// A clue is outside the vocabulary and not accepted as a text.
    UnknownClue,
}

impl BotFaultKind {
    /// Every kind.
    pub const ALL: [BotFaultKind; 16] = [
        BotFaultKind::NoStart,
        BotFaultKind::NoHello,
        BotFaultKind::WrongHello,
        BotFaultKind::Nonsense,
        BotFaultKind::Crash,
        BotFaultKind::Torn,
        BotFaultKind::Late,
        BotFaultKind::Flood,
        BotFaultKind::BadAnswer,
        BotFaultKind::Declined,
        BotFaultKind::Malformed,
        BotFaultKind::Lost,
        BotFaultKind::GivenUp,
        BotFaultKind::Twice,
        BotFaultKind::Unasked,
        BotFaultKind::UnknownClue,
    ];

    /// Returns the name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            BotFaultKind::NoStart => "no_start",
            BotFaultKind::NoHello => "no_hello",
            BotFaultKind::WrongHello => "wrong_hello",
            BotFaultKind::Nonsense => "nonsense",
            BotFaultKind::Crash => "crash",
            BotFaultKind::Torn => "torn",
            BotFaultKind::Late => "late",
            BotFaultKind::Flood => "flood",
            BotFaultKind::BadAnswer => "bad_answer",
            BotFaultKind::Declined => "declined",
            BotFaultKind::Malformed => "malformed",
            BotFaultKind::Lost => "lost",
            BotFaultKind::GivenUp => "given_up",
            BotFaultKind::Twice => "twice",
            BotFaultKind::Unasked => "unasked",
            BotFaultKind::UnknownClue => "unknown_clue",
        }
    }
}

impl fmt::Display for BotFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A fault of a bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {what}")]
pub struct BotFault {
    /// The kind.
    pub kind: BotFaultKind,
    /// Description for people.
    pub what: String,
}

impl BotFault {
    pub(crate) fn new(kind: BotFaultKind, what: impl Into<String>) -> BotFault {
        BotFault { kind, what: clipped(&what.into()) }
    }
}

/// Maximum number of characters of a line in a message.
const LINE: usize = 1000;

/// Returns the text with long lines cut off, because a bot can write megabytes and messages are repeated.
fn clipped(text: &str) -> String {
    let lines = text.lines().map(|line| match line.char_indices().nth(LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}
