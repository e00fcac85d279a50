//! The rows that are ceilings: those of the exact belief, in measures in which no answer can do better.
//!
//! In other measures the exact belief has a row as well, but luck may let others do better: in the hit rate and the bits of single guesses, in
//! right words, and in what is scored against events instead of their chances. A belief in which all is alike is well calibrated without
//! knowing anything.

use super::number::BenchNumber;

/// Label of the exact belief where nothing can do better.
pub(super) const CEILING: &str = "ceiling: exact";

/// Label of the exact belief in other measures.
const EXACT: &str = "exact belief";

/// Returns `true` if no answer does better in a measure than the exact belief.
fn is_ceiling(task: &str, what: &str) -> bool {
    match task {
        "predict" => what.starts_with("skill") || what.starts_with("egocentrism"),
        "believe" => !what.starts_with("right words") && !what.starts_with("expected calibration error"),
        "stated risk" => what.contains("against exact chances"),
        _ => false,
    }
}

/// Takes the name of a ceiling from rows of the exact belief in other measures.
pub(super) fn name_ceilings(measures: &mut [BenchNumber]) {
    let others = |row: &&mut BenchNumber| row.player == CEILING && !is_ceiling(row.task, &row.what);
    measures.iter_mut().filter(others).for_each(|row| EXACT.clone_into(&mut row.player));
}
