//! Settings of a SPEC: `key=value` for one part of an agent, or for both.

use overhear_engine::rules::{spelling_hint, whole_number_hint};

use super::error::{SpecError, closest_spelling};
use super::quotes::{self, is_space_name};
use super::spec_part::SpecPart;
use super::{ENCRYPTORS, GUESSERS, Param};
use crate::kind::ASSOCIATIONS;

/// Keys with their values, in the order of the SPEC.
pub(super) type Settings<'a> = Vec<(&'a str, &'a str)>;

/// Sets every key on each part that has it. A key that no part has is an error.
pub(super) fn apply(
    agent: &str,
    parts: &mut [&mut SpecPart],
    settings: &Settings<'_>,
) -> Result<(), SpecError> {
    for &(key, text) in settings {
        let mut is_text = false;
        for part in parts.iter_mut() {
            if let Some(param) = taken_for_text(part, key) {
                part.values.set_text(key, Some(&read_text(agent, param, text)?));
                is_text = true;
            }
        }
        if is_text {
            continue;
        }
        let param: Option<&Param> =
            parts.iter().flat_map(|part| part.values.iter()).map(|(p, _)| p).find(|p| p.key == key);
        let Some(param) = param else {
            let parts: Vec<&SpecPart> = parts.iter().map(|part| &**part).collect();
            return Err(unknown_key(agent, &parts, key));
        };
        let value = param.read(text).ok_or_else(|| SpecError::BadValue {
            agent: agent.into(),
            key: key.into(),
            value: text.into(),
            problem: problem(param, text),
            allowed: range(param),
        })?;
        for part in parts.iter_mut() {
            part.values.set(key, value);
        }
    }
    Ok(())
}

/// Returns the text parameter of a part with this key.
fn taken_for_text(part: &SpecPart, key: &str) -> Option<&'static Param> {
    part.values.texts().map(|(param, _)| param).find(|param| param.key == key)
}

/// Parses a text value: a name, or a quoted file. Anything else could not be parsed again from a SPEC.
fn read_text(agent: &str, param: &Param, text: &str) -> Result<String, SpecError> {
    let name = is_space_name(text).then(|| text.to_owned());
    name.or_else(|| param.is_file.then(|| quotes::within(text)).flatten()).ok_or_else(|| {
        let letters = "letters, digits, `-`, `_` and `.`";
        let what = param.text.unwrap_or_default();
        let allowed = if param.is_file {
            format!("it takes {what}: {letters}, or any printable characters in quotes")
        } else {
            format!("it takes {what}: {letters}")
        };
        let (agent, key, value) = (agent.into(), param.key.into(), text.into());
        SpecError::BadValue { agent, key, value, problem: "is not allowed".to_owned(), allowed }
    })
}

/// Returns the error for a key that no part has.
pub(super) fn unknown_key(agent: &str, parts: &[&SpecPart], key: &str) -> SpecError {
    if key == ASSOCIATIONS {
        let givers = ENCRYPTORS.iter().filter(|kind| kind.associates).map(|kind| kind.name);
        let readers = GUESSERS.iter().filter(|kind| kind.associates).map(|kind| kind.name);
        let kinds = givers.chain(readers).collect::<Vec<_>>().join(", ");
        return SpecError::NoAssociations { agent: agent.into(), kinds };
    }
    let params = parts.iter().flat_map(|part| part.values.iter()).map(|(param, _)| param.key);
    let texts = parts.iter().flat_map(|part| part.values.texts()).map(|(param, _)| param.key);
    let mut known: Vec<&str> = params.chain(texts).collect();
    let nearest = closest_spelling(key, known.iter().copied()).map(str::to_owned);
    known.sort_unstable();
    known.dedup();
    let known = known.join(", ");
    SpecError::UnknownKey { agent: agent.into(), key: key.into(), nearest, known }
}

fn is_number(text: &str) -> bool {
    text.parse().is_ok_and(f64::is_finite)
}

fn is_whole(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

/// Returns what is wrong with a value that a parameter does not take.
fn problem(param: &Param, text: &str) -> String {
    if !param.names.is_empty() {
        "is not one of its values".to_owned()
    } else if param.whole && !is_whole(text) {
        format!("is not a whole number{}", whole_number_hint(text, is_whole))
    } else if !is_number(text) {
        format!("is not a number{}", spelling_hint(text, is_number))
    } else {
        "is out of range".to_owned()
    }
}

/// Returns the values that a parameter takes, for messages.
fn range(param: &Param) -> String {
    if !param.names.is_empty() {
        return format!("it takes one of {}", param.names.join(", "));
    }
    let kind = if param.whole { "a whole number" } else { "a number" };
    format!("it takes {kind} from {} to {}", param.low, param.high)
}
