//! Tuning of an agent's parameters by SPSA, confirmed by a sequential test on other deals.

mod config;
mod confirmation;
mod finding;
#[cfg(test)]
mod resumed;
mod row;
mod spsa_run;
mod task;
mod trace;
mod tuned_param;

use overhear_agents::registry::Registry;
use serde_json::{Map, Value};

use crate::error::LabError;
use crate::measurement::{Measurement, StepLog};
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::setup::seed;
use crate::table::{Frame, TableRow as _};
use crate::tournament::{SequentialTest, scale, undecided};
pub use config::TuneConfig;
use confirmation::OpponentComparison;
pub use row::TunedRow;
use task::TuneTask;
use trace::Trace;

/// Result of a tuning run.
#[derive(Debug)]
pub struct TuneResult {
    /// The row of result.csv.
    pub row: TunedRow,
    /// trace.csv: the parameters after each iteration.
    pub trace: Frame,
    /// Sentences on whether the tuned agent is stronger.
    pub sentences: Vec<String>,
    test: SequentialTest,
    games: u64,
}

impl TuneResult {
    /// Returns result.csv.
    pub fn frame(&self) -> Frame {
        TunedRow::frame(std::slice::from_ref(&self.row))
    }

    /// Checks that the test has decided.
    ///
    /// # Errors
    /// Returns an error if it has not by its maximum number of pairs.
    pub fn check(&self) -> Result<(), LabError> {
        undecided(&self.test, "confirm-pairs")
    }
}

/// Tunes an agent. With [`play_kept`](crate::run::play_kept) the result is kept in a directory, and an
/// interrupted run can be resumed.
///
/// ```
/// use overhear_lab::setup::PlayersConfig;
/// use overhear_lab::{TuneConfig, RunControl, tune};
///
/// let config = TuneConfig {
///     players: PlayersConfig::from_specs(["margin"]),
///     param: vec!["top=1..128".to_owned()],
///     iterations: 2,
///     pairs_per_iteration: 2,
///     confirm_pairs: 4,
///     seed: Some(1),
///     ..TuneConfig::default()
/// };
/// let tuned = tune(&config, &RunControl::default())?;
/// assert!(tuned.row.spec.starts_with("margin:top=") && tuned.trace.len() == 3);
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for settings that make no sense, for files that cannot be read, and after an interruption.
pub fn tune(config: &TuneConfig, watch: &RunControl) -> Result<TuneResult, LabError> {
    config.play(watch, &mut StepLog::default())?.whole()
}

impl Experiment for TuneConfig {
    type Output = TuneResult;

    fn command(&self) -> &'static str {
        "tune"
    }

    fn seeded(self) -> TuneConfig {
        TuneConfig { seed: Some(seed(self.seed).0), ..self }
    }

    fn with_registry(self, registry: &Registry) -> TuneConfig {
        TuneConfig { players: self.players.with_registry(registry), ..self }
    }

    /// Plays the climb, the test and, with an opponent, both agents against it. A stopped run has no result: the error says
    /// how far the climb is.
    fn play(&self, watch: &RunControl, log: &mut StepLog) -> Result<PartialResult<TuneResult>, LabError> {
        let task = TuneTask::new(self, watch)?;
        log.begin(&task.sources())?;
        let (trace, is_whole) = spsa_run::climb(&task, watch, log)?;
        if !is_whole {
            return Err(interrupted(&task, &trace));
        }
        let tuned = task.tuned(&trace)?;
        watch.note(&[format!("tuned: {tuned}"), testing(&task)]);
        let (test, is_over) = confirmation::confirm(&task, &tuned, watch, log)?;
        if !is_over {
            return Err(interrupted(&task, &trace));
        }
        let pairs = test.pairs().pairs();
        let mut against = None;
        if let Some(opponent) = &task.opponent {
            against = OpponentComparison::play(&task, &tuned, opponent, pairs, watch, log)?;
            if against.is_none() {
                return Err(interrupted(&task, &trace));
            }
        }
        let row = TunedRow::new(&task, &tuned, &test, against.as_ref());
        let sentences = finding::sentences(&row, &task.agent.label, scale(self.sprt.model));
        let trace = trace.frame(&task.tuned_params, self.pairs_per_iteration);
        let result = TuneResult { row, trace, sentences, test, games: task.games(pairs) };
        Ok(PartialResult::new(result, true))
    }
}

impl Measurement for TuneConfig {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or_default()
    }

    fn tables(result: &TuneResult) -> Vec<Frame> {
        vec![result.frame(), result.trace.clone()]
    }

    fn findings(result: &TuneResult) -> Vec<String> {
        result.sentences.clone()
    }

    fn games(result: &TuneResult) -> Option<u64> {
        Some(result.games)
    }

    /// Settings of groups stand beside the others, and the one agent as a text.
    fn in_manifest(configuration: Value) -> Value {
        let Value::Object(fields) = configuration else { return configuration };
        let mut entries = Map::new();
        for (key, value) in fields {
            match value {
                Value::Object(group) => entries.extend(group),
                value => drop(entries.insert(key, value)),
            }
        }
        // A tune has one agent, which stands in no file.
        entries.remove("agents");
        let agent = entries.get("agent").and_then(|agents| agents.get(0)).cloned();
        entries.insert("agent".to_owned(), agent.unwrap_or_default());
        Value::Object(entries)
    }
}

/// Returns the line on what the tuned agent is tested against: the initial agent, and the opponent of the
/// climb if there is one.
fn testing(task: &TuneTask<'_>) -> String {
    let gain =
        task.opponent.as_ref().map(|opponent| format!("; then by how much it gains against {opponent}"));
    format!("testing it against {}, on other deals{}", task.agent, gain.unwrap_or_default())
}

fn interrupted(task: &TuneTask<'_>, trace: &Trace) -> LabError {
    LabError::interrupted(format_args!("interrupted; {}", task.progress(trace)))
}
