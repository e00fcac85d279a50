//! The steps of `cargo xtask test`.

use std::collections::VecDeque;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fmt, iter};

use anyhow::Result;
use clap::ValueEnum;

use crate::cargo::{self, Component};
use crate::package::Beside;
use crate::summary::{Outcome, Summary, clock};
use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{
    attack, audit, bare, coverage, deny, dist, documentation, embedded, findings, fuzz, instruction_sets,
    instructions, machines, optimised, package, process, public_api, report, site, tasks, web,
};

/// One step, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// `cargo fmt --check`.
    Format,
    /// The lock files of the workspaces beside this one.
    Locks,
    /// Each fuzz target for a short time (slow): it needs nothing that the tests compile, so it is first beside them.
    Fuzz,
    /// The tests compiled by way of clippy, warnings are errors.
    Lint,
    /// Unit and integration tests.
    Test,
    /// Licences, bans and sources of all dependencies, without the network, if `cargo deny` is installed.
    Deny,
    /// The documentation: its examples run, and rustdoc writes it, warnings are errors.
    Docs,
    /// The engine without its default features, for this machine and as WebAssembly (slow).
    Embedded,
    /// `sim-cli selfcheck`: fairness, thread counts, replays.
    Selfcheck,
    /// The Python package installed and tested, without schedulers beside it (with `--ci`): the longest of what runs beside the tests, so that it begins
    /// first.
    Package,
    /// The notebooks executed on a fresh small tournament, and compared with their committed outputs.
    Notebooks,
    /// The numbers of result files and pages, recomputed from the logs of halves by other code (with `--ci`).
    Audit,
    /// The attack suite: bad inputs and faults (with `--ci`).
    Attack,
    /// The pages of `sim-cli report` in a headless browser (slow).
    Report,
    /// The ignored tests too, and more cases of each property: in the place of `test` (slow). With it, every step is compiled with
    /// every feature.
    SlowTest,
    /// The command line and the programs of the benchmarks, optimised (slow).
    Release,
    /// Each benchmark once, unmeasured (slow).
    Benches,
    /// Instructions a game against what is expected (slow).
    Instructions,
    /// The same bytes with SSE2, AVX2 and AVX-512, as far as they can be had (slow).
    InstructionSets,
    /// Every table and Parquet log, read by three Python libraries (slow).
    Parquet,
    /// The Python package installed and tested, with schedulers beside it: in the place of `package` (slow).
    Python,
    /// The Python package as a wheel: its size, its tests on every Python that is here, and the example of README.md on a bare machine (slow).
    Wheel,
    /// How often the printed intervals hold, of the smallest runs (slow).
    Coverage,
    /// What docs/tiebreaker.md says, at another seed (slow).
    Findings,
    /// The public items of the libraries against their listings (slow).
    Api,
    /// The documentation as a site: its links, its size, and what its first page leads to (slow).
    Site,
    /// The program on Windows, under Wine: the same bytes as here (slow).
    Windows,
    /// The program for people without Rust, tried on a bare machine too, and every crate as it would be published (slow).
    Dist,
    /// The program on a 64-bit ARM processor, under QEMU: the same bytes as here (slow).
    Arm,
    /// Licences, bans and sources of all dependencies, and what has become known of them if that can be had: in the place of `deny` (slow).
    Advisories,
    /// The scripts of the page against their types, by TypeScript, if Node.js is installed (slow).
    Types,
    /// The laboratory in a headless browser, as WebAssembly and behind `sim-cli serve` (slow).
    Web,
}

/// Which steps to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    /// What every change must pass.
    Quick,
    /// The same and what protects results, before a change lands.
    Ci,
    /// Everything.
    All,
    /// The steps named.
    Only(Vec<Step>),
}

impl Selection {
    /// The steps, in their order. With everything, a step that contains another is not run beside it.
    pub(crate) fn steps(&self) -> Vec<Step> {
        Step::value_variants()
            .iter()
            .copied()
            .filter(|step| match self {
                Self::Quick => step.comes_with() == Self::Quick,
                Self::Ci => matches!(step.comes_with(), Self::Quick | Self::Ci),
                Self::All => !matches!(step, Step::Test | Step::Deny | Step::Package),
                Self::Only(steps) => steps.contains(step),
            })
            .collect()
    }
}

impl fmt::Display for Selection {
    /// The command that runs these steps.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cargo xtask test")?;
        match self {
            Self::Quick => Ok(()),
            Self::Ci => f.write_str(" --ci"),
            Self::All => f.write_str(" --all"),
            Self::Only(steps) => steps.iter().try_for_each(|step| write!(f, " --only {}", step.name())),
        }
    }
}

impl Step {
    /// The smallest selection that runs it without its being named.
    const fn comes_with(self) -> Selection {
        match self {
            Self::Format
            | Self::Locks
            | Self::Lint
            | Self::Test
            | Self::Deny
            | Self::Docs
            | Self::Selfcheck
            | Self::Notebooks => Selection::Quick,
            Self::Audit | Self::Attack | Self::Package => Selection::Ci,
            Self::Fuzz
            | Self::Embedded
            | Self::Report
            | Self::SlowTest
            | Self::Release
            | Self::Benches
            | Self::Instructions
            | Self::InstructionSets
            | Self::Parquet
            | Self::Python
            | Self::Wheel
            | Self::Coverage
            | Self::Findings
            | Self::Api
            | Self::Site
            | Self::Windows
            | Self::Dist
            | Self::Arm
            | Self::Advisories
            | Self::Types
            | Self::Web => Selection::All,
        }
    }

