//! Why a SPEC names no agent, and what may have been meant.

use std::borrow::Cow;

/// A SPEC that names no agent.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// There is no such preset, clue giver or guesser.
    #[error("no {what} `{name}`{}; {known}", suggestion(.nearest.as_ref()))]
    UnknownName {
        /// What was looked for.
        what: &'static str,
        /// The name.
        name: String,
        /// The right one, most likely.
        nearest: Option<String>,
        /// What there is.
        known: String,
    },
    /// The agent has no such parameter.
    #[error("`{agent}` has no parameter `{key}`{}; it has {known}", suggestion(.nearest.as_ref()))]
    UnknownKey {
        /// The agent or part.
        agent: String,
        /// The key.
        key: String,
        /// The right one, most likely.
        nearest: Option<String>,
        /// All of them.
        known: String,
    },
    /// The agent does not go by P(clue | keyword), and nothing that is stated of it would reach the agent.
    #[error("`{agent}` goes by no associations; those that do: {kinds}")]
    NoAssociations {
        /// The agent or part.
        agent: String,
        /// The kinds that do.
        kinds: String,
    },
    /// A value is not a number that the parameter may be.
    #[error("`{agent}`: {key} = {value} is out of range; {allowed}")]
    BadValue {
        /// The agent or part.
        agent: String,
        /// The key.
        key: String,
        /// The value as written.
        value: String,
        /// What it may be.
        allowed: String,
    },
    /// There is an agent or a part of this name, but it does not go where it stands.
    #[error("`{name}` {what}: write `{instead}`")]
    WrongPlace {
        /// The name.
        name: String,
        /// What it is.
        what: &'static str,
        /// What would be right.
        instead: String,
    },
    /// A file that a part is given is not there, or cannot be read.
    #[error("`{name}`: {key} = {file}: {reason}")]
    NoFile {
        /// The part.
        name: String,
        /// The key.
        key: String,
        /// The file as it is named.
        file: String,
        /// Why not.
        reason: String,
    },
    /// A part cannot be made.
    #[error("`{name}`: {reason}")]
    NotMade {
        /// The part.
        name: String,
        /// Why not.
        reason: String,
    },
    /// The text is not of the form that a SPEC has.
    #[error("`{}` is no agent: {reason}", excerpt(text))]
    Syntax {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: Cow<'static, str>,
    },
}

/// The beginning of a text that is long.
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
    let nearest = nearest(name, known.clone()).map(str::to_owned);
    let known: Vec<_> = known.collect();
    let known =
        if known.is_empty() { "there is none".to_owned() } else { format!("there are {}", known.join(", ")) };
    SpecError::UnknownName { what, name: name.to_owned(), nearest, known }
}

/// The word that was most likely meant, if one comes near.
///
/// ```
/// use overhear_agents::registry::nearest;
/// assert_eq!(nearest("margn", ["margin", "human"].into_iter()), Some("margin"));
/// assert_eq!(nearest("xyz", ["margin", "human"].into_iter()), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let scored = known.map(|candidate| (strsim::jaro_winkler(word, candidate), candidate));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > 0.7).then_some(best.1)
}
