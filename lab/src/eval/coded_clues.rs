//! Recorded clues with the code that they stand for, and the rows of a file that has them.

use overhear_engine::rules::{Code, same_clue_form};

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
    /// Number of the pool of the row, if the file has pools.
    pub(super) pool: Option<usize>,
}

/// The rows of a file.
pub(super) struct GroupedRows {
    /// Name of the file.
    pub(super) file: String,
    /// The rows in the groups that are answered together.
    pub(super) groups: Vec<Vec<CodedClues>>,
}

/// Why a team cannot hold four keywords, with the place of the first that it cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeywordFault {
    Empty(usize),
    /// It stands before, perhaps written otherwise.
    Repeated(usize),
}

impl KeywordFault {
    /// Returns the first fault of a team's keywords.
    pub(super) fn find(keywords: &[String]) -> Option<KeywordFault> {
        keywords.iter().enumerate().find_map(|(place, keyword)| {
            if keyword.is_empty() {
                return Some(KeywordFault::Empty(place));
            }
            keywords[..place]
                .iter()
                .any(|other| same_clue_form(other) == same_clue_form(keyword))
                .then_some(KeywordFault::Repeated(place))
        })
    }
}

/// What was guessed when the clues were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordedGuess {
    /// The file does not say.
    Unknown,
    /// Three digits that are no code, such as one that stands twice: a wrong guess.
    NoCode([u32; 3]),
    Code(Code),
}

impl RecordedGuess {
    /// Reads a cell; an empty one is unknown.
    pub(super) fn parse(cell: &str) -> Result<RecordedGuess, String> {
        if cell.is_empty() {
            return Ok(RecordedGuess::Unknown);
        }
        let problem = match cell.parse() {
            Ok(code) => return Ok(RecordedGuess::Code(code)),
            Err(_) => {
                format!("`{cell}` is not a guess; write three digits, as in 3-1-4, or leave the cell empty")
            }
        };
        let digits: Vec<u32> = cell.chars().filter_map(|c| c.to_digit(10)).collect();
        match digits[..] {
            [a, b, c]
                if cell.chars().all(|c| c.is_ascii_digit() || c == '-' || c == ' ')
                    && !is_code([a, b, c]) =>
            {
                Ok(RecordedGuess::NoCode([a, b, c]))
            }
            _ => Err(problem),
        }
    }
}

/// Returns `true` for digits that would be a code if they were written as one.
fn is_code([a, b, c]: [u32; 3]) -> bool {
    format!("{a}{b}{c}").parse::<Code>().is_ok()
}