    /// Whether it needs what only some features bring.
    pub(crate) const fn takes_every_feature(self) -> bool {
        matches!(self, Self::SlowTest | Self::Parquet)
    }

    /// Whether it compiles nothing, or into a directory of its own, and can run beside the others.
    const fn stands_apart(self) -> bool {
        matches!(
            self,
            Self::Notebooks
                | Self::Report
                | Self::Audit
                | Self::Package
                | Self::Python
                | Self::Wheel
                | Self::Fuzz
                | Self::Api
                | Self::Windows
                | Self::Arm
                | Self::Dist
                | Self::Advisories
                | Self::Types
                | Self::Web
        )
    }

    /// Its name on the command line and in the summary.
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Carries it out.
    fn run(self, workspace: &Workspace) -> Result<Verdict> {
        match self {
            Self::Format => cargo::run_with(Component::Rustfmt, workspace, &["fmt", "--all", "--check"]),
            Self::Locks => cargo::locks(workspace),
            Self::Lint => cargo::lint(workspace),
            Self::Test => test(workspace, &[]),
            Self::Deny => deny::offline(workspace),
            Self::Advisories => deny::advisories(workspace),
            Self::Docs => documentation::check(workspace),
            Self::Embedded => embedded::check(workspace),
            Self::Release => optimised::build(workspace),
            Self::Selfcheck => {
                process::run(cargo::sim(workspace)?.arg("selfcheck"))?;
                Ok(Verdict::Done)
            }
            Self::Notebooks => tasks::notebooks(workspace, false),
            Self::Report => report::check(workspace),
            Self::SlowTest => test(workspace, &["--include-ignored"]),
            Self::Instructions => instructions::check(workspace),
            Self::InstructionSets => instruction_sets::check(workspace),
            Self::Parquet => tasks::parquet(workspace),
            Self::Package => package::check(workspace, Beside::Environments),
            Self::Python => package::check(workspace, Beside::Schedulers),
            Self::Wheel => match package::check_wheel(workspace)? {
                Verdict::Done => bare::try_out(workspace, bare::Part::Wheel),
                verdict => Ok(verdict),
            },
            Self::Fuzz => fuzz::run(workspace, &[], FUZZ_SECONDS),
            Self::Attack => attack::run(workspace, None),
            Self::Coverage => {
                coverage::run(workspace, &coverage::QUICK)?;
                Ok(Verdict::Done)
            }
            Self::Findings => findings::check(workspace, FEWER),
            Self::Audit => audit::check(workspace),
            Self::Api => public_api::check(workspace, false),
            Self::Site => site::build(workspace),
            Self::Windows => machines::windows(workspace),
            Self::Arm => machines::arm(workspace),
            Self::Dist => {
                dist::crates(workspace)?;
                match dist::build(workspace)? {
                    Verdict::Done => bare::try_out(workspace, bare::Part::Program),
                    verdict => Ok(verdict),
                }
            }
            Self::Types => web::types(workspace),
            Self::Web => web::check(workspace),
            Self::Benches => optimised::benches(workspace),
        }
    }
}

/// Divisor of the numbers of games behind docs/tiebreaker.md among the other steps; `cargo xtask findings` plays all.
const FEWER: u64 = 4;

/// How long each fuzz target runs among the other steps.
const FUZZ_SECONDS: u32 = 10;

/// Runs tests, two more at a time than there are processors: some wait for bots and clocks. With the ignored ones, each property is tried
/// more often. The examples that some start have been built with them.
fn test(workspace: &Workspace, which: &[&str]) -> Result<Verdict> {
    cargo::built(workspace)?;
    let mut tests = cargo::test(workspace);
    tests.env("OVERHEAR_EXAMPLES_BUILT", "yes");
    if env::var_os(AT_A_TIME).is_none() {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        tests.env(AT_A_TIME, (processors + 2).to_string());
    }
    if !which.is_empty() {
        tests.env("PROPTEST_CASES", "500");
    }
    process::run(tests.args(["--tests", "--no-fail-fast", "--"]).args(which))?;
    Ok(Verdict::Done)
}

/// How many tests of a program run at a time.
const AT_A_TIME: &str = "RUST_TEST_THREADS";

