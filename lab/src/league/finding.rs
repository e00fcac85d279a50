//! Findings of a league, in sentences.

use super::responses::Response;
use super::table::{LeagueRow, LeagueTable};
use crate::strength::{AgentScore, HeadToHead, sentences};
use crate::table::{MeasuredValue, fixed};

/// Smallest share of the mix that the sentence mentions.
const WORTH_A_WORD: f64 = 0.005;

/// Returns the findings: the strongest member, the equilibrium mix, and its regret.
pub(super) fn findings(table: &LeagueTable, responses: &[Response]) -> Vec<String> {
    let members: Vec<&LeagueRow> = table.rows.iter().filter(|row| !row.cheats).collect();
    let games = table.games * members.len().saturating_sub(1) as u64;
    let standings = members.iter().map(|row| AgentScore {
        label: row.label.clone(),
        games,
        // A league with faults says nothing at all.
        faults: 0,
        score: row.score.map(|score| (score.value, score.interval)),
    });
    let standings: Vec<AgentScore> = standings.collect();
    let duels: Vec<HeadToHead> =
        members.iter().enumerate().flat_map(|(place, row)| duels(table, place, row)).collect();
    sentences(&standings, &duels).into_iter().chain(mix(&members)).chain(regret(responses)).collect()
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

/// The share of games from which on an agent is to be sent in every game: the table of the mix shows it as 100.0 %.
const ALWAYS: f64 = 0.9995;

/// Returns the sentence on the equilibrium mix: the agents to choose against an opponent that knows the odds
/// of the choice.
fn mix(members: &[&LeagueRow]) -> Option<String> {
    let sent = members.iter().filter(|row| row.share.is_some_and(|share| share.value >= WORTH_A_WORD));
    let each: Vec<String> = sent.map(|row| how_often(row)).collect();
    (!each.is_empty())
        .then(|| format!("Against an opponent who knows how you choose, send {}.", each.join(", ")))
}

/// Returns in how many games an agent is to be sent.
fn how_often(row: &LeagueRow) -> String {
    let shares = row.share.and_then(MeasuredValue::numbers).unwrap_or_default();
    if shares.iter().all(|&share| share >= ALWAYS) {
        return format!("“{}” in every game", row.label);
    }
    let [share, low, high] = shares.map(|share| fixed(100.0 * share, 0));
    format!("“{}” in {share} of 100 games ({low} to {high})", row.label)
}

/// Returns the sentence on the regret of the mix against the best fresh response; `None` without a search.
fn regret(responses: &[Response]) -> Option<String> {
    let best = responses.first()?;
    let (score, regret) = (best.score?, best.regret()?);
    let finding = if regret.interval.low > 0.0 {
        "A fresh agent beats this mix"
    } else if regret.interval.high < 0.0 {
        "No fresh agent is found that beats this mix"
    } else {
        "No fresh agent is shown to beat this mix"
    };
    let [value, low, high] =
        [regret.value, regret.interval.low, regret.interval.high].map(|share| fixed(100.0 * share, 1));
    Some(format!(
        "{finding}: the best of {} responses, “{}”, scores {} against it on deals that did not choose that response. \
         This score less 50 is the regret of the mix: {value} points ({low} to {high}).",
        responses.len(),
        best.name(),
        MeasuredValue::from(score).percent(),
    ))
}

#[cfg(test)]
mod tests {
    use overhear_stats::Estimate;

    use super::*;

    fn sentence(score: f64, se: f64) -> String {
        let response = Response {
            spec: "margin/bayes".to_owned(),
            interceptor: "learned".to_owned(),
            choosing_games: 20,
            choosing_score: None,
            games: 20,
            score: Some(Estimate::normal(score, se)),
        };
        regret(&[response]).expect("a response")
    }

    #[test]
    fn a_regret_is_named_as_surely_as_its_interval_allows() {
        let clear = sentence(0.8, 0.05);
        assert!(clear.starts_with("A fresh agent beats this mix: the best of 1 responses"), "{clear}");
        assert!(
            clear.contains("“margin/bayes + learned”") && clear.contains(": 30.0 points (20.2 to 39.8)"),
            "{clear}"
        );
        assert!(sentence(0.5, 0.05).starts_with("No fresh agent is shown to beat"));
        assert!(sentence(0.3, 0.05).starts_with("No fresh agent is found that beats"));
        assert_eq!(regret(&[]), None);
    }
}
