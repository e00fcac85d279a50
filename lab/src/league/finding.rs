//! Findings of a league, in sentences.

use super::table::{LeagueRow, LeagueTable};
use crate::strength::{AgentScore, HeadToHead, sentences};
use crate::table::fixed;

/// Smallest share of the mix that the sentence mentions.
const WORTH_A_WORD: f64 = 0.005;

/// Returns the findings: the strongest member, and the equilibrium mix.
pub(super) fn findings(table: &LeagueTable) -> Vec<String> {
    let members: Vec<&LeagueRow> = table.rows.iter().filter(|row| !row.cheats).collect();
    let games = table.games * members.len().saturating_sub(1) as u64;
    let standing = |row: &&LeagueRow| AgentScore {
        label: row.label.clone(),
        games,
        // A league with faults says nothing at all.
        faults: 0,
        score: row.score.map(|score| (score.value, score.interval)),
    };
    let standings: Vec<AgentScore> = members.iter().map(standing).collect();
    let duels: Vec<HeadToHead> =
        members.iter().enumerate().flat_map(|(place, row)| duels(table, place, row)).collect();
    sentences(&standings, &duels).into_iter().chain(mix(&members)).collect()
}

/// Returns the member's scores against the members below it in the table.
fn duels<'a>(
    table: &'a LeagueTable,
    place: usize,
    row: &'a LeagueRow,
) -> impl Iterator<Item = HeadToHead> + 'a {
    let others = table.rows.iter().zip(&row.against).skip(place + 1).filter(|(other, _)| !other.cheats);
    others.map(|(other, score)| HeadToHead {
        one: row.label.clone(),
        other: other.label.clone(),
        games: table.games,
        score: score.map(|score| (score.value, score.interval)),
    })
}

/// Returns the sentence on the equilibrium mix: the agents to choose against an opponent that knows the odds
/// of the choice.
fn mix(members: &[&LeagueRow]) -> Option<String> {
    let share = |row: &&&LeagueRow| row.share.is_some_and(|share| share >= WORTH_A_WORD);
    let sent: Vec<&&LeagueRow> = members.iter().filter(share).collect();
    let told = |row: &&&LeagueRow| {
        let [share, low, high] =
            [row.share, row.share_ends.map(|ends| ends.low), row.share_ends.map(|ends| ends.high)]
                .map(|share| fixed(100.0 * share.unwrap_or(0.0), 0));
        format!("“{}” in {share} of 100 games ({low} to {high})", row.label)
    };
    let each: Vec<String> = sent.iter().map(told).collect();
    (!each.is_empty())
        .then(|| format!("Against an opponent who knows how you choose, send {}.", each.join(", ")))
}
