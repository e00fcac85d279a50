//! The league as tables for other programs.

use overhear_stats::{Estimate, Interval};

use super::responses::Response;
use super::table::LeagueTable;
use crate::table::{Frame, MeasuredValue, TableRow};

/// A row of league.csv.
#[derive(TableRow)]
#[table("league.csv")]
struct AgentRow<'a> {
    agent: &'a str,
    score: Option<MeasuredValue>,
    decoded_rate: Option<f64>,
    interception_rate: Option<f64>,
    intercepted_rate: Option<f64>,
    leaked_bits: Option<MeasuredValue>,
    equilibrium_share: Option<MeasuredValue>,
    worst_opponent: &'a str,
    worst_score: Option<Estimate>,
    least_score: Option<Interval>,
    best_guesser: &'a str,
    exploited_rate: Option<Estimate>,
}

/// Returns a frame with a row for each agent.
pub(super) fn agents(table: &LeagueTable) -> Frame {
    let rows: Vec<AgentRow<'_>> = table
        .rows
        .iter()
        .map(|row| {
            let interval = row.score.map(|score| score.interval);
            AgentRow {
                agent: &row.label,
                score: row.points.map(|value| MeasuredValue { value, interval }),
                decoded_rate: row.decoded,
                interception_rate: row.interceptions,
                intercepted_rate: row.intercepted,
                leaked_bits: row.leaked,
                equilibrium_share: row.share,
                worst_opponent: &table.rows[row.worst].label,
                worst_score: row.against[row.worst],
                least_score: row.least,
                best_guesser: &row.best_guesser.guesser,
                exploited_rate: row.exploited(),
            }
        })
        .collect();
    AgentRow::frame(&rows)
}

/// A row of matrix.csv.
#[derive(TableRow)]
#[table("matrix.csv")]
struct MeetingRow<'a> {
    agent: &'a str,
    opponent: &'a str,
    score: Option<Estimate>,
}

/// Returns a frame with a row for each agent and each opponent that it has met.
pub(super) fn matrix(table: &LeagueTable) -> Frame {
    let mut rows = Vec::new();
    for row in &table.rows {
        for (opponent, &score) in table.rows.iter().zip(&row.against).filter(|(_, score)| score.is_some()) {
            rows.push(MeetingRow { agent: &row.label, opponent: &opponent.label, score });
        }
    }
    MeetingRow::frame(&rows)
}

/// A row of responses.csv.
#[derive(TableRow)]
#[table("responses.csv")]
struct ResponseRow<'a> {
    response: &'a str,
    interceptor: &'a str,
    choosing_games: u64,
    choosing_score: Option<Estimate>,
    /// `yes` for the best on the choosing deals, otherwise `no`.
    chosen: &'static str,
    games: u64,
    score: Option<Estimate>,
    regret: Option<Estimate>,
}

/// Returns a frame with a row for each response to the equilibrium mix.
pub(super) fn responses(responses: &[Response]) -> Frame {
    let rows: Vec<ResponseRow<'_>> = responses
        .iter()
        .map(|response| ResponseRow {
            response: &response.spec,
            interceptor: &response.interceptor,
            choosing_games: response.choosing_games,
            choosing_score: response.choosing_score,
            chosen: if response.score.is_some() { "yes" } else { "no" },
            games: response.games,
            score: response.score,
            regret: response.regret(),
        })
        .collect();
    ResponseRow::frame(&rows)
}
