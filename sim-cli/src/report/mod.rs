//! One page of figures and tables from a result: no network, no script, light and dark, for the screen and for paper.

mod balance;
mod bars;
mod command;
mod dots;
mod figure;
mod flow;
mod frontier;
mod halves;
mod heat;
mod matrix;
mod page;
mod scatter;
mod source;
mod tournament;

use std::path::{Path, PathBuf};

use crate::cli::ReportArgs;
use crate::failure::Failure;
use crate::output::{Target, presentable, quoted};
use crate::tournament::say;
use source::Source;

/// The page of a result when nothing is said.
const PAGE: &str = "report.html";

/// Writes the page.
pub(crate) fn run(args: &ReportArgs) -> Result<(), Failure> {
    let out = args.out.clone().unwrap_or_else(|| args.dir.join(PAGE));
    let inputs = Source::inputs(&args.dir);
    let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
    let out = Target::asked("--out", &out, args.force, &inputs)?;
    let source = Source::open(&args.dir)?;
    let mut sections = match source.manifest()["command"].as_str() {
        Some("tournament") => tournament::sections(&source)?,
        _ => balance::sections(&source)?,
    };
    sections.extend([frontier::section(&source)?].into_iter().filter(|section| !section.is_empty()));
    out.write(presentable(&page::render(&source, &sections)?).as_bytes())?;
    say(&[format!("written: {}", quoted(&out.path().display().to_string()))]);
    Ok(())
}
