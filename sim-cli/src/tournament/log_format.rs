//! What the logs are at the end: the CSV files of the work area as they are, or what is made of them.

use std::path::PathBuf;

use crate::cli::LogFormat;
use crate::failure::Failure;

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

/// The names of the finished logs; those of games and halves are converted if need be.
pub(super) fn convert(
    names: &[&'static str],
    format: LogFormat,
    place: impl Fn(&str) -> PathBuf,
) -> Result<Vec<&'static str>, Failure> {
    match format {
        LogFormat::Csv => Ok(names.to_vec()),
        LogFormat::Parquet => names.iter().map(|name| as_parquet(name, &place)).collect(),
    }
}

#[cfg(not(feature = "parquet"))]
fn as_parquet(_: &'static str, _: &impl Fn(&str) -> PathBuf) -> Result<&'static str, Failure> {
    Err(missing())
}

#[cfg(feature = "parquet")]
fn as_parquet(name: &'static str, place: &impl Fn(&str) -> PathBuf) -> Result<&'static str, Failure> {
    let converted = match name {
        "games.csv" => "games.parquet",
        "halves.csv" => "halves.parquet",
        other => return Ok(other),
    };
    super::parquet::write(&place(name), &place(converted))?;
    Ok(converted)
}
