//! Comparison of clue texts (R20).

use unicode_normalization::UnicodeNormalization as _;

/// Returns the form in which clues and keywords are compared (R20, **decided**).
///
/// The form is Unicode NFKC in lower case. Hyphens and white space are folded into single spaces, with none
/// at the ends.
///
/// ```
/// use overhear_engine::rules::same_clue_form;
/// assert_eq!(same_clue_form("Pieds  Nus dans l'aube"), "pieds nus dans l'aube");
/// assert_eq!(same_clue_form("ice-cream"), same_clue_form(" Ice Cream"));
/// assert_eq!(same_clue_form("cafe\u{301}"), same_clue_form("café"));
/// assert_ne!(same_clue_form("café"), same_clue_form("cafe"));
/// ```
pub fn same_clue_form(text: &str) -> String {
    let folded = folded(text);
    let parts = folded.split(|c: char| c.is_whitespace() || is_hyphen(c)).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// Returns a text in NFKC and in lower case. ASCII, as nearly all words of a space are, has one form alone.
fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // Lower-casing can produce decomposed characters, so the text is composed again.
    text.nfkc().flat_map(char::to_lowercase).nfc().collect()
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}
