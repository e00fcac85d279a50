//! talk.csv: for each agent, its answers alone, pooled and after a talk.

use overhear_engine::arena::{CountMoments, TalkCounts, Tally};
use overhear_stats::{Estimate, MeanMoments};

use crate::table::{Cell, Frame, NamedRow};

/// Name of the table.
const FILE: &str = "talk.csv";

/// Names of the roles in which teams talk, in the order of [`AgentTally::talks`](overhear_engine::arena::AgentTally::talks).
pub(super) const ROLES: [&str; 2] = ["decode", "intercept"];

/// Returns two rows for each agent, in the order of the roster.
pub(super) fn frame(labels: &[&str], tally: &Tally) -> Frame {
    let mut frame = Frame::new(FILE);
    for (label, agent) in labels.iter().zip(&tally.agents) {
        for (role, counts) in ROLES.into_iter().zip(&agent.talks) {
            row(NamedRow::new(&mut frame), counts)
                .put("agent", Cell::text(*label))
                .put("role", Cell::text(role))
                .end();
        }
    }
    frame
}

fn row<'a>(row: NamedRow<'a>, counts: &TalkCounts) -> NamedRow<'a> {
    let rate = |sums: &CountMoments| estimate(counts.games, sums);
    // Sums of right answers are never negative; `gain` alone may be.
    let right = |sums: &CountMoments| Cell::Count(sums.y.unsigned_abs());
    row.put_all([
        ("games", Cell::Count(counts.games)),
        ("talks", Cell::Count(counts.pool.n)),
        ("answers", Cell::Count(counts.alone.n)),
        ("alone_right", right(&counts.alone)),
        ("pool_right", right(&counts.pool)),
        ("after_right", right(&counts.after)),
        ("messages", Cell::Count(counts.messages)),
        ("revisions", Cell::Count(counts.revisions)),
        ("mended", Cell::Count(counts.mended)),
        ("spoiled", Cell::Count(counts.spoiled)),
        ("followed", Cell::Count(counts.followed)),
    ])
    .put_estimate("alone_rate", rate(&counts.alone))
    .put_estimate("pool_rate", rate(&counts.pool))
    .put_estimate("after_rate", rate(&counts.after))
    .put_estimate("gain", rate(&counts.gain))
}

/// Returns Σy / Σn with its 95 % interval, clustered by game.
fn estimate(games: u64, sums: &CountMoments) -> Option<Estimate> {
    let moments = MeanMoments {
        deals: games,
        y: sums.y as f64,
        n: sums.n as f64,
        yy: sums.yy as f64,
        yn: sums.yn as f64,
        nn: sums.nn as f64,
    };
    moments.estimate()
}
