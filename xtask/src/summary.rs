//! What the steps came to: a table for people, and a last line for scripts.

use std::fmt;
use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::process;
use crate::workspace::Workspace;

/// How one step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All it checks holds.
    Passed,
    /// The same, at the second try of a part that failed for this reason at first.
    PassedOnRetry(String),
    /// A browser failed by itself twice, which says nothing about what is checked; how.
    BrowserFailed(String),
    /// Something it checks does not hold, or it could not be carried through.
    Failed(String),
    /// Something optional that it needs cannot be had on this machine.
    Skipped(String),
}

impl Outcome {
    /// One word for the table.
    const fn word(&self) -> &'static str {
        match self {
            Self::Passed | Self::PassedOnRetry(_) => "passed",
            Self::BrowserFailed(_) => "browser",
            Self::Failed(_) => "FAILED",
            Self::Skipped(_) => "skipped",
        }
    }

    /// Why, when there is something to say.
    fn reason(&self) -> String {
        match self {
            Self::Passed => String::new(),
            Self::PassedOnRetry(reason) => format!("at the second try; at first: {reason}"),
            Self::BrowserFailed(reason) => format!("the browser failed by itself: {reason}"),
            Self::Failed(reason) | Self::Skipped(reason) => reason.clone(),
        }
    }
}

/// One line of the table.
#[derive(Clone, Debug)]
struct StepResult {
    name: String,
    outcome: Outcome,
    time: Duration,
}

/// Every step that was run, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    rows: Vec<StepResult>,
    whole: Duration,
}

impl Summary {
    /// Adds a step.
    pub(crate) fn push(&mut self, name: impl Into<String>, outcome: Outcome, time: Duration) {
        self.rows.push(StepResult { name: name.into(), outcome, time });
    }

    /// Says how long it took in all, which is less than the sum where steps ran side by side.
    pub(crate) fn took(&mut self, whole: Duration) {
        self.whole = whole;
    }

    /// Success unless a step failed.
    pub(crate) fn exit_code(&self) -> ExitCode {
        let failed = self.rows.iter().any(|row| matches!(row.outcome, Outcome::Failed(_)));
        if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    /// Writes the summary to a file of its date below `target/summaries`, with the command and the commit, and says where.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn keep(&self, workspace: &Workspace, command: &str) -> Result<()> {
        let date = process::output(workspace.command("date").args(["-u", "+%Y-%m-%dT%H%MZ"]));
        let commit = process::output(workspace.command("git").args(["describe", "--always", "--dirty"]));
        let [date, commit] = [date, commit].map(|text| text.unwrap_or_else(|| "unknown".to_owned()));
        let place = workspace.target("summaries");
        fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
        let file = place.join(format!("{date}.txt"));
        fs::write(&file, format!("{command}\ncommit {commit}, ended {date}\n\n{self}\n"))
            .with_context(|| format!("cannot write {}", file.display()))?;
        // Standard error: the last line on standard output is the count.
        eprintln!("kept in {}", file.display());
        Ok(())
    }

    /// How many steps passed, failed and were skipped.
    fn counts(&self) -> [usize; 3] {
        self.rows.iter().fold([0; 3], |[passed, failed, skipped], row| match row.outcome {
            Outcome::Passed | Outcome::PassedOnRetry(_) => [passed + 1, failed, skipped],
            Outcome::Failed(_) => [passed, failed + 1, skipped],
            Outcome::BrowserFailed(_) | Outcome::Skipped(_) => [passed, failed, skipped + 1],
        })
    }
}

impl fmt::Display for Summary {
    /// The table, the whole time, and alone on the last line `N passed, N failed, N skipped`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max("total".len());
        for row in &self.rows {
            let (word, reason) = (row.outcome.word(), row.outcome.reason());
            let line = format!("{:width$}  {word:7}  {:>11}  {reason}", row.name, clock(row.time));
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f, "{:width$}  {:7}  {:>11}\n", "total", "", clock(self.whole))?;
        let [passed, failed, skipped] = self.counts();
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

/// A time as `0.4 s` or `3 min 05 s`.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        return format!("{:.1} s", time.as_secs_f64());
    }
    format!("{} min {:02} s", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(outcomes: impl IntoIterator<Item = Outcome>) -> Summary {
        let mut summary = Summary::default();
        for (index, outcome) in outcomes.into_iter().enumerate() {
            summary.push(format!("step {index}"), outcome, Duration::from_secs(50));
        }
        summary.took(Duration::from_secs(120));
        summary
    }

    #[test]
    fn the_last_line_is_the_count_alone() {
        let outcomes = [Outcome::Passed, Outcome::Skipped("no Python".to_owned()), Outcome::Passed];
        let text = summary(outcomes).to_string();
        assert_eq!(text.lines().last(), Some("2 passed, 0 failed, 1 skipped"));
        assert!(text.lines().any(|line| line.starts_with("step 1") && line.ends_with("no Python")));
        assert!(text.contains("2 min 00 s"), "{text}");
    }

    #[test]
    fn one_failure_is_a_failure_and_a_skip_is_none() {
        let failed = summary([Outcome::Passed, Outcome::Failed("broken".to_owned())]);
        assert_eq!(failed.exit_code(), ExitCode::FAILURE);
        assert_eq!(failed.to_string().lines().last(), Some("1 passed, 1 failed, 0 skipped"));
        assert_eq!(summary([Outcome::Skipped(String::new())]).exit_code(), ExitCode::SUCCESS);
    }

    #[test]
    fn a_second_try_passes_and_is_told() {
        let again = summary([Outcome::PassedOnRetry("no answer".to_owned())]);
        assert_eq!(again.exit_code(), ExitCode::SUCCESS);
        let text = again.to_string();
        assert!(text.contains("passed") && text.contains("at the second try; at first: no answer"), "{text}");
        assert!(text.ends_with("1 passed, 0 failed, 0 skipped"), "{text}");
    }

    #[test]
    fn a_browser_that_fails_by_itself_is_named_and_fails_nothing() {
        let summary = summary([Outcome::BrowserFailed("no answer".to_owned()), Outcome::Passed]);
        assert_eq!(summary.exit_code(), ExitCode::SUCCESS);
        let text = summary.to_string();
        assert!(text.contains("browser") && text.contains("failed by itself: no answer"), "{text}");
        assert!(text.ends_with("1 passed, 0 failed, 1 skipped"), "{text}");
    }

    #[test]
    fn times_are_readable() {
        assert_eq!(clock(Duration::from_millis(420)), "0.4 s");
        assert_eq!(clock(Duration::from_secs(59)), "59.0 s");
        assert_eq!(clock(Duration::from_secs(185)), "3 min 05 s");
    }
}
