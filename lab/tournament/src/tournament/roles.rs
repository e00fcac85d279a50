//! Scores by role in the three-player game (R17): as the team of two, and as the lone Interceptor.

use overhear_engine::arena::{PairingTally, Schedule, Tally};
use overhear_engine::rules::{Players, Rules};
use overhear_stats::Pentanomial;

use super::score::share;
use crate::table::{ColumnGroup, MeasuredValue};

/// An agent's mean scores by role over all its pairings, as shares of the points.
#[derive(Clone, Copy, Debug, PartialEq, ColumnGroup)]
pub struct RoleScores {
    /// Its score as the team of two; `None` if it has played no such game.
    pub score_as_team: Option<f64>,
    /// Its score as the lone Interceptor; `None` if it has played no such game.
    pub score_as_interceptor: Option<f64>,
}

/// The scores by role of a pairing's first agent, with 95 % intervals.
#[derive(Clone, Copy, Debug, PartialEq, ColumnGroup)]
pub struct PairingRoleScores {
    /// Its score as the team of two; `None` without games.
    pub a_score_as_team: Option<MeasuredValue>,
    /// Its score as the lone Interceptor; `None` without games.
    pub a_score_as_interceptor: Option<MeasuredValue>,
}

/// Returns the columns of standings.csv that the three-player game adds.
pub(super) fn standing_columns(rules: &Rules) -> &'static [&'static str] {
    match rules.players {
        Players::TwoTeams => &[],
        Players::Three => &["score_as_team", "score_as_interceptor"],
    }
}

/// Returns the columns of pairings.csv that the three-player game adds.
pub(super) fn pairing_columns(rules: &Rules) -> &'static [&'static str] {
    match rules.players {
        Players::TwoTeams => &[],
        Players::Three => &[
            "a_score_as_team",
            "a_score_as_team_low",
            "a_score_as_team_high",
            "a_score_as_interceptor",
            "a_score_as_interceptor_low",
            "a_score_as_interceptor_high",
        ],
    }
}

/// Returns the games of a pairing by agent a's outcome (loss, shared, win): as White, which is the team, and as Black, which is
/// the Interceptor.
pub(super) fn by_role(counts: &PairingTally) -> [[u64; 3]; 2] {
    let as_white = counts.pairs.map(|row| row.iter().sum());
    let as_black = std::array::from_fn(|outcome| counts.pairs.iter().map(|row| row[outcome]).sum());
    [as_white, as_black]
}

/// Returns the scores of a pairing's first agent; `None` if two teams play. In a role a pairing has one game of each deal.
pub(super) fn of_pairing(rules: &Rules, counts: &PairingTally) -> Option<PairingRoleScores> {
    if rules.players == Players::TwoTeams {
        return None;
    }
    let [a_score_as_team, a_score_as_interceptor] = by_role(counts).map(|[lost, shared, won]| {
        Pentanomial::new([lost, 0, shared, 0, won]).score().map(MeasuredValue::from)
    });
    Some(PairingRoleScores { a_score_as_team, a_score_as_interceptor })
}

/// Returns an agent's scores; `None` if two teams play.
pub(super) fn of_agent(
    agent: usize,
    rules: &Rules,
    schedule: &Schedule,
    tally: &Tally,
) -> Option<RoleScores> {
    if rules.players == Players::TwoTeams {
        return None;
    }
    let [score_as_team, score_as_interceptor] = scores(agent, schedule, tally);
    Some(RoleScores { score_as_team, score_as_interceptor })
}

/// Returns an agent's mean scores over all its pairings: as the team, and as the Interceptor.
fn scores(agent: usize, schedule: &Schedule, tally: &Tally) -> [Option<f64>; 2] {
    let mut totals = [[0; 3]; 2];
    for (pairing, counts) in schedule.pairings().iter().zip(&tally.pairings) {
        let [a_team, a_interceptor] = by_role(counts);
        // Agent b has the other role of each game, and the other outcome.
        let own = match agent {
            _ if agent == pairing.a => [a_team, a_interceptor],
            _ if agent == pairing.b => [a_interceptor, a_team].map(|[lost, shared, won]| [won, shared, lost]),
            _ => continue,
        };
        for (total, own) in totals.iter_mut().flatten().zip(own.into_iter().flatten()) {
            *total += own;
        }
    }
    totals.map(|[lost, shared, won]| share(2 * won + shared, 2 * (lost + shared + won)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_roles_are_counted_from_either_agent() {
        let mut tally = PairingTally::default();
        // Agent a wins 3 games as the team and 1 as the Interceptor, of 4 each.
        tally.pairs[2][0] = 2;
        tally.pairs[2][2] = 1;
        tally.pairs[0][0] = 1;
        assert_eq!(by_role(&tally), [[1, 0, 3], [3, 0, 1]]);
        let schedule = Schedule::round_robin(2, 8);
        let tally = Tally { pairings: vec![tally], ..Tally::new(&schedule) };
        assert_eq!(scores(0, &schedule, &tally), [Some(0.75), Some(0.25)]);
        assert_eq!(
            scores(1, &schedule, &tally),
            [Some(0.75), Some(0.25)],
            "b is the team where a intercepts"
        );
    }
}
