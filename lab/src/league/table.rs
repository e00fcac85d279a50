//! Figures of every agent of a league: style of play, scores and share of the equilibrium mix.

use std::cmp::Reverse;

use ndarray::Array2;
use overhear_engine::arena::Tally;
use overhear_stats::{BoundedSample, Estimate, Interval, equilibrium, mix_intervals};

use super::plan::LeaguePlan;
use super::play::LeagueGames;
use crate::error::LabError;
use crate::exploitability::Exploitability;
use crate::table::MeasuredValue;
use crate::tournament::{half_points, leak_interval, leaked_bits, pair_table, score, share};

/// Figures of one agent. A member's figures cover its games against other members only.
#[derive(Debug)]
pub struct LeagueRow {
    /// Label of the agent.
    pub label: String,
    /// `true` for a cheater.
    pub cheats: bool,
    /// Share of points over all games, available even after a single deal.
    pub points: Option<f64>,
    /// Share of points with its interval, clustered by deal.
    pub score: Option<Estimate>,
    /// Share of own codes that the team guessed.
    pub decoded: Option<f64>,
    /// Share of the opponents' codes that it intercepted.
    pub interceptions: Option<f64>,
    /// Share of own codes that were intercepted.
    pub intercepted: Option<f64>,
    /// Information leak in bits for each round, with its interval.
    pub leaked: Option<MeasuredValue>,
    /// Share of the equilibrium mix, with its range; `None` for a cheater.
    pub share: Option<MeasuredValue>,
    /// Score against each agent, in table order; `None` if the two have not met.
    pub against: Vec<Option<Estimate>>,
    /// Index in the table of the member against which it scores lowest.
    pub worst: usize,
    /// Interval of the lowest of its true scores against members.
    pub least: Option<Interval>,
    /// The best guesser against its clues.
    pub(crate) best_guesser: Exploitability,
}

impl LeagueRow {
    /// Returns the share of its codes that the best guesser against it finds, with its interval; `None` without a
    /// search.
    pub fn exploited(&self) -> Option<Estimate> {
        self.best_guesser.moments.share()
    }
}

/// Members in order of score, followed by cheaters.
#[derive(Debug)]
pub struct LeagueTable {
    /// Rows of the agents.
    pub rows: Vec<LeagueRow>,
    /// Number of games of any two agents.
    pub games: u64,
}

/// Number of random score tables behind the error of the mix.
const DRAWS: u32 = 1000;

/// Seed of those tables. A fixed seed gives equal leagues equal errors.
const DRAWS_SEED: u64 = 1;

impl LeagueTable {
    /// Computes the table from the counts.
    pub(super) fn new(
        plan: &LeaguePlan,
        played: &[LeagueGames; 2],
        search: &[Exploitability],
    ) -> Result<LeagueTable, LabError> {
        let (count, members) = (plan.players.len(), plan.members);
        // Members have played in the first part, cheaters in the second.
        let counts: Vec<&Tally> =
            (0..count).map(|agent| &played[usize::from(agent >= members)].tally).collect();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&agent| (agent >= members, Reverse(half_points(&counts[agent].agents[agent]))));
        let met = PairScores::new(played, count, &order);
        let against: Vec<Vec<_>> =
            (0..count).map(|row| (0..count).map(|column| met.estimate(row, column)).collect()).collect();
        let mix = EquilibriumMix::solve(&against, members)?;
        let rows = (0..count).map(|place| LeagueRow {
            label: plan.players[order[place]].spec.label.clone(),
            share: mix.share(place),
            against: against[place].clone(),
            worst: worst(&against[place][..members]),
            least: met.least(place, members),
            cheats: place >= members,
            best_guesser: search.get(order[place]).cloned().unwrap_or_default(),
            ..roles(order[place], counts[order[place]])
        });
        Ok(LeagueTable { rows: rows.collect(), games: 2 * plan.deals })
    }

    /// Returns half of the widest interval of a score of two agents; 0 without intervals.
    ///
    /// ```
    /// use overhear_lab::setup::PlayersConfig;
    /// use overhear_lab::{LeagueConfig, RunControl, league};
    ///
    /// let players = PlayersConfig::from_specs(["margin", "nearest", "random"]);
    /// let config = LeagueConfig { games: 60, players, ..LeagueConfig::default() };
    /// let table = league(&config, &RunControl::default())?.table;
    /// assert!((0.05..0.5).contains(&table.half_width()));
    /// # Ok::<(), overhear_lab::LabError>(())
    /// ```
    pub fn half_width(&self) -> f64 {
        let scores = self.rows.iter().flat_map(|row| row.against.iter().flatten());
        scores.map(|score| (score.interval.high - score.interval.low) / 2.0).fold(0.0, f64::max)
    }
}

