//! The league as tables for other programs.

use super::responses::Response;
use super::table::LeagueTable;
use crate::exploitability::put_exploited;
use crate::table::{Cell, Frame, NamedRow};

/// Returns a frame with a row for each agent.
pub(super) fn agents(table: &LeagueTable) -> Frame {
    let mut frame = Frame::new("league.csv");
    for row in &table.rows {
        let cells = NamedRow::new(&mut frame)
            .put_all([
                ("agent", Cell::text(&row.label)),
                ("score", Cell::share(row.points)),
                ("decoded_rate", Cell::share(row.decoded)),
                ("interception_rate", Cell::share(row.interceptions)),
                ("intercepted_rate", Cell::share(row.intercepted)),
                ("leaked_bits", Cell::share(row.leaked)),
                ("equilibrium_share", Cell::share(row.share)),
                ("worst_opponent", Cell::text(&table.rows[row.worst].label)),
            ])
            .put_ends("score", row.score.map(|score| score.interval), Cell::share)
            .put_estimate("worst_score", row.against[row.worst])
            .put_ends("equilibrium_share", row.share_ends, Cell::share)
            .put_range(["least_score_low", "least_score_high"], row.least, Cell::share)
            .put_ends("leaked_bits", row.leak_ends, Cell::share);
        put_exploited(cells, &row.best_guesser).end();
    }
    frame
}

/// Returns a frame with a row for each agent and each opponent that it has met.
pub(super) fn matrix(table: &LeagueTable) -> Frame {
    let mut frame = Frame::new("matrix.csv");
    for row in &table.rows {
        for (opponent, score) in table.rows.iter().zip(&row.against).filter(|(_, score)| score.is_some()) {
            NamedRow::new(&mut frame)
                .put("agent", Cell::text(&row.label))
                .put("opponent", Cell::text(&opponent.label))
                .put_estimate("score", *score)
                .end();
        }
    }
    frame
}

/// Returns a frame with a row for each response to the equilibrium mix.
pub(super) fn responses(responses: &[Response]) -> Frame {
    let mut frame = Frame::new("responses.csv");
    for response in responses {
        let is_chosen = response.score.is_some();
        NamedRow::new(&mut frame)
            .put_texts([("response", &*response.spec), ("interceptor", &*response.interceptor)])
            .put("choosing_games", Cell::Count(response.choosing_games))
            .put_estimate("choosing_score", response.choosing_score)
            .put("chosen", Cell::text(if is_chosen { "yes" } else { "no" }))
            .put("games", Cell::Count(response.games))
            .put_estimate("score", response.score)
            .put_estimate("regret", response.regret())
            .end();
    }
    frame
}
