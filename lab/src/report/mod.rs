//! One page of figures and tables from a result: no network, no script, light and dark, for the screen and
//! for paper.

mod balance;
mod bars;
#[cfg(test)]
mod colours;
mod columns;
mod command;
mod dots;
mod figure;
mod flow;
mod frontier;
mod group;
mod halves;
mod heat;
mod matrix;
mod page;
mod rows;
mod run_manifest;
mod scatter;
mod source;
mod strips;
mod text;
mod tournament;

use std::path::{Path, PathBuf};

use crate::error::LabError;
use crate::store::Target;
use crate::table::presentable;
pub use page::GLOSSARY;
use run_manifest::RunManifest;
use source::ResultFiles;

/// The page of a result when nothing is said.
const PAGE: &str = "report.html";

/// Returns the page of the result in a directory, as HTML.
///
/// # Errors
/// If there is no result, or it is not as it was written.
pub fn page(dir: &Path) -> Result<String, LabError> {
    let source = ResultFiles::open(dir)?;
    let (findings, mut sections) = match source.run_manifest() {
        RunManifest::Tournament(manifest) => {
            (tournament::findings(&source, manifest)?, tournament::sections(&source)?)
        }
        RunManifest::Balance(manifest) => {
            (balance::findings(&source, manifest)?, balance::sections(&source, manifest)?)
        }
    };
    sections.extend([frontier::section(&source)?].into_iter().filter(|section| !section.is_empty()));
    Ok(presentable(&page::render(&source, &findings, &sections)?).into_owned())
}

/// Writes the page of the result in a directory, into it if nothing else is said; returns where it stands.
///
/// # Errors
/// As [`page()`], and if the file may not be written.
pub fn write_page(dir: &Path, out: Option<&Path>, force: bool) -> Result<PathBuf, LabError> {
    let out = out.map_or_else(|| dir.join(PAGE), Path::to_owned);
    let inputs = ResultFiles::inputs(dir);
    let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
    let target = Target::from_config("out", &out, force, &inputs)?;
    target.write(page(dir)?.as_bytes())?;
    Ok(target.path().to_owned())
}
