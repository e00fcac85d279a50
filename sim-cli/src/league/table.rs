//! What the league has shown of each agent: how it plays, whom it beats, and whether it is worth sending.

use std::cmp::Reverse;

use overhear_engine::arena::{AgentTally, Tally};
use overhear_stats::{Estimate, Matrix, equilibrium};

use super::lineup::Lineup;
use super::play::Played;
use crate::failure::Failure;
use crate::tournament::{leaked_bits, pair_table, score, share};

/// What is known of one agent. For a member all of it is from games against other members.
pub(super) struct Row {
    /// Its name.
    pub(super) label: String,
    /// Whether it is a cheater.
    pub(super) cheats: bool,
    /// The share of the points of all its games; without an interval after a single deal.
    pub(super) points: Option<f64>,
    /// The same with its interval, clustered by deal.
    pub(super) score: Option<Estimate>,
    /// The share of own codes that its team got right.
    pub(super) decoded: Option<f64>,
    /// The share of the opponents' codes that it intercepted.
    pub(super) interceptions: Option<f64>,
    /// The share of own codes that were intercepted.
    pub(super) intercepted: Option<f64>,
    /// Bits of an own code that the opponents learn in a round.
    pub(super) leaked: Option<f64>,
    /// Its share of the equilibrium mix; a cheater has none.
    pub(super) share: Option<f64>,
    /// Its score against each agent, in the order of the table; none where the two have not met.
    pub(super) against: Vec<Option<Estimate>>,
    /// The member against which it scores least, by its place in the table.
    pub(super) worst: usize,
}

/// The members with the best first, then the cheaters.
pub(super) struct Table {
    /// One for each agent.
    pub(super) rows: Vec<Row>,
}

impl Table {
    /// Works everything out from the counts.
    pub(super) fn new(lineup: &Lineup, played: &[Played; 2]) -> Result<Table, Failure> {
        let (count, members) = (lineup.players.len(), lineup.members);
        let counts = |agent: usize| &played[usize::from(agent >= members)].tally;
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&agent| (agent >= members, Reverse(half_points(counts(agent), agent))));
        let met = scores(played, count);
        let met = |row: usize, column: usize| met[order[row]][order[column]];
        let value = |row, column| met(row, column).map_or(0.5, |found: Estimate| found.value.clamp(0.0, 1.0));
        let mix = equilibrium(&Matrix::from_fn(members, value)).map_err(Failure::runtime)?.mix;
        let row = |place: usize| Row {
            label: lineup.players[order[place]].spec.label.clone(),
            share: mix.get(place).copied(),
            against: (0..count).map(|column| met(place, column)).collect(),
            worst: worst((0..members).map(|column| met(place, column))),
            cheats: place >= members,
            ..roles(order[place], counts(order[place]))
        };
        Ok(Table { rows: (0..count).map(row).collect() })
    }
}

fn half_points(tally: &Tally, agent: usize) -> u64 {
    let AgentTally { wins, shared, .. } = tally.agents[agent];
    2 * wins + shared
}

/// Each agent's score against each other, by their places in the line-up.
fn scores(played: &[Played; 2], count: usize) -> Vec<Vec<Option<Estimate>>> {
    let mut scores = vec![vec![None; count]; count];
    for Played { schedule, tally } in played {
        for (pairing, counts) in schedule.pairings().iter().zip(&tally.pairings) {
            let found = pair_table(counts).pentanomial().score();
            scores[pairing.a][pairing.b] = found;
            scores[pairing.b][pairing.a] = found.map(|found| found.scale(-1.0).shift(1.0));
        }
    }
    scores
}

/// The place of the least score.
fn worst(scores: impl Iterator<Item = Option<Estimate>>) -> usize {
    let known = scores.enumerate().filter_map(|(place, score)| Some((place, score?.value)));
    known.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(place, _)| place)
}

fn roles(agent: usize, tally: &Tally) -> Row {
    let own = &tally.agents[agent];
    Row {
        label: String::new(),
        cheats: false,
        points: share(half_points(tally, agent), 2 * own.games),
        score: score(agent, tally),
        decoded: share(own.halves - own.miscommunications, own.halves),
        interceptions: share(own.interceptions, own.interception_chances),
        intercepted: share(own.intercepted, own.exposed),
        leaked: leaked_bits(own),
        share: None,
        against: Vec::new(),
        worst: 0,
    }
}
