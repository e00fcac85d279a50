//! Labels of agents.

use overhear_engine::rules::{is_printable, misread_as};
use unicode_normalization::UnicodeNormalization as _;

use super::SpecError;

/// Maximum number of characters of a label.
pub const LONGEST_LABEL: usize = 100;

/// Checks that a label can stand in a table. It must not be empty, unprintable or longer than
/// [`LONGEST_LABEL`] characters, and table readers must not take it for a missing value, a number, a boolean or a
/// formula. A default label is the whole SPEC, and may be as long.
///
/// ```
/// use overhear_agents::registry::check_label;
/// assert!(check_label("bold, but fair").is_ok());
/// assert!(["a\u{1b}[2J", "", "NaN", "007", "true", "@SUM(A1)"].into_iter().all(|label| check_label(label).is_err()));
/// ```
///
/// # Errors
/// Returns [`SpecError::Syntax`] with the reason.
pub fn check_label(label: &str) -> Result<(), SpecError> {
    let long = label.chars().count();
    if label.is_empty() {
        Err(SpecError::syntax(label, "a label has at least one character"))
    } else if !label.chars().all(|c| is_printable(c) && !is_soft(c)) {
        Err(SpecError::syntax(label, "a label must not have an invisible character"))
    } else if let Some(kind) = misread_as(label) {
        Err(SpecError::syntax(label, format!("data tools read that label as {kind}; add a letter")))
    } else if begins_formula(label) {
        let message = "spreadsheets read that label as a formula; begin with a letter or a digit";
        Err(SpecError::syntax(label, message))
    } else if long > LONGEST_LABEL && !label.contains([':', '/']) {
        Err(SpecError::syntax(label, "a label has at most 100 characters"))
    } else {
        Ok(())
    }
}

/// Returns a text that two labels have in common if readers cannot tell them apart: composed and decomposed letters, joiners and
/// variants that may not show, spaces and letters of any width.
///
/// ```
/// use overhear_agents::registry::label_look;
/// assert_eq!(label_look("cafe\u{301}  1"), label_look("caf\u{e9}\u{a0}1"));
/// assert_eq!(label_look("A1"), label_look("\u{ff21}1"));
/// assert_ne!(label_look("cafe"), label_look("caf\u{e9}"));
/// ```
pub fn label_look(label: &str) -> String {
    let words: Vec<String> = label
        .split_whitespace()
        .map(|word| word.chars().filter(|&c| shows(c)).map(of_one_width).nfc().collect())
        .collect();
    words.join(" ")
}

/// Returns the ASCII character of a full-width one, and every other as it is.
fn of_one_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// Returns `true` for a character that shows at most in some places: a hyphen at the end of a line, a tag of a flag.
const fn is_soft(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns `false` for joiners and variants, which many letters show alike.
const fn shows(c: char) -> bool {
    !matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Returns `true` if a spreadsheet calculates a cell that begins so. Some read full-width signs alike.
fn begins_formula(label: &str) -> bool {
    label.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
}
