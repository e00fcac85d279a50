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
}
