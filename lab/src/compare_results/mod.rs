//! Comparison of two finished tournaments, deal by deal where they share deals.

mod evidence;
mod finding;
mod finished;
mod paired;
mod topic;
mod unpaired;

use std::path::PathBuf;

use overhear_engine::rules::Switch;
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::measurement::{Measurement, RunSources, StepLog};
use crate::message::Message;
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::table::{Frame, TableRow as _};
pub use finding::ResultDifference;
use finding::ResultFinding;
use finished::StoredTournament;
use paired::paired;
use topic::{Topic, topics};

/// Configuration of [`compare_results`].
#[derive(Clone, Debug, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct CompareResultsConfig {
    /// Directory of a finished tournament, or of a card (`bench`), A.
    #[setting(positional, required, value = "A")]
    pub a: PathBuf,
    /// Directory of another one, B.
    #[setting(positional, required, value = "B")]
    pub b: PathBuf,
    /// Label of an agent, as A=B if it differs in B (repeatable) [default: all common agents].
    #[setting(value = "LABEL")]
    pub agent: Vec<String>,
}

/// Two finished results compared.
#[derive(Debug)]
pub struct ResultComparison {
    /// Each agent, opponent and measure.
    pub rows: Vec<ResultDifference>,
    /// Sentences on the scores of agents.
    pub sentences: Vec<String>,
    /// The method, and the reason if deals could not be paired.
    pub method: String,
    /// Other differences between the results: rules, word files, agents' SPECs.
    pub notes: Vec<String>,
}

/// Compares two results. Differences are B minus A; intervals are paired by deal where both results have rows
/// of equal deals.
///
/// ```
/// use overhear_lab::setup::{OutConfig, PlayersConfig};
/// use overhear_lab::{CompareResultsConfig, TournamentConfig, RunControl, compare_results, tournament};
///
/// let dir = tempfile::tempdir().map_err(overhear_lab::LabError::runtime)?;
/// let played = |name: &str, seed: u64| {
///     let out = dir.path().join(name);
///     let config = TournamentConfig {
///         games: Some(20),
///         seed: Some(seed),
///         players: PlayersConfig::from_specs(["nearest", "random"]),
///         out: OutConfig { out: Some(out.clone()), force: false },
///         ..TournamentConfig::default()
///     };
///     tournament(config, &RunControl::default()).map(|_| out)
/// };
/// let comparison = compare_results(&CompareResultsConfig { a: played("a", 1)?, b: played("b", 2)?, agent: Vec::new() })?;
/// assert!(comparison.method.starts_with("unpaired"));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error if either directory is not a finished, unchanged tournament, and if they have no agents
/// in common.
pub fn compare_results(config: &CompareResultsConfig) -> Result<ResultComparison, LabError> {
    let (a, b) = (StoredTournament::read(&config.a)?, StoredTournament::read(&config.b)?);
    let sides = [&a, &b];
    let topics = topics(&config.agent, sides)?;
    let other_deals = a.other_deals(&b);
    let evidence = if other_deals.is_none() { paired(&topics, sides)? } else { None };
    let (of_topics, method): (Vec<Vec<ResultFinding>>, String) = match evidence {
        Some(evidence) => {
            (evidence.iter().map(evidence::ResultEvidence::findings).collect(), paired_by_deal())
        }
        None => {
            (topics.iter().map(|topic| unpaired::findings(topic, sides)).collect(), unpaired(other_deals))
        }
    };
    let findings: Vec<(&Topic, ResultFinding)> = topics
        .iter()
        .zip(of_topics)
        .flat_map(|(topic, findings)| findings.into_iter().map(move |one| (topic, one)))
        .collect();
    if findings.is_empty() {
        let message =
            Message::new("the opponents differ, so that the rows of deals are needed; play both with ")
                .setting(("log", "deals"));
        return Err(LabError::content(format_args!("{} and {}", a.name, b.name), message));
    }
    let (rows, sentences) = (finding::rows(&findings), finding::sentences(&findings));
    Ok(ResultComparison { rows, sentences, method, notes: notes(&topics, sides) })
}

impl Experiment for CompareResultsConfig {
    type Output = ResultComparison;

    fn command(&self) -> &'static str {
        "compare"
    }

    fn play(&self, _: &RunControl, log: &mut StepLog) -> Result<PartialResult<ResultComparison>, LabError> {
        log.begin(&RunSources::default())?;
        compare_results(self).map(|comparison| PartialResult::new(comparison, true))
    }
}

impl Measurement for CompareResultsConfig {
    fn seed(&self) -> u64 {
        0
    }

    fn tables(comparison: &ResultComparison) -> Vec<Frame> {
        vec![ResultDifference::frame(&comparison.rows)]
    }

    fn findings(comparison: &ResultComparison) -> Vec<String> {
        let ResultComparison { sentences, method, notes, .. } = comparison;
        sentences.iter().chain([method]).chain(notes).cloned().collect()
    }
}

fn paired_by_deal() -> String {
    "paired: the same deals, compared one by one".to_owned()
}

/// Returns the sentence on why deals are not paired.
fn unpaired(other_deals: Option<String>) -> String {
    match other_deals {
        Some(why) => format!("unpaired: {why}, so the deals differ"),
        None => "unpaired: the deals are the same, but one result or both have no rows of them, as a log of `deals` has. \
                 These intervals are of separate runs, and too wide as a rule"
            .to_owned(),
    }
}

/// Returns the other differences between the results.
fn notes(topics: &[Topic], [a, b]: [&StoredTournament; 2]) -> Vec<String> {
    let switches: Vec<_> = a.rules.departures_from(&b.rules).map(Switch::key).collect();
    let rules =
        (!switches.is_empty()).then(|| format!("they are played by other rules: {}", switches.join(", ")));
    let data = a.other_data(b).map(|(role, [one, other])| {
        format!("their words differ: `{role}` is from {one} in A and from {other} in B")
    });
    let whole = topics.iter().filter(|topic| !topic.alone);
    let others = whole.filter_map(|topic| {
        let [one, other] = &topic.agent;
        (a.spec(one) != b.spec(other))
            .then(|| format!("`{one}` is {} in A, {} in B", a.spec(one), b.spec(other)))
    });
    rules.into_iter().chain(data).chain(others).collect()
}
