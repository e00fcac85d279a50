//! A row of a deck file.

/// A word of a deck file.
pub(super) struct DeckRow {
    /// Line number of the word, from 1.
    pub(super) line: usize,
    /// Name of the card.
    pub(super) card: String,
    /// Name of the face.
    pub(super) face: String,
    /// The word in the language of the game.
    pub(super) text: String,
    /// Translations of the word.
    pub(super) translations: Vec<String>,
}

impl DeckRow {
    /// Creates the row of a word on a card of its own.
    pub(super) fn single_word(line: usize, text: &str) -> DeckRow {
        let text = text.to_owned();
        DeckRow { line, card: line.to_string(), face: String::new(), text, translations: Vec::new() }
    }
}
