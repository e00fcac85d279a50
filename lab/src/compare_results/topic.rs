//! Topics of a comparison: an agent in both results, with the opponents that it has met in both.

use super::finished::StoredTournament;
use crate::error::LabError;

/// An agent with some of its opponents, by their labels in both results.
pub(super) struct Topic {
    /// The agent.
    pub(super) agent: [String; 2],
    /// Opponents that it has met in both results.
    pub(super) opponents: Vec<[String; 2]>,
    /// `true` if the topic is about one of several opponents.
    pub(super) alone: bool,
}

/// Returns all topics. `requested` are labels, or pairs of labels joined by `=`.
pub(super) fn topics(requested: &[String], sides: [&StoredTournament; 2]) -> Result<Vec<Topic>, LabError> {
    let agents = agents(requested, sides)?;
    let mut topics = Vec::new();
    let mut earlier: Vec<&[String; 2]> = Vec::new();
    for agent in &agents {
        let met: Vec<[String; 2]> = sides[0]
            .opponents(&agent[0])
            .map(|opponent| [opponent.to_owned(), counterpart(&agents, opponent)])
            .filter(|opponent| sides[1].opponents(&agent[1]).any(|other| other == opponent[1]))
            .collect();
        // The meeting of two agents is one topic: an opponent whose own topics stand already has it.
        let one_by_one = met.iter().filter(|_| met.len() > 1).filter(|opponent| !earlier.contains(opponent));
        let one_by_one = one_by_one.map(|opponent| Topic {
            agent: agent.clone(),
            opponents: vec![opponent.clone()],
            alone: true,
        });
        let whole =
            (!met.is_empty()).then(|| Topic { agent: agent.clone(), opponents: met.clone(), alone: false });
        topics.extend(whole.into_iter().chain(one_by_one));
        earlier.push(agent);
    }
    if topics.is_empty() {
        let labels = sides.map(|side| side.labels().collect::<Vec<_>>().join(", "));
        let message = format_args!(
            "{} and {} have no two agents in common that have met: {}; {}",
            sides[0].name, sides[1].name, labels[0], labels[1]
        );
        return Err(LabError::usage(message));
    }
    Ok(topics)
}

/// Returns the requested agents; all common agents if none is requested.
fn agents(requested: &[String], [a, b]: [&StoredTournament; 2]) -> Result<Vec<[String; 2]>, LabError> {
    if requested.is_empty() {
        let common = a.labels().filter(|label| b.labels().any(|other| other == *label));
        return Ok(common.map(|label| [label.to_owned(), label.to_owned()]).collect());
    }
    requested
        .iter()
        .map(|text| match text.split_once('=') {
            Some((one, other)) => Ok([a.named(one)?, b.named(other)?]),
            None => Ok([a.named(text)?, b.named(text)?]),
        })
        .collect()
}

/// Returns the label in the second result of an agent of the first.
fn counterpart(agents: &[[String; 2]], label: &str) -> String {
    agents.iter().find(|agent| agent[0] == label).map_or_else(|| label.to_owned(), |agent| agent[1].clone())
}
