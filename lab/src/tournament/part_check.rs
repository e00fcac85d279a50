//! Which parts of a run are there: all of one run, each once.

use serde_json::Value;

use super::Shard;
use super::identity::difference;
use crate::error::LabError;

/// A part that is there.
pub(crate) trait RunPart {
    /// Where it stands, or what it is called.
    fn name(&self) -> String;

    /// Which part it is.
    fn shard(&self) -> Shard;

    /// Everything that decides the result of its run.
    fn identity(&self) -> &Value;
}

/// Sees that sorted parts are of one run, each there once.
pub(crate) fn agree(parts: &[impl RunPart]) -> Result<(), LabError> {
    let first = &parts[0];
    for part in parts {
        let (one, other) = (first.name(), part.name());
        check_equal(&one, first.identity(), &other, part.identity())?;
        if part.shard().count() != first.shard().count() {
            return Err(LabError::usage(format_args!(
                "{one} is shard {}, {other} is shard {}: not of the same number",
                first.shard(),
                part.shard()
            )));
        }
    }
    if let Some(twice) = parts.windows(2).find(|two| two[0].shard() == two[1].shard()) {
        return Err(LabError::usage(format_args!(
            "shard {} is there twice: {} and {}",
            twice[0].shard(),
            twice[0].name(),
            twice[1].name()
        )));
    }
    Ok(())
}

/// Sees that sorted parts are all of their run.
pub(crate) fn complete(parts: &[impl RunPart]) -> Result<(), LabError> {
    let of = parts[0].shard().count();
    let missing = (1..=of).filter(|&index| parts.iter().all(|part| part.shard().index() != index));
    let missing: Vec<String> = missing.map(|index| format!("{index}/{of}")).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(LabError::usage(format_args!("missing: shard {}", missing.join(", "))))
}

/// Those of sorted parts before the first that is missing.
pub(crate) fn in_a_row<P: RunPart>(parts: &[P]) -> &[P] {
    let count = parts.iter().zip(1..).take_while(|(part, index)| part.shard().index() == *index).count();
    &parts[..count]
}

/// Sees that sorted parts are all of their run, which those in a row do not decide.
pub(crate) fn complete_for_decision(parts: &[impl RunPart]) -> Result<(), LabError> {
    complete(parts).map_err(|missing| match in_a_row(parts).last() {
        Some(last) => {
            let (shard, missing) = (last.shard(), missing.message());
            LabError::usage(format_args!("the test is not decided by the end of shard {shard}; {missing}"))
        }
        None => missing,
    })
}

/// How many of its parts a decision has needed, in a sentence.
pub(crate) fn needed(parts: &[impl RunPart]) -> Option<String> {
    Some(format!("shards needed: {} of {}", parts.len(), parts.last()?.shard().count()))
}

/// Refuses two runs that are not the same.
pub(crate) fn check_equal(one: &str, here: &Value, other: &str, there: &Value) -> Result<(), LabError> {
    difference(here, there).map_or(Ok(()), |(key, here, there)| {
        Err(LabError::usage(format_args!("`{key}` is {here} in {one}, but {there} in {other}")))
    })
}
