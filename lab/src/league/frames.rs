//! The league as tables for other programs.

use super::responses::Response;
use super::table::LeagueTable;
use crate::table::{Frame, MeasuredValue, NamedRow};

/// Returns a frame with a row for each agent.
pub(super) fn agents(table: &LeagueTable) -> Frame {
    let mut frame = Frame::new("league.csv");
    for row in &table.rows {
        let interval = row.score.map(|score| score.interval);
        NamedRow::new(&mut frame)
            .put("agent", &row.label)
            .put("score", row.points.map(|value| MeasuredValue { value, interval }))
            .put("decoded_rate", row.decoded)
            .put("interception_rate", row.interceptions)
            .put("intercepted_rate", row.intercepted)
            .put("leaked_bits", row.leaked)
            .put("equilibrium_share", row.share)
            .put("worst_opponent", &table.rows[row.worst].label)
            .put("worst_score", row.against[row.worst])
            .put("least_score", row.least)
            .put("best_guesser", &row.best_guesser.guesser)
            .put("exploited_rate", row.exploited())
            .end();
    }
    frame
}

/// Returns a frame with a row for each agent and each opponent that it has met.
pub(super) fn matrix(table: &LeagueTable) -> Frame {
    let mut frame = Frame::new("matrix.csv");
    for row in &table.rows {
        for (opponent, score) in table.rows.iter().zip(&row.against).filter(|(_, score)| score.is_some()) {
            NamedRow::new(&mut frame)
                .put("agent", &row.label)
                .put("opponent", &opponent.label)
                .put("score", score)
                .end();
        }
    }
    frame
}

/// Returns a frame with a row for each response to the equilibrium mix.
pub(super) fn responses(responses: &[Response]) -> Frame {
    let mut frame = Frame::new("responses.csv");
    for response in responses {
        NamedRow::new(&mut frame)
            .put("response", &response.spec)
            .put("interceptor", &response.interceptor)
            .put("choosing_games", response.choosing_games)
            .put("choosing_score", response.choosing_score)
            .put("chosen", if response.score.is_some() { "yes" } else { "no" })
            .put("games", response.games)
            .put("score", response.score)
            .put("regret", response.regret())
            .end();
    }
    frame
}
