//! `sim-cli calibrate`: error rates of tests and coverage of intervals, on real games and simulated matches.

use overhear_agents::registry::Registry;
use overhear_lab::{CalibrateConfig, calibrate, coverage};

use crate::cli::CalibrateArgs;
use crate::failure::Failure;
use crate::output::show;
use crate::terminal::{stoppable, threads};

/// Counts and prints the rates.
pub(crate) fn run(args: &CalibrateArgs, registry: &Registry) -> Result<(), Failure> {
    threads(args.threads)?;
    let watch = stoppable()?;
    let config = CalibrateConfig { registry: registry.clone(), ..args.config.0.clone() };
    let result =
        if args.coverage { coverage(config.runs, config.seed, &watch)? } else { calibrate(&config, &watch)? };
    show(&result.frame, &args.display)?;
    Ok(result.check()?)
}
