//! What goes wrong with a bot, told apart and counted.

use std::fmt;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
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

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 13] = [
        Kind::NoStart,
        Kind::NoHello,
        Kind::WrongHello,
        Kind::Nonsense,
        Kind::Crash,
        Kind::Torn,
        Kind::Late,
        Kind::Flood,
        Kind::BadAnswer,
        Kind::Declined,
        Kind::Twice,
        Kind::Unasked,
        Kind::UnknownClue,
    ];

    /// How files say it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::NoStart => "no_start",
            Kind::NoHello => "no_hello",
            Kind::WrongHello => "wrong_hello",
            Kind::Nonsense => "nonsense",
            Kind::Crash => "crash",
            Kind::Torn => "torn",
            Kind::Late => "late",
            Kind::Flood => "flood",
            Kind::BadAnswer => "bad_answer",
            Kind::Declined => "declined",
            Kind::Twice => "twice",
            Kind::Unasked => "unasked",
            Kind::UnknownClue => "unknown_clue",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something that goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {what}")]
pub struct Trouble {
    /// Its kind.
    pub kind: Kind,
    /// What it was, for people to read.
    pub what: String,
}

impl Trouble {
    pub(crate) fn new(kind: Kind, what: impl Into<String>) -> Trouble {
        Trouble { kind, what: what.into() }
    }
}

/// What a bot has done so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Questions that were answered, or given up.
    pub questions: u64,
    /// Messages with questions.
    pub batches: u64,
    /// Processes that were started.
    pub starts: u64,
    kinds: [u64; Kind::ALL.len()],
}

impl Counts {
    /// How often something went wrong.
    pub const fn of(&self, kind: Kind) -> u64 {
        self.kinds[kind as usize]
    }

    pub(crate) const fn add(&mut self, kind: Kind) {
        self.kinds[kind as usize] += 1;
    }
}
