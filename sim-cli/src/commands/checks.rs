//! `sim-cli selfcheck` and `sim-cli agents check`, with a line for each outcome, and `sim-cli calibrate`.

use overhear_agents::registry::Registry;
use overhear_lab::run::Experiment as _;
use overhear_lab::table::counted;
use overhear_lab::{AgentCheck, CheckConfig, CheckOutcome, LabError, Selfcheck};

use super::kept_run::run_config;
use crate::cli::{CalibrateArgs, CheckArgs, SelfcheckArgs};
use crate::failure::Failure;
use crate::output::{print, show};
use crate::terminal::{stoppable, threads};

/// Checks this build.
pub(crate) fn selfcheck(args: &SelfcheckArgs, registry: &Registry) -> Result<(), Failure> {
    let check = Selfcheck::new(args.games, args.seed.seed, args.threads, registry)?;
    let watch = stoppable()?;
    print(&format!("seed {}, {} a check\n", check.seed(), counted(args.games, "game")))?;
    print_findings("selfcheck", print, |each| check.run(&watch, each))
}

/// Checks one agent.
pub(crate) fn check(args: &CheckArgs, registry: &Registry) -> Result<(), Failure> {
    let watch = args.asking.limit(stoppable()?);
    let config = CheckConfig { registry: registry.clone(), ..args.config.0.clone() };
    let check = AgentCheck::new(&config, &watch)?;
    print(&format!("{}, seed {}, {} a check\n", check.spec(), check.seed(), counted(config.games, "game")))?;
    print_findings("agents check", print, |each| check.run(&watch, each))
}

/// Counts and prints error rates of tests and coverage of intervals, on real games and simulated matches.
pub(crate) fn calibrate(args: &CalibrateArgs, registry: &Registry) -> Result<(), Failure> {
    let watch = stoppable()?;
    threads(args.threads)?;
    let calibrated = run_config(
        &args.keep,
        &["calibrate"],
        || args.config.0.clone().with_registry(registry),
        registry,
        &watch,
    )?;
    let result = &calibrated.result.found;
    show(&result.rows.frame(), &args.display)?;
    calibrated.finish()?;
    Ok(result.check()?)
}

/// Receives the outcomes.
type Each<'a> = &'a mut dyn FnMut(CheckOutcome) -> Result<(), LabError>;

/// Prints outcomes as they come. The bad ones become the error of `command`.
fn print_findings(
    command: &str,
    print: impl Fn(&str) -> Result<(), Failure>,
    run: impl FnOnce(Each<'_>) -> Result<(), LabError>,
) -> Result<(), Failure> {
    let mut failed = Vec::new();
    run(&mut |finding| {
        let (mark, line) = match &finding {
            Ok(line) => ("ok    ", line),
            Err(line) => ("FAILED", line),
        };
        let printed = print(&format!("{mark}  {line}\n"));
        printed.map_err(|failure| LabError::runtime(failure.message()))?;
        failed.extend(finding.err());
        Ok(())
    })?;
    if failed.is_empty() {
        return print("all checks passed\n");
    }
    Err(Failure::mismatch(format_args!("{command}: {}", failed.join("; "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_all_that_failed_and_nothing_else() {
        let failure = print_findings(
            "selfcheck",
            |_| Ok(()),
            |each| {
                each(Err("two differs".to_owned()))?;
                each(Ok("three is right".to_owned()))?;
                each(Err("four differs".to_owned()))
            },
        );
        let message = failure.expect_err("two checks failed").message();
        assert_eq!(message, "selfcheck: two differs; four differs");
        assert!(print_findings("selfcheck", |_| Ok(()), |_| Ok(())).is_ok());
    }
}
