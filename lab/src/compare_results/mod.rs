//! Two results side by side: what an agent comes to in one and in the other, deal by deal where the deals are
//! the same.

mod evidence;
mod finding;
mod finished;
mod paired;
mod topic;
mod unpaired;

use std::path::PathBuf;

use overhear_engine::rules::Switch;

use crate::error::LabError;
use crate::mention::mention;
use crate::table::Frame;
use finding::ResultFinding;
use finished::StoredTournament;
use paired::paired;
use topic::{Topic, topics};

/// Two results that are compared.
#[derive(Clone, Debug, Default)]
pub struct CompareResultsConfig {
    /// The directory of the first, a finished tournament.
    pub a: PathBuf,
    /// That of the second.
    pub b: PathBuf,
    /// Labels of agents, or two as `A=B` where it has another one in the second result; all that both have,
    /// if none is named.
    pub agent: Vec<String>,
}

/// What two results have shown.
#[derive(Debug)]
pub struct ResultComparison {
    /// A row for each agent, opponent and measure.
    pub frame: Frame,
    /// The scores of agents in sentences.
    pub sentences: Vec<String>,
    /// How it was compared, and why not deal by deal if it was not.
    pub method: String,
    /// In what the results differ: rules, files of words, what is set on agents.
    pub notes: Vec<String>,
}

/// Compares two results: B less A, with intervals that are paired by deal where both have rows of the same
/// deals.
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
/// let found = compare_results(&CompareResultsConfig { a: played("a", 1)?, b: played("b", 2)?, agent: Vec::new() })?;
/// assert!(found.method.starts_with("unpaired"));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// If one of them is no finished tournament or not as it was written; if they have no agents in common.
pub fn compare_results(config: &CompareResultsConfig) -> Result<ResultComparison, LabError> {
    let (a, b) = (StoredTournament::read(&config.a)?, StoredTournament::read(&config.b)?);
    let sides = [&a, &b];
    let topics = topics(&config.agent, sides)?;
    let other_deals = a.other_deals(&b);
    let evidence = if other_deals.is_none() { paired(&topics, sides)? } else { None };
    let (found, method): (Vec<Vec<ResultFinding>>, String) = match evidence {
        Some(evidence) => {
            (evidence.iter().map(evidence::ResultEvidence::findings).collect(), paired_by_deal())
        }
        None => {
            (topics.iter().map(|topic| unpaired::findings(topic, sides)).collect(), unpaired(other_deals))
        }
    };
    let found: Vec<(&Topic, ResultFinding)> = topics
        .iter()
        .zip(found)
        .flat_map(|(topic, found)| found.into_iter().map(move |one| (topic, one)))
        .collect();
    if found.is_empty() {
        let message =
            "the opponents are others, and nothing can be said without the rows of deals; play with";
        let log = mention(("log", "deals"));
        return Err(LabError::usage(format_args!("{} and {}: {message} {log}", a.name, b.name)));
    }
    let (frame, sentences) = (finding::frame(&found), finding::sentences(&found));
    Ok(ResultComparison { frame, sentences, method, notes: notes(&topics, sides) })
}

fn paired_by_deal() -> String {
    "paired: the same deals, compared one by one".to_owned()
}

/// Why deals are not compared one by one.
fn unpaired(other_deals: Option<String>) -> String {
    match other_deals {
        Some(why) => format!("unpaired: {why}, so the deals are others"),
        None => "unpaired: the deals are the same, but one result or both have no rows of them, as a log of `deals` has. \
                 These intervals are of separate runs, and too wide as a rule"
            .to_owned(),
    }
}

/// In what the two results differ besides.
fn notes(topics: &[Topic], [a, b]: [&StoredTournament; 2]) -> Vec<String> {
    let switches: Vec<_> = a.rules.departures_from(&b.rules).map(Switch::key).collect();
    let rules =
        (!switches.is_empty()).then(|| format!("they are played by other rules: {}", switches.join(", ")));
    let data = a.other_data(b).map(|(role, [one, other])| {
        format!("their words are others: `{role}` is from {one} in A, from {other} in B, and what they hold differs")
    });
    let whole = topics.iter().filter(|topic| !topic.alone);
    let others = whole.filter_map(|topic| {
        let [one, other] = &topic.agent;
        (a.spec(one) != b.spec(other))
            .then(|| format!("`{one}` is {} in A, {} in B", a.spec(one), b.spec(other)))
    });
    rules.into_iter().chain(data).chain(others).collect()
}
