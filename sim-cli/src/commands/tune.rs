//! `sim-cli tune`: tuning of an agent's parameters by SPSA, confirmed by a sequential test.

use overhear_agents::registry::Registry;
use overhear_lab::{resume_tune, tune};

use crate::cli::TuneArgs;
use crate::failure::Failure;
use crate::output::{OutputFormat, form, print, show_upright, wrapped};
use crate::terminal::running;

/// Starts or resumes tuning.
pub(crate) fn run(args: &TuneArgs, registry: &Registry) -> Result<(), Failure> {
    let watch = args.run_bots.permit(args.asking.limit(running(args.run, args.display.color)?));
    let result = match &args.resume {
        Some(dir) => resume_tune(dir, args.allow_other_build, registry, &watch)?,
        None => tune(&args.config(registry), &watch)?,
    };
    if matches!(form(args.display.format), OutputFormat::Table) {
        print(&result.sentences.iter().map(|sentence| wrapped(sentence)).collect::<String>())?;
    }
    show_upright(&result.frame, &args.display)?;
    Ok(result.check()?)
}
