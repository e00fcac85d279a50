//! What the logs are at the end: the CSV files of the work area as they are, or what is made of them.

use super::store::Store;
use crate::cli::LogFormat;
use crate::failure::Failure;
use crate::output::{FileSum, Inventory};

/// Refuses a format that this program was built without.
pub(super) fn check(format: LogFormat) -> Result<(), Failure> {
    if format == LogFormat::Parquet && !cfg!(feature = "parquet") { Err(missing()) } else { Ok(()) }
}

fn missing() -> Failure {
    Failure::usage(
        "--log-format parquet: this program was built without it; build with `cargo build --release -p sim-cli \
         --features parquet`",
    )
}

/// The finished logs; those of games and halves are converted if need be.
pub(super) fn convert(logs: Inventory, format: LogFormat, store: &Store) -> Result<Inventory, Failure> {
    match format {
        LogFormat::Csv => Ok(logs),
        LogFormat::Parquet => logs.into_iter().map(|(name, sum)| as_parquet(name, sum, store)).collect(),
    }
}

#[cfg(not(feature = "parquet"))]
fn as_parquet(_: String, _: FileSum, _: &Store) -> Result<(String, FileSum), Failure> {
    Err(missing())
}

#[cfg(feature = "parquet")]
fn as_parquet(name: String, sum: FileSum, store: &Store) -> Result<(String, FileSum), Failure> {
    let converted = match name.as_str() {
        "games.csv" => "games.parquet",
        "halves.csv" => "halves.parquet",
        _ => return Ok((name, sum)),
    };
    let path = store.new_file(converted)?;
    super::parquet::write(&store.file(&name), &path)?;
    Ok((converted.to_owned(), FileSum::of_file(&path)?))
}
