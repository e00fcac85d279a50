//! Characters and texts that are safe in tables, labels and messages.

/// Returns `true` if a character is safe to print.
///
/// Control characters, direction marks and Unicode line breaks are not. With these, a text could hide a part
/// of itself or move the cursor of a terminal.
///
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

/// Texts that pandas and other CSV readers parse as a missing value, in lower case.
const MISSING: [&str; 13] = [
    "na",
    "nan",
    "null",
    "none",
    "n/a",
    "<na>",
    "#na",
    "#n/a",
    "#n/a n/a",
    "1.#ind",
    "1.#qnan",
    "#null!",
    "missing value",
];

/// Returns `true` if table readers would parse the text as a missing value.
///
/// ```
/// use overhear_engine::rules::reads_as_missing;
/// assert!(reads_as_missing("NaN") && reads_as_missing(" n/a") && !reads_as_missing("nano"));
/// ```
pub fn reads_as_missing(text: &str) -> bool {
    let text = text.trim().trim_start_matches('-');
    MISSING.iter().any(|mark| text.eq_ignore_ascii_case(mark))
}
