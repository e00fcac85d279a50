//! `sim-cli calibrate`: error rates of tests and coverage of intervals, on real games and simulated matches.

use overhear_agents::registry::Registry;
use overhear_lab::run::Experiment as _;

use super::kept_run::run_config;
use crate::cli::CalibrateArgs;
use crate::failure::Failure;
use crate::output::show;
use crate::terminal::{stoppable, threads};

/// Counts and prints the rates.
pub(crate) fn run(args: &CalibrateArgs, registry: &Registry) -> Result<(), Failure> {
    threads(args.threads)?;
    let watch = stoppable()?;
    let config = || args.config.0.clone().with_registry(registry);
    let calibrated = run_config(&args.keep, &["calibrate"], config, (registry, &watch))?;
    let result = &calibrated.result.found;
    show(&result.rows.frame(), &args.display)?;
    calibrated.finish()?;
    Ok(result.check()?)
}
