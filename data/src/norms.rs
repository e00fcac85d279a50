//! What people say to many words, as the norms of each language state it.

/// Returns the norms of the language with this code, as lines behind a header: headword, a tab, and answers with commas between, the
/// likeliest first. `None` for another code, and for `fr`, `it` and `sv` without the feature `languages`.
///
/// The English keywords have no line: what is said to them stands in [`associations`](crate::associations).
///
/// ```
/// let norms = overhear_data::norms("en").expect("English is always there");
/// assert!(norms.lines().any(|line| line.starts_with("christmas\tsanta, ")));
/// assert!(overhear_data::norms("la").is_none());
/// ```
pub fn norms(code: &str) -> Option<&'static str> {
    match code {
        "en" => Some(include_str!("../norms/norms-en.tsv")),
        #[cfg(feature = "languages")]
        "fr" => Some(include_str!("../norms/norms-fr.tsv")),
        #[cfg(feature = "languages")]
        "it" => Some(include_str!("../norms/norms-it.tsv")),
        #[cfg(feature = "languages")]
        "sv" => Some(include_str!("../norms/norms-sv.tsv")),
        _ => None,
    }
}
