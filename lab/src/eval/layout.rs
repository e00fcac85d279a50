//! Layouts of the files that `eval` reads, recognised by their columns.

use crate::csv_records::CsvSource;
use crate::error::LabError;
use crate::table::FileEntry;

/// Layout of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// A note sheet as people write it: `clue1`, and `kw1` for decoding.
    Sheet,
    /// A tournament's halves.csv: `clue_1`, and `keyword_1` for decoding.
    Halves,
    /// Clues for single keywords: `keyword`, `clue`.
    Associations,
}

/// Returns the columns of a sheet for decoding.
pub(super) fn decode() -> [&'static str; 9] {
    FileEntry::find("decode.csv").names()
}

/// Returns the columns of a sheet for interception.
pub(super) fn intercept() -> [&'static str; 6] {
    FileEntry::find("intercept.csv").names()
}

/// Column of a file with codes, if it has one: rows that belong together, such as those of a game or of clues that several
/// rows share.
pub(super) const POOL: &str = "pool";

/// Column of a file with codes, if it has one: what was guessed when the clues were given.
pub(super) const RECORDED_GUESS: &str = "recorded_guess";

/// Columns of halves.csv for decoding.
pub(super) const HALVES_DECODE: [&str; 11] = [
    "game",
    "round",
    "side",
    "code",
    "clue_1",
    "clue_2",
    "clue_3",
    "keyword_1",
    "keyword_2",
    "keyword_3",
    "keyword_4",
];

/// Columns of halves.csv for interception.
pub(super) const HALVES_INTERCEPT: [&str; 7] =
    ["game", "round", "code", "clue_1", "clue_2", "clue_3", "side"];

/// Returns the columns of a list of associations.
pub(super) fn associations() -> [&'static str; 2] {
    FileEntry::find("clues.csv").names()
}

/// How a file is read.
#[derive(Clone, Copy)]
pub(super) struct QuestionOptions {
    /// Generates rounds from a list of associations.
    pub(super) seed: u64,
    /// `true` to read cells that stand for a missing value as words.
    pub(super) missing_as_words: bool,
}

impl QuestionOptions {
    pub(super) const fn new(seed: u64, missing_as_words: bool) -> QuestionOptions {
        QuestionOptions { seed, missing_as_words }
    }
}

impl Layout {
    /// Returns the layout of a file: a sheet, unless it has the columns of another layout.
    pub(super) fn detect(file: &CsvSource) -> Result<Layout, LabError> {
        let header = file.header()?;
        let columns: Vec<&str> = header.iter().collect();
        let has_associations = associations().iter().all(|column| columns.contains(column));
        Ok(match () {
            () if columns.contains(&"clue_1") => Layout::Halves,
            () if has_associations && !columns.contains(&"clue1") => Layout::Associations,
            () => Layout::Sheet,
        })
    }
}
