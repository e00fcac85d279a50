//! What the league has shown of each agent: how it plays, whom it beats, and whether it is worth sending.

use std::cmp::Reverse;

use ndarray::Array2;
use overhear_engine::arena::{AgentTally, Tally};
use overhear_stats::{BoundedSample, Estimate, Interval, equilibrium, mix_intervals};

use super::lineup::Lineup;
use super::play::LeagueGames;
use crate::error::LabError;
use crate::tournament::{leak_interval, leaked_bits, pair_table, score, share};

/// What is known of one agent. For a member all of it is from games against other members.
#[derive(Debug)]
pub struct LeagueRow {
    /// Its name.
    pub label: String,
    /// `true` if it is a cheater.
    pub cheats: bool,
    /// The share of the points of all its games; without an interval after a single deal.
    pub points: Option<f64>,
    /// The same with its interval, clustered by deal.
    pub score: Option<Estimate>,
    /// The share of own codes that its team got right.
    pub decoded: Option<f64>,
    /// The share of the opponents' codes that it intercepted.
    pub interceptions: Option<f64>,
    /// The share of own codes that were intercepted.
    pub intercepted: Option<f64>,
    /// Bits of an own code that the opponents learn in a round.
    pub leaked: Option<f64>,
    /// The interval of these bits.
    pub leak_ends: Option<Interval>,
    /// Its share of the equilibrium mix; a cheater has none.
    pub share: Option<f64>,
    /// What the share of the mix may be; none for a cheater.
    pub share_ends: Option<Interval>,
    /// Its score against each agent, in the order of the table; none where the two have not met.
    pub against: Vec<Option<Estimate>>,
    /// The member against which it scores least, by its place in the table.
    pub worst: usize,
    /// The interval of the least of its true scores against members, whichever that is.
    pub least: Option<Interval>,
}

/// The members with the best first, then the cheaters.
#[derive(Debug)]
pub struct LeagueTable {
    /// One for each agent.
    pub rows: Vec<LeagueRow>,
    /// Games of any two agents.
    pub games: u64,
}

/// Tables of scores that are drawn for the error of the mix.
const DRAWS: u32 = 1000;

/// What the draws start from: the same league has the same errors.
const DRAWS_SEED: u64 = 1;

impl LeagueTable {
    /// Works everything out from the counts.
    pub(super) fn new(lineup: &Lineup, played: &[LeagueGames; 2]) -> Result<LeagueTable, LabError> {
        let (count, members) = (lineup.players.len(), lineup.members);
        let counts = |agent: usize| &played[usize::from(agent >= members)].tally;
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&agent| (agent >= members, Reverse(half_points(counts(agent), agent))));
        let met = PairScores::new(played, count, &order);
        let against: Vec<Vec<_>> =
            (0..count).map(|row| (0..count).map(|column| met.estimate(row, column)).collect()).collect();
        let mix = EquilibriumMix::solve(&against, members)?;
        let row = |place: usize| LeagueRow {
            label: lineup.players[order[place]].spec.label.clone(),
            share: mix.shares.get(place).copied(),
            share_ends: mix.ends.get(place).copied(),
            against: against[place].clone(),
            worst: worst(&against[place][..members]),
            least: met.least(place, members),
            cheats: place >= members,
            ..roles(order[place], counts(order[place]))
        };
        Ok(LeagueTable { rows: (0..count).map(row).collect(), games: 2 * lineup.deals })
    }

    /// Returns half the widest interval of a score of one agent against another one; 0 without intervals.
    ///
    /// ```
    /// use overhear_lab::{LeagueConfig, RunControl, league};
    ///
    /// let agent = ["margin", "nearest", "random"].map(str::to_owned).to_vec();
    /// let table = league(&LeagueConfig { games: 60, agent, ..LeagueConfig::default() }, &RunControl::default())?.table;
    /// assert!((0.05..0.5).contains(&table.half_width()));
    /// # Ok::<(), overhear_lab::LabError>(())
    /// ```
    pub fn half_width(&self) -> f64 {
        let scores = self.rows.iter().flat_map(|row| row.against.iter().flatten());
        scores.map(|score| (score.interval.high - score.interval.low) / 2.0).fold(0.0, f64::max)
    }
}

/// The mix that no other beats, and its error.
struct EquilibriumMix {
    shares: Vec<f64>,
    ends: Vec<Interval>,
}

impl EquilibriumMix {
    fn solve(against: &[Vec<Option<Estimate>>], members: usize) -> Result<EquilibriumMix, LabError> {
        let value = |row: usize, column: usize| against[row][column].map_or(0.5, |found| found.value);
        let scores =
            Array2::from_shape_fn((members, members), |(row, column)| value(row, column).clamp(0.0, 1.0));
        let shares = equilibrium(&scores).map_err(LabError::runtime)?.mix;
        let ends = mix_intervals(&against[..members], DRAWS, DRAWS_SEED).map_err(LabError::runtime)?;
        Ok(EquilibriumMix { shares, ends })
    }
}

fn half_points(tally: &Tally, agent: usize) -> u64 {
    let AgentTally { wins, shared, .. } = tally.agents[agent];
    2 * wins + shared
}

/// How pairs of games went between any two agents, by their places in the table.
struct PairScores {
    samples: Vec<Vec<Option<BoundedSample>>>,
}

impl PairScores {
    fn new(played: &[LeagueGames; 2], count: usize, order: &[usize]) -> PairScores {
        let mut pairs = vec![vec![None; count]; count];
        for LeagueGames { schedule, tally } in played {
            for (pairing, counts) in schedule.pairings().iter().zip(&tally.pairings) {
                let found = pair_table(counts).pentanomial();
                pairs[pairing.a][pairing.b] = BoundedSample::of_counts(&found.counts());
                pairs[pairing.b][pairing.a] = BoundedSample::of_counts(&found.reversed().counts());
            }
        }
        let samples =
            order.iter().map(|&row| order.iter().map(|&column| pairs[row][column].take()).collect());
        PairScores { samples: samples.collect() }
    }

    fn estimate(&self, row: usize, column: usize) -> Option<Estimate> {
        self.samples[row][column].as_ref().map(BoundedSample::estimate)
    }

    /// Returns the 95 % interval of the least true score against a member: it lies no lower than the lowest
    /// end and no higher than the lowest upper end of intervals that hold all together (Bonferroni).
    fn least(&self, row: usize, members: usize) -> Option<Interval> {
        let met: Vec<_> = self.samples[row][..members].iter().flatten().collect();
        let level = 1.0 - 0.05 / met.len().max(1) as f64;
        let ends = met.iter().map(|sample| sample.interval(level));
        ends.reduce(|one, other| Interval { low: one.low.min(other.low), high: one.high.min(other.high) })
    }
}

/// Returns the place of the least score.
fn worst(scores: &[Option<Estimate>]) -> usize {
    let known = scores.iter().enumerate().filter_map(|(place, score)| Some((place, score.as_ref()?.value)));
    known.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(place, _)| place)
}

fn roles(agent: usize, tally: &Tally) -> LeagueRow {
    let own = &tally.agents[agent];
    LeagueRow {
        label: String::new(),
        cheats: false,
        points: share(half_points(tally, agent), 2 * own.games),
        score: score(agent, tally),
        decoded: share(own.halves - own.miscommunications, own.halves),
        interceptions: share(own.interceptions, own.interception_chances),
        intercepted: share(own.intercepted, own.exposed),
        leaked: leaked_bits(own),
        leak_ends: leak_interval(own),
        share: None,
        share_ends: None,
        against: Vec::new(),
        worst: 0,
        least: None,
    }
}