/// Runs all steps, whichever fail, and prints the summary. Independent steps run in a thread beside the ordered ones, so that no processor waits
/// for a linker or the network; once the ordered steps are done, their thread helps with the
/// independent ones.
pub(crate) fn run(workspace: &Workspace, selection: &Selection) -> ExitCode {
    let start = Instant::now();
    let (apart, row): (Vec<Step>, Vec<Step>) =
        selection.steps().into_iter().partition(|step| step.stands_apart());
    let apart = Mutex::new(VecDeque::from(apart));
    let mut ends = thread::scope(|scope| {
        let beside = iter::from_fn(|| locked(&apart).pop_front());
        let beside = scope.spawn(|| process::apart(|| one_by_one(workspace, beside)));
        let then = iter::from_fn(|| locked(&apart).pop_back());
        let mut ends = one_by_one(workspace, row.into_iter().chain(then));
        ends.extend(beside.join().expect("a step that fails does not panic"));
        ends
    });
    ends.sort_by_key(|end| end.step as usize);
    let mut summary = Summary::default();
    ends.into_iter().for_each(|End { step, outcome, time }| summary.push(step.name(), outcome, time));
    summary.took(start.elapsed());
    process::say(&format!("\n=== summary ===\n{summary}"));
    if let Err(error) = summary.keep(workspace, &selection.to_string()) {
        process::say(&format!("the summary could not be written: {error:#}"));
    }
    summary.exit_code()
}

/// How a step ended, and after what time.
struct End {
    step: Step,
    outcome: Outcome,
    time: Duration,
}

fn locked(steps: &Mutex<VecDeque<Step>>) -> MutexGuard<'_, VecDeque<Step>> {
    steps.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs steps one after the other.
fn one_by_one(workspace: &Workspace, steps: impl Iterator<Item = Step>) -> Vec<End> {
    steps
        .map(|step| {
            process::say(&format!("\n=== {} ===", step.name()));
            let start = Instant::now();
            let outcome = outcome(step.run(workspace));
            let time = start.elapsed();
            process::say(&format!("--- {} {}", step.name(), closing(&outcome, &clock(time))));
            End { step, outcome, time }
        })
        .collect()
}

/// An error is a failure, with its chain of causes on one line.
fn outcome(result: Result<Verdict>) -> Outcome {
    match result {
        Ok(Verdict::Done) => Outcome::Passed,
        Ok(Verdict::DoneOnRetry(reason)) => Outcome::PassedOnRetry(reason.replace('\n', " ")),
        Ok(Verdict::BrowserFailed(reason)) => Outcome::BrowserFailed(reason.replace('\n', " ")),
        Ok(Verdict::Skipped(reason)) => Outcome::Skipped(reason),
        Err(error) => Outcome::Failed(format!("{error:#}").replace('\n', " ")),
    }
}

/// The line under a step's own output that says how it ended.
fn closing(outcome: &Outcome, time: &str) -> String {
    match outcome {
        Outcome::Passed => format!("passed in {time}"),
        Outcome::PassedOnRetry(reason) => format!("passed in {time} at the second try; at first: {reason}"),
        Outcome::BrowserFailed(reason) => {
            format!("not finished after {time}: the browser failed by itself: {reason}")
        }
        Outcome::Failed(reason) => format!("FAILED after {time}: {reason}"),
        Outcome::Skipped(reason) => format!("skipped: {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_selection_contains_the_smaller_one() {
        let [quick, ci, all] = [Selection::Quick, Selection::Ci, Selection::All].map(|which| which.steps());
        assert!(quick.iter().all(|step| ci.contains(step)));
        for step in [Step::Audit, Step::Attack, Step::Package] {
            assert!(ci.contains(&step) && !quick.contains(&step), "{step:?} protects results");
        }
        for (contained, whole) in
            [(Step::Test, Step::SlowTest), (Step::Deny, Step::Advisories), (Step::Package, Step::Python)]
        {
            assert!(ci.contains(&contained) && !ci.contains(&whole), "{whole:?} is slow");
            assert!(all.contains(&whole) && !all.contains(&contained), "{whole:?} contains {contained:?}");
        }
        assert_eq!(all.len(), Step::value_variants().len() - 3);
        assert_eq!(Selection::Only(vec![Step::SlowTest]).steps(), [Step::SlowTest]);
    }

    #[test]
    fn named_steps_run_in_the_usual_order() {
        assert_eq!(Selection::Only(vec![Step::Lint, Step::Format]).steps(), [Step::Format, Step::Lint]);
    }

    #[test]
    fn a_selection_is_shown_as_its_command() {
        assert_eq!(Selection::Ci.to_string(), "cargo xtask test --ci");
        let only = Selection::Only(vec![Step::Lint, Step::SlowTest]);
        assert_eq!(only.to_string(), "cargo xtask test --only lint --only slow-test");
    }

    #[test]
    fn names_are_those_of_the_command_line() {
        assert_eq!(Step::Format.name(), "format");
        assert_eq!(Step::SlowTest.name(), "slow-test");
    }

    #[test]
    fn an_error_is_a_failure_on_one_line() {
        let failed = outcome(Err(anyhow::anyhow!("first\nsecond").context("while testing")));
        assert_eq!(failed, Outcome::Failed("while testing: first second".to_owned()));
    }

    #[test]
    fn a_skip_is_an_error_only_where_it_was_asked_for() {
        assert_eq!(outcome(Ok(Verdict::Skipped("why".to_owned()))), Outcome::Skipped("why".to_owned()));
        assert!(Verdict::Skipped("why".to_owned()).required().is_err());
        assert!(Verdict::Done.required().is_ok());
    }
}
