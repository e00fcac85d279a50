//! `sim-cli eval`: agents on recorded human clues.

mod screen;

use overhear_agents::registry::Registry;
use overhear_lab::eval::Task;
use overhear_lab::evaluate;

use crate::cli::EvalCommand;
use crate::failure::Failure;
use crate::output::{OutputFormat, form, on_stdout, print, show};
use crate::terminal::stoppable;

/// Evaluates agents and prints their scores.
pub(crate) fn run(command: &EvalCommand, registry: &Registry) -> Result<(), Failure> {
    let (task, args) = match command {
        EvalCommand::Decode(args) => (Task::Decode, args),
        EvalCommand::Intercept(args) => (Task::Intercept, args),
    };
    let result = evaluate(&args.config(task, registry), &stoppable()?)?;
    match form(args.display.format) {
        OutputFormat::Table => print(&screen::table(&result.found, on_stdout(args.display.color))),
        OutputFormat::Csv | OutputFormat::Json => show(&result.found.frame, &args.display),
    }?;
    result.check_complete()?;
    Ok(result.found.check()?)
}
