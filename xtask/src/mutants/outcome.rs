//! What became of mutants.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::part::Part;

/// The tool's report.
#[derive(Deserialize)]
struct Report {
    outcomes: Vec<Outcome>,
}

/// What became of one mutant, or of the tree as it is.
#[derive(Deserialize)]
struct Outcome {
    scenario: Scenario,
    summary: Summary,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant { name: String },
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
enum Summary {
    /// The tree as it is passes its tests.
    Success,
    /// A test fails.
    CaughtMutant,
    /// A test does not end, or the change does not.
    Timeout,
    /// No test fails.
    MissedMutant,
    /// It does not compile.
    Unviable,
    /// The tree as it is fails its tests.
    Failure,
}

/// How many mutants of a part were caught, and which were not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Count {
    caught: usize,
    survivors: Vec<String>,
}

/// What became of the mutants of all parts.
#[derive(Default)]
pub(super) struct Outcomes(BTreeMap<Part, Count>);

impl Outcomes {
    /// Counts the mutants of a part. Those that do not compile are no mutants.
    ///
    /// # Errors
    /// If the tests fail of the tree as it is.
    pub(super) fn add(&mut self, part: Part, report: &str) -> Result<()> {
        let report: Report =
            serde_json::from_str(report).context("the report of mutants is not as expected")?;
        let count = self.0.entry(part).or_default();
        for Outcome { scenario, summary } in report.outcomes {
            match (scenario, summary) {
                (Scenario::Baseline, Summary::Success) | (_, Summary::Unviable) => {}
                (Scenario::Baseline, _) => anyhow::bail!("{part}: the tests fail of the tree as it is"),
                (Scenario::Mutant { .. }, Summary::CaughtMutant | Summary::Timeout) => count.caught += 1,
                (Scenario::Mutant { name }, _) => count.survivors.push(name),
            }
        }
        Ok(())
    }
}

impl fmt::Display for Outcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (part, Count { caught, survivors }) in &self.0 {
            let tried = caught + survivors.len();
            let share = if tried == 0 { 0.0 } else { 100.0 * *caught as f64 / tried as f64 };
            writeln!(f, "{part:6} {caught} of {tried} caught ({share:.0} %)")?;
        }
        let survivors: Vec<&String> = self.0.values().flat_map(|count| &count.survivors).collect();
        if survivors.is_empty() {
            return write!(f, "no mutant survives");
        }
        write!(f, "no test notices:")?;
        survivors.iter().try_for_each(|name| write!(f, "\n  {name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(outcomes: &[(&str, &str)]) -> String {
        let outcome = |(scenario, summary): &(&str, &str)| {
            let scenario = match *scenario {
                "Baseline" => "\"Baseline\"".to_owned(),
                name => format!("{{\"Mutant\": {{\"name\": \"{name}\", \"genre\": \"FnValue\"}}}}"),
            };
            format!("{{\"scenario\": {scenario}, \"summary\": \"{summary}\", \"phase_results\": []}}")
        };
        let outcomes: Vec<String> = outcomes.iter().map(outcome).collect();
        format!("{{\"outcomes\": [{}], \"total_mutants\": 1}}", outcomes.join(", "))
    }

    #[test]
    fn the_share_is_of_those_that_compile_and_survivors_are_named() {
        let mut outcomes = Outcomes::default();
        let engine = [
            ("Baseline", "Success"),
            ("a", "CaughtMutant"),
            ("b", "MissedMutant"),
            ("c", "Unviable"),
            ("d", "Timeout"),
        ];
        outcomes.add(Part::Engine, &report(&engine)).expect("a report");
        outcomes
            .add(Part::Stats, &report(&[("Baseline", "Success"), ("e", "CaughtMutant")]))
            .expect("a report");
        let text = outcomes.to_string();
        assert_eq!(text, "engine 2 of 3 caught (67 %)\nstats  1 of 1 caught (100 %)\nno test notices:\n  b");
    }

    #[test]
    fn a_tree_that_fails_its_tests_tells_nothing_of_mutants() {
        let failed = Outcomes::default().add(Part::Lab, &report(&[("Baseline", "Failure")]));
        assert!(failed.expect_err("it fails").to_string().contains("lab: the tests fail"));
        assert!(Outcomes::default().add(Part::Lab, "{}").is_err());
    }
}
