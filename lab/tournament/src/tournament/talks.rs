//! talk.csv: for each agent, its answers alone, pooled and after a talk.

use overhear_engine::arena::{AnswerMoments, CountMoments, TalkCounts, Tally};
use overhear_stats::{Estimate, Interval, RatioMoments};

use crate::table::{Frame, TableRow};

/// Names of the roles in which teams talk, in the order of [`AgentTally::talks`](overhear_engine::arena::AgentTally::talks).
pub(super) const ROLES: [&str; 2] = ["decode", "intercept"];

/// A row of talk.csv.
#[derive(TableRow)]
#[table("talk.csv")]
struct TalkRow<'a> {
    agent: &'a str,
    role: &'static str,
    games: u64,
    talks: u64,
    answers: u64,
    alone_right: u64,
    pool_right: u64,
    after_right: u64,
    messages: u64,
    revisions: u64,
    mended: u64,
    spoiled: u64,
    followed: u64,
    alone_rate: Option<Estimate>,
    pool_rate: Option<Estimate>,
    after_rate: Option<Estimate>,
    /// A talk that turns a wrong guess into the right one counts 1, the reverse −1.
    gain: Option<Estimate>,
}

/// Returns two rows for each agent, in the order of the roster.
pub(super) fn frame(labels: &[&str], tally: &Tally) -> Frame {
    let agents = labels.iter().zip(&tally.agents);
    let rows: Vec<TalkRow<'_>> = agents
        .flat_map(|(agent, counts)| {
            ROLES.into_iter().zip(&counts.talks).map(|(role, counts)| row(agent, role, counts))
        })
        .collect();
    TalkRow::frame(&rows)
}

fn row<'a>(agent: &'a str, role: &'static str, counts: &TalkCounts) -> TalkRow<'a> {
    TalkRow {
        agent,
        role,
        games: counts.games,
        talks: counts.talks.n,
        answers: counts.answers.n,
        alone_right: right_answers(&counts.alone),
        pool_right: right_answers(&counts.pool),
        after_right: right_answers(&counts.after),
        messages: counts.messages,
        revisions: counts.revisions,
        mended: counts.mended,
        spoiled: counts.spoiled,
        followed: counts.followed,
        alone_rate: moments(counts.games, &counts.alone, &counts.answers).share(),
        pool_rate: over_talks(counts, &counts.pool).share(),
        after_rate: over_talks(counts, &counts.after).share(),
        gain: over_talks(counts, &counts.gain).bounded(Interval::new(-1.0, 1.0)),
    }
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
