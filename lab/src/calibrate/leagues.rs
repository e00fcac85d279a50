//! Simulated leagues with known ratings: strength, seat and ties by Davidson's model, and deals that favour
//! some agents over others (S4).

use overhear_engine::game::{Seed, Stream};
use overhear_stats::{
    Anchor, DealMoments, DealScores, Encounter, GameResult, GameTable, Interval, fit_davidson,
};

use crate::tournament::{RatedGames, Ratings};

/// Number of games to which the true ratings are fitted.
const GAMES: f64 = 1e9;

/// A league, and the agent whose rating is estimated.
pub(super) struct SimulatedLeague {
    /// Name of the case.
    pub(super) name: &'static str,
    strengths: &'static [f64],
    seat: f64,
    ties: f64,
    /// Changes of the agents' strengths by kind of deal; kinds alternate and are equally frequent.
    kinds: &'static [[f64; 3]],
    /// Extra strength of each agent against the next one, and of the last against the first.
    cycle: f64,
    agent: usize,
}

const PLAIN: &[[f64; 3]] = &[[0.0; 3]];
const DEALS: &[[f64; 3]] = &[[2.0, -1.0, 0.0], [-2.0, 1.0, 1.0], [0.0, 1.5, -2.0], [0.5, -1.5, 1.0]];

/// Typical leagues, and some harder ones.
pub(super) const LEAGUES: [SimulatedLeague; 6] = [
    SimulatedLeague {
        name: "league of equals",
        strengths: &[0.0; 4],
        seat: 0.1,
        ties: 0.3,
        kinds: DEALS,
        cycle: 0.0,
        agent: 1,
    },
    SimulatedLeague {
        name: "league of ties",
        strengths: &[0.3, 0.1, -0.1, -0.3],
        seat: 0.0,
        ties: 12.0,
        kinds: PLAIN,
        cycle: 0.0,
        agent: 0,
    },
    SimulatedLeague {
        name: "wide league, the best",
        strengths: &[4.0, 2.0, 0.0, -2.0, -4.0],
        seat: 0.1,
        ties: 0.2,
        kinds: DEALS,
        cycle: 0.0,
        agent: 0,
    },
    SimulatedLeague {
        name: "wide league, the middle",
        strengths: &[4.0, 2.0, 0.0, -2.0, -4.0],
        seat: 0.1,
        ties: 0.2,
        kinds: DEALS,
        cycle: 0.0,
        agent: 2,
    },
    SimulatedLeague {
        name: "wide league, the last",
        strengths: &[2.0, 1.5, 1.0, -5.0],
        seat: 0.0,
        ties: 0.1,
        kinds: PLAIN,
        cycle: 0.0,
        agent: 3,
    },
    SimulatedLeague {
        name: "league of a cycle",
        strengths: &[0.5, 0.0, -0.5],
        seat: 0.2,
        ties: 0.4,
        kinds: DEALS,
        cycle: 1.5,
        agent: 0,
    },
];

impl SimulatedLeague {
    fn agents(&self) -> usize {
        self.strengths.len()
    }

    /// Returns the games of a deal as (first seat, second seat).
    fn meetings(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let agents = self.agents();
        (0..agents).flat_map(move |a| (0..agents).filter(move |&b| b != a).map(move |b| (a, b)))
    }

    /// Returns the probabilities that the first seat wins, and that it does not lose, on a kind of deal.
    fn chances(&self, kind: &[f64; 3], first: usize, second: usize) -> [f64; 2] {
        let agents = self.agents();
        let [first_strength, second_strength] =
            [first, second].map(|agent| self.strengths[agent] + kind[agent % 3]);
        let cycle = match (second + agents - first) % agents {
            1 => self.cycle,
            step if step + 1 == agents => -self.cycle,
            _ => 0.0,
        };
        let lead = first_strength - second_strength + cycle + self.seat;
        let [win, loss] = [lead, -lead].map(|lead| libm::exp(lead / 2.0));
        [win, win + self.ties].map(|weight| weight / (win + loss + self.ties))
    }

    /// Returns the rating in the limit of infinitely many deals.
    pub(super) fn truth(&self) -> Option<f64> {
        let mut table = GameTable::new(self.agents());
        for (first, second) in self.meetings() {
            let [wins, unbeaten] = [0, 1].map(|place| {
                let kinds = self.kinds.iter().map(|kind| self.chances(kind, first, second)[place]);
                let mean = kinds.sum::<f64>() / self.kinds.len() as f64;
                (mean * GAMES).round() as u64
            });
            let second_wins = GAMES as u64 - unbeaten;
            table
                .add(Encounter { first, second, first_wins: wins, second_wins, ties: unbeaten - wins })
                .ok()?;
        }
        fit_davidson(&table).ok().map(|fit| fit.ratings(Anchor::Mean)[self.agent])
    }

    /// Returns the interval of the rating after `deals` deals; `None` if it is unbounded.
    pub(super) fn interval(&self, deals: u64, seed: u64) -> Option<Interval> {
        let agents = self.agents();
        let (mut table, mut moments) = (GameTable::new(agents), DealMoments::new(agents));
        let mut cells = vec![vec![0; 4 * (agents - 1) + 1]; agents];
        for deal in 0..deals {
            let mut stream = Stream::of_deal(Seed(seed), deal);
            let kind = &self.kinds[stream.below(self.kinds.len() as u32) as usize];
            // All games of a deal share its kind, so that they depend on each other, as on real deals.
            let (mut scores, mut half_points) = (DealScores::new(agents), vec![0; agents]);
            for (first, second) in self.meetings() {
                let place = f64::from(stream.unit());
                let [win, unbeaten] = self.chances(kind, first, second);
                let (outcome, points) = match place {
                    place if place < win => (GameResult::Win, 2),
                    place if place < unbeaten => (GameResult::Tie, 1),
                    _ => (GameResult::Loss, 0),
                };
                table.record(first, second, outcome).ok()?;
                scores.record(first, second, outcome).ok()?;
                half_points[first] += points;
                half_points[second] += 2 - points;
            }
            moments.record(&scores).ok()?;
            cells.iter_mut().zip(half_points).for_each(|(cells, points)| cells[points] += 1);
        }
        let games = RatedGames::independent(table, moments, &cells);
        Ratings::from_games(games).ok()?.interval(self.agent)
    }
}
