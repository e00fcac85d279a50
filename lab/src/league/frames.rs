//! The league for other programs.

use overhear_stats::{Estimate, Interval};

use super::table::{LeagueRow, LeagueTable};
use crate::table::{Cell, Frame};

/// A row for each agent.
pub(super) fn agents(table: &LeagueTable) -> Frame {
    let mut frame = Frame::of("agents league");
    table.rows.iter().for_each(|row| frame.push(agent(table, row)));
    frame
}

fn agent(table: &LeagueTable, row: &LeagueRow) -> Vec<Cell> {
    let [_, low, high] = cells(row.score);
    let rates = [row.decoded, row.interceptions, row.intercepted, row.leaked, row.share].map(Cell::share);
    let mut cells_of_row = vec![Cell::text(&row.label), Cell::share(row.points), low, high];
    cells_of_row.extend(rates);
    cells_of_row.push(Cell::text(&table.rows[row.worst].label));
    cells_of_row.extend(cells(row.against[row.worst]));
    cells_of_row.extend([row.share_ends, row.least, row.leak_ends].into_iter().flat_map(ends));
    cells_of_row
}

/// A row for each agent and each opponent that it has met.
pub(super) fn matrix(table: &LeagueTable) -> Frame {
    let mut frame = Frame::of("matrix");
    for row in &table.rows {
        for (opponent, score) in table.rows.iter().zip(&row.against).filter(|(_, score)| score.is_some()) {
            let labels = [&row.label, &opponent.label].map(Cell::text);
            frame.push(labels.into_iter().chain(cells(*score)).collect());
        }
    }
    frame
}

fn ends(interval: Option<Interval>) -> [Cell; 2] {
    [interval.map(|ends| ends.low), interval.map(|ends| ends.high)].map(Cell::share)
}

fn cells(score: Option<Estimate>) -> [Cell; 3] {
    let ends = score.map(|score| score.interval);
    [score.map(|score| score.value), ends.map(|ends| ends.low), ends.map(|ends| ends.high)].map(Cell::share)
}
