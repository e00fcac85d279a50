//! Validation of a request's numbers, which come from the page's fields and address.

use serde_json::Value;

use overhear_lab::error::LabError;

/// Integers of a comparison.
const WHOLE: [&str; 2] = ["seed", "games"];

/// Other numbers of a comparison, with the names of their settings.
const OTHER: [(&str, &str); 2] = [("margin", "margin"), ("margin_rounds", "margin-rounds")];

/// Integers beside the comparison.
const BESIDE: [&str; 5] = ["first", "end", "game", "round", "rounds"];

/// Refuses unusable numbers by name, before the rest of the request is parsed.
pub(super) fn check(request: &Value) -> Result<(), LabError> {
    let question = &request["question"];
    WHOLE.into_iter().try_for_each(|name| whole_number(name, &question[name]))?;
    BESIDE.into_iter().try_for_each(|name| whole_number(name, &request[name]))?;
    OTHER.into_iter().try_for_each(|(key, setting)| number(setting, &question[key]))
}

/// Checks that a number is an integer in range or absent.
fn whole_number(name: &'static str, value: &Value) -> Result<(), LabError> {
    let is_right = value.is_u64() || value.is_null();
    if is_right { Ok(()) } else { Err(LabError::setting((name, value), "takes a whole number, 0 or more")) }
}

fn number(name: &'static str, value: &Value) -> Result<(), LabError> {
    let is_right = value.is_number() || value.is_null();
    if is_right { Ok(()) } else { Err(LabError::setting((name, value), "takes a number")) }
}
