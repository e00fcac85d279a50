//! Labels of agents.

use overhear_engine::rules::{is_printable, misread_as};

use super::SpecError;

/// Maximum number of characters of a label.
pub const LONGEST_LABEL: usize = 100;

/// Checks that a label can stand in a table. It must not be empty, unprintable or longer than
/// [`LONGEST_LABEL`] characters, and table readers must not take it for a missing value, a number or a
/// boolean. A default label is the whole SPEC, and may be as long.
///
/// ```
/// use overhear_agents::registry::check_label;
/// assert!(check_label("bold, but fair").is_ok());
/// assert!(["a\u{1b}[2J", "", "NaN", "007", "true"].into_iter().all(|label| check_label(label).is_err()));
/// ```
///
/// # Errors
/// Returns [`SpecError::Syntax`] with the reason.
pub fn check_label(label: &str) -> Result<(), SpecError> {
    let long = label.chars().count();
    if label.is_empty() {
        Err(SpecError::syntax(label, "a label has at least one character"))
    } else if !label.chars().all(is_printable) {
        Err(SpecError::syntax(label, "a label must not have an invisible character"))
    } else if let Some(kind) = misread_as(label) {
        Err(SpecError::syntax(label, format!("data tools read that label as {kind}; add a letter")))
    } else if long > LONGEST_LABEL && !label.contains([':', '/']) {
        Err(SpecError::syntax(label, "a label has at most 100 characters"))
    } else {
        Ok(())
    }
}
