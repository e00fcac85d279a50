//! `sim-cli agents league`.

mod screen;

use overhear_agents::registry::Registry;
use overhear_lab::command_line::CommandLine;
use overhear_lab::league::{LeagueConfig, LeaguePage, markdown};
use overhear_lab::run::Experiment as _;

use crate::cli::LeagueArgs;
use crate::commands::kept_run::run as measured;
use crate::failure::Failure;
use crate::output::{OutputFormat, form, on_stdout, print, wrapped};
use crate::terminal::{listening, threads};

/// Plays the league, prints its tables, and writes them to a file if requested.
pub(crate) fn run(args: &LeagueArgs, registry: &Registry) -> Result<(), Failure> {
    let LeagueArgs { experiment, asking } = args;
    experiment.config.0.write.as_deref().map(LeaguePage::open).transpose()?;
    let watch = asking.limit(listening(experiment.run.progress, experiment.display.color)?);
    threads(experiment.run.threads)?;
    let league = measured(experiment, registry, &watch)?;
    let (config, result) = (&league.config, &league.result.found);
    if let (Some(path), Ok(())) = (&config.write, result.check()) {
        LeaguePage::open(path)?.write(&markdown(result, &repeated(config)))?;
    }
    match form(experiment.display.format) {
        OutputFormat::Csv => print(&result.agents().to_csv()),
        OutputFormat::Json => print(&result.to_json()),
        OutputFormat::Table => {
            let sentences: String = result.sentences().iter().map(|sentence| wrapped(sentence)).collect();
            print(&(sentences + &screen::draw(result, on_stdout(experiment.display.color))))
        }
    }?;
    league.finish()
}

/// Returns the command that plays this league and writes its tables again.
fn repeated(config: &LeagueConfig) -> String {
    let mut line = CommandLine::new(config.command());
    line.asks_for(config, &["games", "seed"]);
    line.end()
}
