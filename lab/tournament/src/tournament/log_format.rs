//! Final format of the logs: the CSV files of the work area, or Parquet files made from them.

use super::LogFormat;
use crate::error::LabError;
use crate::store::{FileChecksum, Inventory, WorkArea};

/// Checks that the program was built with this format.
pub(super) fn check(format: LogFormat) -> Result<(), LabError> {
    if format == LogFormat::Parquet && !cfg!(feature = "parquet") { Err(missing()) } else { Ok(()) }
}

fn missing() -> LabError {
    LabError::setting(
        ("log-format", "parquet"),
        "this program was built without Parquet; build it with the feature `parquet`",
    )
}

/// Returns the finished logs of a work area. Logs of games and halves are converted to `format`.
pub(super) fn convert(logs: Inventory, format: LogFormat, work: &WorkArea) -> Result<Inventory, LabError> {
    match format {
        LogFormat::Csv => Ok(logs),
        LogFormat::Parquet => logs.into_iter().map(|(name, sum)| as_parquet(name, sum, work)).collect(),
    }
}

#[cfg(not(feature = "parquet"))]
fn as_parquet(_: String, _: FileChecksum, _: &WorkArea) -> Result<(String, FileChecksum), LabError> {
    Err(missing())
}

#[cfg(feature = "parquet")]
fn as_parquet(name: String, sum: FileChecksum, work: &WorkArea) -> Result<(String, FileChecksum), LabError> {
    let converted = match name.as_str() {
        "games.csv" => "games.parquet",
        "halves.csv" => "halves.parquet",
        _ => return Ok((name, sum)),
    };
    let path = work.new_file(converted)?;
    super::parquet::write(crate::table::FileEntry::find(&name), &work.file(&name), &path)?;
    Ok((converted.to_owned(), FileChecksum::of_file(&path)?))
}
