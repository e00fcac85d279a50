//! Three recorded clues with the code that they stand for.

use overhear_engine::rules::{Code, Slot};

/// A row of a file: the clues of a code, its keywords and its round.
pub(super) struct CodedClues {
    /// The id of the row, or the game.
    pub(super) name: String,
    pub(super) round: u32,
    /// Empty where the file has none.
    pub(super) keywords: [String; 4],
    pub(super) code: Code,
    pub(super) clues: [String; 3],
    pub(super) recorded: RecordedGuess,
}

/// What was guessed when the clues were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordedGuess {
    /// The file does not say.
    Unknown,
    /// Digits of which two are alike, as people write by mistake: no code, and a wrong guess.
    Repeated([Slot; 3]),
    Code(Code),
}

impl RecordedGuess {
    /// Reads a cell; an empty one is unknown.
    pub(super) fn parse(cell: &str) -> Result<RecordedGuess, String> {
        if cell.is_empty() {
            return Ok(RecordedGuess::Unknown);
        }
        match (cell.parse(), Code::digits(cell)) {
            (Ok(code), _) => Ok(RecordedGuess::Code(code)),
            (Err(_), Some(digits)) => Ok(RecordedGuess::Repeated(digits)),
            (Err(_), None) => Err(format!(
                "`{cell}` is not a guess; write three digits from 1 to 4, as in 3-1-4, or leave the cell empty"
            )),
        }
    }
}
