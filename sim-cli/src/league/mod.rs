//! `sim-cli agents league`.

mod screen;

use overhear_agents::registry::Registry;
use overhear_lab::league;
use overhear_lab::league::{LeaguePage, command, markdown};

use crate::cli::LeagueArgs;
use crate::failure::Failure;
use crate::output::{OutputFormat, form, on_stdout, print, wrapped};
use crate::terminal::{listening, threads};

/// Plays the league, prints its tables, and writes them to a file if requested.
pub(crate) fn run(args: &LeagueArgs, registry: &Registry) -> Result<(), Failure> {
    threads(args.threads)?;
    let page = args.write.as_deref().map(LeaguePage::open).transpose()?;
    let config = args.config(registry);
    let result = league(&config, &listening(args.progress, args.display.color)?)?;
    if let (Some(page), Ok(())) = (page, result.check()) {
        page.write(&markdown(&result, &command(&config)))?;
    }
    match form(args.display.format) {
        OutputFormat::Csv => print(&result.agents().to_csv()),
        OutputFormat::Json => print(&result.to_json()),
        OutputFormat::Table => {
            let sentences: String = result.sentences().iter().map(|sentence| wrapped(sentence)).collect();
            print(&(sentences + &screen::draw(&result.table, on_stdout(args.display.color))))
        }
    }?;
    Ok(result.check()?)
}
