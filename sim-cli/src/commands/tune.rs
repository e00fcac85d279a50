//! `sim-cli tune`: tuning of an agent's parameters by SPSA, confirmed by a sequential test.

use overhear_agents::registry::Registry;

use super::kept_run::run as measured;
use crate::cli::TuneArgs;
use crate::failure::Failure;
use crate::output::{OutputFormat, form, print, show_upright, wrapped};
use crate::terminal::running;

/// Tunes an agent, or resumes tuning.
pub(crate) fn run(args: &TuneArgs, registry: &Registry) -> Result<(), Failure> {
    let TuneArgs { experiment, asking } = args;
    let watch = asking.limit(running(experiment.run, experiment.display.color)?);
    let tuned = measured(experiment, (registry, &watch))?;
    let result = &tuned.result.found;
    if matches!(form(experiment.display.format), OutputFormat::Table) {
        print(&result.sentences.iter().map(|sentence| wrapped(sentence)).collect::<String>())?;
    }
    show_upright(&result.frame(), &experiment.display)?;
    tuned.finish()?;
    Ok(result.check()?)
}
