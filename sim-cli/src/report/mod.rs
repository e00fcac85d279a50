//! One page of figures and tables from a result: no network, no script, light and dark, for the screen and for paper.

mod balance;
mod bars;
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

use crate::cli::ReportArgs;
use crate::failure::Failure;
use crate::output::write_whole;
use source::Source;

/// Writes the page.
pub(crate) fn run(args: &ReportArgs) -> Result<(), Failure> {
    let name = format!("--out {}", args.out.display());
    if args.out.is_dir() {
        return Err(Failure::content(name, "this is a directory; name a file"));
    }
    if args.out.exists() && !args.force {
        return Err(Failure::content(name, "the file is there already; name another, or give --force"));
    }
    let source = Source::open(&args.dir)?;
    let mut sections = match source.manifest["command"].as_str() {
        Some("tournament") => tournament::sections(&source)?,
        _ => balance::sections(&source)?,
    };
    sections.extend([frontier::section(&source)?].into_iter().filter(|section| !section.is_empty()));
    write_whole(&args.out, page::render(&source, &sections)?.as_bytes())
}
