//! The numbers of a request: a page sends whatever stands in its fields and its address.

use serde_json::Value;

use crate::error::LabError;

/// Whole numbers of a question.
const WHOLE: [&str; 2] = ["seed", "games"];

/// Its other numbers, with the names of the settings.
const OTHER: [(&str, &str); 2] = [("margin", "margin"), ("margin_rounds", "margin-rounds")];

/// Whole numbers beside the question.
const BESIDE: [&str; 3] = ["first", "end", "game"];

/// Refuses numbers that are of no use by their names, before the rest of the request is read.
pub(super) fn check(request: &Value) -> Result<(), LabError> {
    let question = &request["question"];
    WHOLE.into_iter().try_for_each(|name| whole_number(name, &question[name]))?;
    BESIDE.into_iter().try_for_each(|name| whole_number(name, &request[name]))?;
    OTHER.into_iter().try_for_each(|(key, setting)| number(setting, &question[key]))
}

/// Returns a number that is not there is not wrong.
fn whole_number(name: &'static str, value: &Value) -> Result<(), LabError> {
    let is_right = value.is_u64() || value.is_null();
    let takes = format_args!("takes whole numbers from 0 to {}", u64::MAX);
    if is_right { Ok(()) } else { Err(LabError::setting((name, value), takes)) }
}

fn number(name: &'static str, value: &Value) -> Result<(), LabError> {
    let is_right = value.is_number() || value.is_null();
    if is_right { Ok(()) } else { Err(LabError::setting((name, value), "takes a number")) }
}
