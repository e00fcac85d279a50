//! Whether this build keeps the promises that every result rests on.
//!
//! An agent against itself scores exactly 0.5 in every pair, the number of threads changes nothing, and a game
//! replays alone as it was played in the run.

mod mirror;
mod replays;
mod threads;

use overhear_agents::registry::PRESETS;
use overhear_engine::arena::Schedule;

use crate::cli::{Language, SelfcheckArgs};
use crate::failure::Failure;
use crate::output::{grouped, print};
use crate::setup::{Plan, Words, roster, rules, seed};
use crate::tournament::agents;

/// What a check has found: what is right, or what differs.
pub(crate) type Finding = Result<String, String>;

/// Checks, with a line on each check.
pub(crate) fn run(args: &SelfcheckArgs) -> Result<(), Failure> {
    let plan = plan(args)?;
    let pools = threads::Pools::new(args.threads)?;
    print(&format!("seed {}, {} games a check\n", plan.seed.0, grouped(args.games)))?;
    let mut report = Report::default();
    for preset in &PRESETS {
        report.line(mirror::check(&pools, &plan, preset.name, args.games)?)?;
    }
    let agents = agents(&plan)?;
    let [alone, together] = pools.each(|| threads::play(&plan, &agents));
    let (alone, together) = (alone?, together?);
    report.line(pools.compare(&alone, &together, plan.schedule.games()))?;
    for (number, recorded) in &together.games {
        report.line(replays::compare(*number, recorded, &plan, &agents))?;
    }
    report.verdict("selfcheck")
}

/// All presets by the official rules with the built-in words.
fn plan(args: &SelfcheckArgs) -> Result<Plan, Failure> {
    let players = roster(&[], None)?;
    Ok(Plan {
        schedule: Schedule::round_robin(players.len(), args.games),
        players,
        rules: rules("official", &[])?,
        words: Words::built_in()?,
        language: Language::En.code(),
        seed: seed(args.seed),
        asked: args.games,
        answer_limit: None,
        sprt: None,
    })
}

/// The checks so far.
#[derive(Default)]
pub(crate) struct Report {
    failed: Vec<String>,
}

impl Report {
    /// Says what a check has found.
    pub(crate) fn line(&mut self, finding: Finding) -> Result<(), Failure> {
        match finding {
            Ok(line) => print(&format!("ok      {line}\n")),
            Err(line) => {
                print(&format!("FAILED  {line}\n"))?;
                self.failed.push(line);
                Ok(())
            }
        }
    }

    /// Nothing but good, or the failure of `command`.
    pub(crate) fn verdict(self, command: &str) -> Result<(), Failure> {
        if self.failed.is_empty() {
            return print("all checks passed\n");
        }
        Err(Failure::mismatch(format_args!("{command}: {}", self.failed.join("; "))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_all_that_failed_and_nothing_else() {
        let report = Report { failed: vec!["two differs".to_owned(), "three differs".to_owned()] };
        let failure = report.verdict("selfcheck").expect_err("two checks failed");
        assert_eq!(failure.message(), "selfcheck: two differs; three differs");
        assert!(Report::default().verdict("selfcheck").is_ok());
    }
}
