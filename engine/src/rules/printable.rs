//! Characters that may stand in a word, a label or a message.

/// Whether a character shows: it is neither a control character nor one that turns the direction of the text around it or
/// breaks its line, with which a text could hide a part of itself or move the cursor of a terminal.
///
/// ```
/// use overhear_engine::rules::is_printable;
/// assert!("l'œuvre 愛 שלום".chars().all(is_printable));
/// assert!(!['\u{1b}', '\n', '\u{202e}', '\u{200f}', '\u{2028}'].into_iter().any(is_printable));
/// ```
pub fn is_printable(c: char) -> bool {
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(c, '\u{2028}' | '\u{2029}');
    !(c.is_control() || turns || breaks)
}
