//! A row of the table, and what it says.

use super::super::clue_outcomes::ClueOutcomes;
use crate::table::{MeasuredValue, TableRow};

/// A row of cross.csv: an Encryptor with the guessers of its own team and of the opponents.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("cross.csv")]
pub struct CrossRow {
    /// The embedding in which the Encryptor thinks, or the agent that it is of.
    pub giver: String,
    /// The embedding in which its own team thinks, or the agent that the team's guessers are of.
    pub decoder: String,
    /// The embedding in which the opponents think, or the agent that their guessers are of.
    pub interceptor: String,
    /// Halves in which such an Encryptor gave the clues.
    pub halves: u64,
    /// Share of them in which its team got the code right.
    pub decode_rate: Option<MeasuredValue>,
    /// Halves in which the opponents might intercept.
    pub chances: u64,
    /// Share of them in which they did.
    pub intercept_rate: Option<MeasuredValue>,
}

impl CrossRow {
    pub(super) fn new([giver, decoder, interceptor]: [String; 3], outcomes: &ClueOutcomes) -> CrossRow {
        let ClueOutcomes { understood, intercepted, .. } = outcomes;
        CrossRow {
            giver,
            decoder,
            interceptor,
            halves: understood.n.unsigned_abs(),
            decode_rate: understood.share().map(MeasuredValue::from),
            chances: intercepted.n.unsigned_abs(),
            intercept_rate: intercepted.share().map(MeasuredValue::from),
        }
    }

    /// Returns the sentence on a team whose opponents think as its Encryptor does.
    pub(super) fn sentence(&self) -> Option<String> {
        let CrossRow { giver, decoder, .. } = self;
        let rate = self.decode_rate?.percent();
        Some(format!("Clues from `{giver}` are understood by a team that thinks in `{decoder}` in {rate}."))
    }
}

/// Returns two sentences on the clues of each agent: who decodes them against its own interceptor, and who intercepts them
/// from its own team.
pub(super) fn findings_on_agents(rows: &[CrossRow]) -> Vec<String> {
    let mut givers: Vec<&str> = rows.iter().map(|row| row.giver.as_str()).collect();
    givers.dedup();
    givers.iter().flat_map(|giver| findings_on_giver(giver, rows)).collect()
}

fn findings_on_giver(giver: &str, rows: &[CrossRow]) -> [String; 2] {
    let own = rows.iter().filter(|row| row.giver == giver);
    let decoded = own.clone().filter(|row| row.interceptor == giver);
    let decoded =
        decoded.filter_map(|row| rate_of(&row.decoder, row.decode_rate)).collect::<Vec<_>>().join(", ");
    let intercepted = own.filter(|row| row.decoder == giver);
    let intercepted = intercepted.filter_map(|row| rate_of(&row.interceptor, row.intercept_rate));
    let intercepted = intercepted.collect::<Vec<_>>().join(", ");
    [
        format!("Clues of `{giver}` are decoded, against its own interceptor: {decoded}."),
        format!("Clues of `{giver}` to its own team are intercepted: {intercepted}."),
    ]
}

/// Returns an agent with its share of codes that are right.
fn rate_of(agent: &str, rate: Option<MeasuredValue>) -> Option<String> {
    Some(format!("by `{agent}` in {}", rate?.percent()))
}
