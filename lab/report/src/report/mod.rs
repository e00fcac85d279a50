//! Report on a result: one page of figures and tables without network access or scripts, light and dark, for
//! screen and paper.

mod balance;
mod bars;
mod cards;
#[cfg(test)]
mod colours;
mod columns;
mod command;
mod dots;
mod figure;
mod flow;
mod frontier;
mod game_sheet;
mod group;
mod halves;
mod headline;
mod heat;
mod main_figure;
mod matrix;
mod measurement;
mod outlying_words;
mod page;
mod rows;
mod run_manifest;
mod sample_games;
mod scatter;
mod side_by_side;
mod source;
mod strips;
mod text;
mod three_player;
mod tournament;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

pub use cards::{cards_page, write_cards_page, write_report};
use overhear_lab::error::LabError;
use overhear_lab::store::Target;
use overhear_lab::table::presentable;
pub use page::GLOSSARY;
use run_manifest::RunManifest;
use source::ResultFiles;

/// Default name of the page.
const PAGE: &str = "report.html";

/// Returns the page of the result in a directory, as HTML.
///
/// # Errors
/// Returns an error if the directory has no result, or if the result has been changed.
pub fn page(dir: &Path) -> Result<String, LabError> {
    let source = ResultFiles::open(dir)?;
    let (findings, mut sections) = match source.run_manifest() {
        RunManifest::Tournament(manifest) => {
            (tournament::findings(&source, manifest)?, tournament::sections(&source)?)
        }
        RunManifest::Rules(manifest) => {
            (balance::findings(&source, manifest)?, balance::sections(&source, manifest)?)
        }
        RunManifest::Measurement(manifest) => (manifest.findings.clone(), measurement::sections(&source)?),
    };
    // The first figure of the first section stands under the headline: of a frontier alone it is its own.
    let place = if sections.iter().any(|section| !section.figures.is_empty()) { sections.len() } else { 0 };
    let frontier = frontier::section(&source)?;
    if !frontier.is_empty() {
        sections.insert(place, frontier);
    }
    Ok(presentable(&page::render(&source, &headline::headline(&source, &findings)?, &findings, &sections)?)
        .into_owned())
}

/// Writes the page of the result in a directory, by default into that directory. Returns the path of the
/// page.
///
/// # Errors
/// Returns the errors of [`page()`], and an error if the file cannot be written.
pub fn write_page(dir: &Path, out: Option<&Path>, force: bool) -> Result<PathBuf, LabError> {
    let out = out.map_or_else(|| dir.join(PAGE), Path::to_owned);
    check_extension(&out)?;
    let inputs = ResultFiles::inputs(dir);
    let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
    let target = Target::from_config("out", &out, force, &inputs)?;
    target.write(page(dir)?.as_bytes())?;
    Ok(target.path().to_owned())
}

/// Checks that the name of a page does not end like another kind of file.
fn check_extension(out: &Path) -> Result<(), LabError> {
    const OTHERS: [&str; 9] = ["csv", "jpeg", "jpg", "json", "md", "pdf", "png", "svg", "txt"];
    let extension = out.extension().map(OsStr::to_ascii_lowercase);
    if extension.and_then(|extension| OTHERS.iter().find(|&&other| extension == other)).is_none() {
        return Ok(());
    }
    let message = "a report is a page in HTML: name it .html; figures are saved as PNG and SVG from the interactive page";
    Err(LabError::setting(("out", out.display()), message))
}
