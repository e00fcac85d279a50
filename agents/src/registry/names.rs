//! Syntax of names in a SPEC.

/// Returns `true` if the text can name an embedding: letters, digits, `-`, `_` and `.`.
///
/// ```
/// use overhear_agents::registry::is_space_name;
/// assert!(is_space_name("wiki-2014") && !is_space_name("a=b") && !is_space_name(""));
/// ```
pub fn is_space_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter))
}
