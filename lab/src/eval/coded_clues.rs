//! Three clues that somebody gave, with the code that they stand for.

use overhear_engine::rules::Code;

/// What a row of a file says: the clues of a code, whose keywords, and when.
pub(super) struct CodedClues {
    /// The id, or the game.
    pub(super) name: String,
    pub(super) round: u32,
    /// Empty where a file has none to show.
    pub(super) keywords: [String; 4],
    pub(super) code: Code,
    pub(super) clues: [String; 3],
}
