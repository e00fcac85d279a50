//! Three recorded clues with the code that they stand for.

use overhear_engine::rules::Code;

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
    /// Digits that are no code, as people write by mistake: a wrong guess.
    NoCode,
    Code(Code),
}

impl RecordedGuess {
    /// Reads a cell; an empty one is unknown.
    pub(super) fn parse(cell: &str) -> Result<RecordedGuess, String> {
        let digits = || cell.chars().filter(char::is_ascii_digit);
        match cell.parse() {
            Ok(code) => Ok(RecordedGuess::Code(code)),
            Err(_) if cell.is_empty() => Ok(RecordedGuess::Unknown),
            Err(_) if digits().count() == 3 && digits().all(|digit| ('1'..='4').contains(&digit)) => {
                Ok(RecordedGuess::NoCode)
            }
            Err(error) => Err(error.to_string()),
        }
    }
}
