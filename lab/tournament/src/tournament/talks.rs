//! talk.csv: for each agent, its answers alone, pooled and after a talk.

use overhear_engine::arena::{AnswerMoments, CountMoments, TalkCounts, Tally};
use overhear_stats::{Estimate, Interval, RatioMoments};

use crate::table::{Frame, NamedRow};

/// Name of the table.
const FILE: &str = "talk.csv";

/// Names of the roles in which teams talk, in the order of [`AgentTally::talks`](overhear_engine::arena::AgentTally::talks).
pub(super) const ROLES: [&str; 2] = ["decode", "intercept"];

/// Returns two rows for each agent, in the order of the roster.
pub(super) fn frame(labels: &[&str], tally: &Tally) -> Frame {
    let mut frame = Frame::new(FILE);
    for (label, agent) in labels.iter().zip(&tally.agents) {
        for (role, counts) in ROLES.into_iter().zip(&agent.talks) {
            row(NamedRow::new(&mut frame), counts).put("agent", label).put("role", role).end();
        }
    }
    frame
}

fn row<'a>(row: NamedRow<'a>, counts: &TalkCounts) -> NamedRow<'a> {
    let alone: Option<Estimate> = moments(counts.games, &counts.alone, &counts.answers).share();
    // A talk that turns a wrong guess into the right one counts 1, the reverse −1.
    let gain = over_talks(counts, &counts.gain).bounded(Interval::new(-1.0, 1.0));
    row.put("games", counts.games)
        .put("talks", counts.talks.n)
        .put("answers", counts.answers.n)
        .put("alone_right", right_answers(&counts.alone))
        .put("pool_right", right_answers(&counts.pool))
        .put("after_right", right_answers(&counts.after))
        .put("messages", counts.messages)
        .put("revisions", counts.revisions)
        .put("mended", counts.mended)
        .put("spoiled", counts.spoiled)
        .put("followed", counts.followed)
        .put("alone_rate", alone)
        .put("pool_rate", over_talks(counts, &counts.pool).share())
        .put("after_rate", over_talks(counts, &counts.after).share())
        .put("gain", gain)
}

/// Returns a sum of right answers. Only `gain` may be negative, and is no such sum.
fn right_answers(sums: &CountMoments) -> u64 {
    sums.y.unsigned_abs()
}

/// Returns the moments of a count among the talks.
fn over_talks(counts: &TalkCounts, sums: &CountMoments) -> RatioMoments {
    moments(counts.games, sums, &counts.talks)
}

/// Returns the moments of a count among a number of answers, clustered by game.
fn moments(games: u64, sums: &CountMoments, among: &AnswerMoments) -> RatioMoments {
    RatioMoments {
        deals: games,
        y: sums.y,
        n: signed(among.n),
        yy: signed(sums.yy),
        yn: sums.yn,
        nn: signed(among.nn),
    }
}

fn signed(sum: u64) -> i64 {
    i64::try_from(sum).unwrap_or(i64::MAX)
}