/// The equilibrium mix and its error.
struct EquilibriumMix {
    shares: Vec<f64>,
    ends: Vec<Interval>,
}

impl EquilibriumMix {
    fn solve(against: &[Vec<Option<Estimate>>], members: usize) -> Result<EquilibriumMix, LabError> {
        // An agent against itself, and two that have not met, count as even.
        let scores = Array2::from_shape_fn((members, members), |(row, column)| {
            against[row][column].map_or(0.5, |score| score.value).clamp(0.0, 1.0)
        });
        let shares = equilibrium(&scores).map_err(LabError::runtime)?.mix;
        let ends = mix_intervals(&against[..members], DRAWS, DRAWS_SEED).map_err(LabError::runtime)?;
        Ok(EquilibriumMix { shares, ends })
    }

    /// Returns the share of a member; `None` for a cheater.
    fn share(&self, place: usize) -> Option<MeasuredValue> {
        let value = *self.shares.get(place)?;
        Some(MeasuredValue { value, interval: self.ends.get(place).copied() })
    }
}

/// Results of pairs of games between any two agents, by table index.
struct PairScores {
    samples: Vec<Vec<Option<BoundedSample>>>,
}

impl PairScores {
    fn new(played: &[LeagueGames; 2], count: usize, order: &[usize]) -> PairScores {
        let mut pairs = vec![vec![None; count]; count];
        for LeagueGames { schedule, tally } in played {
            for (pairing, counts) in schedule.pairings().iter().zip(&tally.pairings) {
                let results = pair_table(counts).pentanomial();
                pairs[pairing.a][pairing.b] = BoundedSample::of_counts(&results.counts());
                pairs[pairing.b][pairing.a] = BoundedSample::of_counts(&results.reversed().counts());
            }
        }
        let samples =
            order.iter().map(|&row| order.iter().map(|&column| pairs[row][column].take()).collect());
        PairScores { samples: samples.collect() }
    }

    fn estimate(&self, row: usize, column: usize) -> Option<Estimate> {
        self.samples[row][column].as_ref().map(BoundedSample::estimate)
    }

    /// Returns the 95 % interval of the lowest true score against a member. With simultaneous intervals
    /// (Bonferroni) it reaches from the lowest lower end to the lowest upper end.
    fn least(&self, row: usize, members: usize) -> Option<Interval> {
        let met: Vec<_> = self.samples[row][..members].iter().flatten().collect();
        let level = 1.0 - 0.05 / met.len().max(1) as f64;
        let ends = met.iter().map(|sample| sample.interval(level));
        // If all intervals hold at once, the least true score is at least the least lower end, and at most
        // every upper end.
        ends.reduce(|one, other| Interval { low: one.low.min(other.low), high: one.high.min(other.high) })
    }
}

/// Returns the index of the lowest score.
fn worst(scores: &[Option<Estimate>]) -> usize {
    let known = scores.iter().enumerate().filter_map(|(place, score)| Some((place, score.as_ref()?.value)));
    known.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(place, _)| place)
}

fn roles(agent: usize, tally: &Tally) -> LeagueRow {
    let own = &tally.agents[agent];
    LeagueRow {
        label: String::new(),
        cheats: false,
        points: share(half_points(&tally.agents[agent]), 2 * own.games),
        score: score(agent, tally),
        decoded: share(own.halves - own.miscommunications, own.halves),
        interceptions: share(own.interceptions, own.interception_chances),
        intercepted: share(own.intercepted, own.interceptable_halves),
        leaked: leaked_bits(own).map(|value| MeasuredValue { value, interval: leak_interval(own) }),
        share: None,
        against: Vec::new(),
        worst: 0,
        least: None,
        best_guesser: Exploitability::default(),
    }
}
