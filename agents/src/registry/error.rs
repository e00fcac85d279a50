//! Errors of SPECs, with suggestions.

use std::borrow::Cow;

/// Error returned for a text that is no SPEC of an agent.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// There is no preset, Encryptor or guesser of this name.
    #[error("unknown {what} `{name}`{}; {known}", suggestion(.nearest.as_ref()))]
    UnknownName {
        /// The kind of thing looked for.
        what: &'static str,
        /// The name.
        name: String,
        /// The most similar name, if there is one.
        nearest: Option<String>,
        /// The known names.
        known: String,
    },
    /// The agent has no parameter with this key.
    #[error("`{agent}` has no parameter `{key}`{}; it has {known}", suggestion(.nearest.as_ref()))]
    UnknownKey {
        /// The agent or part.
        agent: String,
        /// The key.
        key: String,
        /// The most similar key, if there is one.
        nearest: Option<String>,
        /// All keys.
        known: String,
    },
    /// The agent does not use P(clue | keyword), so stated associations would have no effect.
    #[error("`{agent}` takes no associations; those that do: {kinds}")]
    NoAssociations {
        /// The agent or part.
        agent: String,
        /// The kinds that use it.
        kinds: String,
    },
    /// A value is out of range or of the wrong type.
    #[error("`{agent}`: {key} = {value} {problem}; {allowed}")]
    BadValue {
        /// The agent or part.
        agent: String,
        /// The key.
        key: String,
        /// The value as written.
        value: String,
        /// What is wrong with it.
        problem: String,
        /// The allowed values.
        allowed: String,
    },
    /// An agent or part of this name exists, but not for this place.
    #[error("`{name}` {what}; write `{instead}`")]
    WrongPlace {
        /// The name.
        name: String,
        /// Description of the thing that the name stands for.
        what: &'static str,
        /// Suggestion.
        instead: String,
    },
    /// A file of a part is missing or unreadable.
    #[error("`{name}`: {key} = {file}: {reason}")]
    NoFile {
        /// The part.
        name: String,
        /// The key.
        key: String,
        /// The file as named.
        file: String,
        /// The reason.
        reason: String,
    },
    /// A part cannot be built.
    #[error("`{name}`: {reason}")]
    NotMade {
        /// The part.
        name: String,
        /// The reason.
        reason: String,
    },
    /// The text does not have the form of a SPEC.
    #[error("`{}` is not an agent: {reason}", excerpt(text))]
    Syntax {
        /// The text.
        text: String,
        /// The reason.
        reason: Cow<'static, str>,
    },
}

impl SpecError {
    /// Returns the error for a text that breaks the syntax of a SPEC.
    pub(super) fn syntax(text: &str, reason: impl Into<Cow<'static, str>>) -> SpecError {
        SpecError::Syntax { text: text.to_owned(), reason: reason.into() }
    }
}

/// Returns the beginning of a long text.
fn excerpt(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn suggestion(nearest: Option<&String>) -> String {
    nearest.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"))
}

pub(super) fn unknown<'a>(
    what: &'static str,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> SpecError {
    let nearest = closest_spelling(name, known.clone()).map(str::to_owned);
    let known: Vec<_> = known.collect();
    let known =
        if known.is_empty() { "there is none".to_owned() } else { format!("there are {}", known.join(", ")) };
    SpecError::UnknownName { what, name: name.to_owned(), nearest, known }
}

/// Returns the most similar known word, if it is similar enough.
///
/// ```
/// use overhear_agents::registry::closest_spelling;
/// assert_eq!(closest_spelling("margn", ["margin", "human"].into_iter()), Some("margin"));
/// assert_eq!(closest_spelling("xyz", ["margin", "human"].into_iter()), None);
/// ```
pub fn closest_spelling<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let scored = known.map(|candidate| (strsim::jaro_winkler(word, candidate), candidate));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > 0.7).then_some(best.1)
}
