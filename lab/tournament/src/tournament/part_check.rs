//! Checks on the parts of a run: all of one run, each once.

use serde_json::Value;

use super::Shard;
use super::identity::{Difference, difference};
use crate::error::LabError;

/// A part of a run.
pub trait RunPart {
    /// Returns the path or name of the part.
    fn name(&self) -> String;

    /// Returns the part's number.
    fn shard(&self) -> Shard;

    /// Returns everything that determines the result of the part's run.
    fn identity(&self) -> &Value;
}

/// Checks that sorted parts belong to one run, without repetitions.
///
/// # Errors
/// Returns an error for parts of different runs, and for a part that is given twice.
pub fn agree(parts: &[impl RunPart]) -> Result<(), LabError> {
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
            "shard {} appears twice: in {} and {}",
            twice[0].shard(),
            twice[0].name(),
            twice[1].name()
        )));
    }
    Ok(())
}

/// Checks that sorted parts are all parts of their run.
///
/// # Errors
/// Returns an error for a missing part.
pub fn complete(parts: &[impl RunPart]) -> Result<(), LabError> {
    let of = parts[0].shard().count();
    let missing = (1..=of).filter(|&index| parts.iter().all(|part| part.shard().index() != index));
    let missing: Vec<String> = missing.map(|index| format!("{index}/{of}")).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(LabError::usage(format_args!("missing: shard {}", missing.join(", "))))
}

/// Returns the leading parts without a gap.
pub fn in_a_row<P: RunPart>(parts: &[P]) -> &[P] {
    let count = parts.iter().zip(1..).take_while(|(part, index)| part.shard().index() == *index).count();
    &parts[..count]
}

/// Checks that sorted parts are complete. The message explains that the leading parts do not decide the test.
///
/// # Errors
/// Returns an error for a missing part.
pub fn complete_for_decision(parts: &[impl RunPart]) -> Result<(), LabError> {
    complete(parts).map_err(|missing| match in_a_row(parts).last() {
        Some(last) => {
            let (shard, missing) = (last.shard(), missing.message());
            LabError::usage(format_args!("the test is not decided by the end of shard {shard}; {missing}"))
        }
        None => missing,
    })
}

/// Returns a sentence on how many parts the decision needed.
pub fn needed(parts: &[impl RunPart]) -> Option<String> {
    Some(format!("shards needed: {} of {}", parts.len(), parts.last()?.shard().count()))
}

/// Checks that two identities are equal; the error names the first difference.
///
/// # Errors
/// Returns an error for identities that differ.
pub fn check_equal(one: &str, here: &Value, other: &str, there: &Value) -> Result<(), LabError> {
    difference(here, there).map_or(Ok(()), |Difference { key, one: here, other: there }| {
        Err(LabError::usage(format_args!("`{key}` is {here} in {one}, but {there} in {other}")))
    })
}
