//! What travels between the program and a bot, as a bot that is overheard notes it.

use std::fs::read_to_string;
use std::path::Path;

#[cfg(feature = "schema")]
use crate::schema::hold;

/// Without the feature `schema` a message need only be JSON.
#[cfg(not(feature = "schema"))]
fn hold(_direction: &str, _message: &serde_json::Value) {}

/// Reads every line that was told and said, and holds it against the schema; how many there are.
pub(crate) fn check(folder: &Path) -> [usize; 2] {
    ["told", "said"].map(|direction| {
        let lines = read_to_string(folder.join(direction)).expect("lines");
        for line in lines.lines() {
            let message = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            hold(direction, &message);
        }
        lines.lines().count()
    })
}
