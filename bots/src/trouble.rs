//! What goes wrong with a bot, told apart and counted.

use std::fmt;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotFaultKind {
    /// The command cannot be started.
    NoStart,
    /// It is not ready in time, or ends before it is.
    NoHello,
    /// Its hello is none, or speaks another version of the protocol.
    WrongHello,
    /// It writes a line that is no message.
    Nonsense,
    /// It ends while it is asked, or says that it cannot go on.
    Crash,
    /// It ends in the middle of a line.
    Torn,
    /// It does not answer in time.
    Late,
    /// It writes a line of more than 64 MB, or ten thousand answers that nobody has asked for.
    Flood,
    /// An answer is none to its question.
    BadAnswer,
    /// It says of a question that it has no answer.
    Declined,
    /// A question is answered twice; the first answer stands.
    Twice,
    /// A question is answered that nobody has asked; ignored.
    Unasked,
    /// A clue is not in the vocabulary, and no text that is heard.
    UnknownClue,
}

impl BotFaultKind {
    /// Every kind.
    pub const ALL: [BotFaultKind; 13] = [
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
        BotFaultKind::Twice,
        BotFaultKind::Unasked,
        BotFaultKind::UnknownClue,
    ];

    /// How files say it.
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

/// Something that goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {what}")]
pub struct BotFault {
    /// Its kind.
    pub kind: BotFaultKind,
    /// What it was, for people to read.
    pub what: String,
}

impl BotFault {
    pub(crate) fn new(kind: BotFaultKind, what: impl Into<String>) -> BotFault {
        BotFault { kind, what: clipped(&what.into()) }
    }
}

/// The most characters of a line of a message.
const LINE: usize = 1000;

/// Returns the text with its long lines cut off: a bot may say a megabyte, and a message be told often.
fn clipped(text: &str) -> String {
    let lines = text.lines().map(|line| match line.char_indices().nth(LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What a bot has done so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotFaultCounts {
    /// Questions that were answered, or given up.
    pub questions: u64,
    /// Messages with questions.
    pub batches: u64,
    /// Processes that were started.
    pub starts: u64,
    kinds: [u64; BotFaultKind::ALL.len()],
}

impl BotFaultCounts {
    /// Returns how often something went wrong.
    pub const fn count(&self, kind: BotFaultKind) -> u64 {
        self.kinds[kind as usize]
    }

    pub(crate) const fn add(&mut self, kind: BotFaultKind) {
        self.kinds[kind as usize] += 1;
    }
}
