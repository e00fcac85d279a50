//! The order of agents on a page: the place of an agent is its colour and mark in every figure.

use super::source::ResultFiles;
use overhear_lab::error::LabError;

/// Returns the labels of the agents in the order of a file of the result, best first: standings.csv or league.csv; none without the
/// file.
pub(super) fn order_in(source: &ResultFiles, file: &str) -> Result<Vec<String>, LabError> {
    Ok(source
        .table(file)?
        .map(|table| table.rows().map(|row| row.text("agent").to_owned()).collect())
        .unwrap_or_default())
}
