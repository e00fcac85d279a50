//! What is counted. Everything is an integer, so tallies add up to the same in any order.

use serde::{Deserialize, Serialize};

use super::moments::BitMoments;
use crate::arena::{Pairing, Schedule, Seating};
use crate::rules::{Door, Half, MAX_ROUNDS, Side, Step};
use crate::table::{Bits, Game, HalfBeliefs};

/// A game's result for one of its agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Score 0.
    Loss,
    /// Score ½ (R14).
    Shared,
    /// Score 1.
    Win,
}

impl Outcome {
    /// The outcome for `side`.
    pub fn of(winner: Option<Side>, side: Side) -> Outcome {
        match winner {
            None => Outcome::Shared,
            Some(winner) if winner == side => Outcome::Win,
            Some(_) => Outcome::Loss,
        }
    }

    /// The outcome for the other agent.
    #[must_use]
    pub const fn reversed(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Shared => Outcome::Shared,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// Twice the score: 0, 1 or 2.
    pub const fn half_points(self) -> u64 {
        self as u64
    }
}

/// What is counted for a pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairingTally {
    /// Pairs of games by agent a's outcome with White (row) and with Black (column).
    pub pairs: [[u64; 3]; 3],
    /// Games by door (none, then [`Door::ALL`]), step ([`Step::ALL`]) and winner (White, Black, shared).
    pub endings: [[[u64; 3]; Step::ALL.len()]; Door::ALL.len() + 1],
    /// Games by the number of rounds played.
    pub rounds: [u64; MAX_ROUNDS + 1],
}

/// What is counted for an agent over all its games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentTally {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games whose victory was shared.
    pub shared: u64,
    /// Rounds of all games.
    pub rounds: u64,
    /// Halves in which this agent's team gave the clues.
    pub halves: u64,
    /// Of those, the ones its team got wrong.
    pub miscommunications: u64,
    /// Halves in which this agent's team might intercept.
    pub interception_chances: u64,
    /// Of those, the ones it did intercept.
    pub interceptions: u64,
    /// Own halves in which the opponents might intercept.
    pub exposed: u64,
    /// Of those, the ones they did intercept.
    pub intercepted: u64,
    /// Own halves whose code was forfeited by an illegal clue (R25): a token for the opponents, and no interception.
    pub forfeits: u64,
    /// log2 of the probability that the team gave to its own true codes, in units of [`Bits`].
    pub decode: i128,
    /// log2 of the probability that the team gave to the opponents' true codes.
    pub intercept: i128,
    /// log2 of the probability that the opponents gave to this team's true codes, over the exposed halves.
    pub overheard: i128,
    /// Of `decode`, `intercept` and `overheard`, what their errors need.
    pub surprises: [BitMoments; 3],
    /// Illegal clues that the agent tried to give.
    pub illegal_clues: u64,
    /// Clues that the agent had no time to write (R24).
    pub late_clues: u64,
    /// Games in which the agent broke down or answered too late, those of void deals included.
    pub faults: u64,
    /// Of those, the ones in which it answered too late.
    pub late_answers: u64,
    /// Clues that the agent tried to give and a referee found not to be about their keywords.
    pub unfit_clues: u64,
}

/// Sums over deals of what the deal-clustered errors of ratings need: products of the scores on one deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreMoments {
    width: usize,
    products: Vec<u64>,
}

impl ScoreMoments {
    fn new(agents: usize) -> ScoreMoments {
        let width = agents + 2;
        ScoreMoments { width, products: vec![0; width * width] }
    }

    /// The sum over deals of the product of two statistics of a deal, in half-points: numbers below the number
    /// of agents are agents' scores, the next is White's score, the last counts the shared victories.
    pub fn product(&self, a: usize, b: usize) -> u64 {
        self.products[a * self.width + b]
    }

    /// Whether these can be the sums of so many deals between so many agents.
    pub(super) fn is_of(&self, agents: usize, deals: u64) -> bool {
        let width = agents + 2;
        let most = u128::from(deals) * (8 * width as u128).pow(2);
        self.width == width
            && self.products.len() == width * width
            && self.products.iter().all(|&product| u128::from(product) <= most)
    }

    fn add_deal(&mut self, statistics: &[u64]) {
        for (row, &a) in self.products.chunks_exact_mut(self.width).zip(statistics) {
            row.iter_mut().zip(statistics).for_each(|(cell, &b)| *cell += a * b);
        }
    }
}

/// Everything that a run counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Deals played to the end by every pairing.
    pub deals: u64,
    /// Deals that were left out because a player broke down; nothing else counts them but the agents' faults.
    pub void_deals: u64,
    /// One for each pairing of the schedule.
    pub pairings: Vec<PairingTally>,
    /// One for each agent.
    pub agents: Vec<AgentTally>,
    /// What the errors of ratings need.
    pub moments: ScoreMoments,
    /// For each agent the number of deals on which it scored so many half-points, 0 first: what the intervals of scores
    /// need.
    pub deal_scores: Vec<Vec<u64>>,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(schedule: &Schedule) -> Tally {
        Tally {
            deals: 0,
            void_deals: 0,
            pairings: vec![PairingTally::default(); schedule.pairings().len()],
            agents: vec![AgentTally::default(); schedule.agents()],
            moments: ScoreMoments::new(schedule.agents()),
            deal_scores: (0..schedule.agents()).map(|agent| vec![0; Tally::cells(schedule, agent)]).collect(),
        }
    }

    /// How many different scores, in half-points, an agent can have on a deal.
    fn cells(schedule: &Schedule, agent: usize) -> usize {
        let meets = |pairing: &Pairing| usize::from(pairing.a == agent) + usize::from(pairing.b == agent);
        1 + 4 * schedule.pairings().iter().map(meets).sum::<usize>()
    }

    /// Adds what another run, or another part of this one, has counted.
    pub fn merge(&mut self, other: &Tally) {
        self.deals += other.deals;
        self.void_deals += other.void_deals;
        self.pairings.iter_mut().zip(&other.pairings).for_each(|(a, b)| a.merge(b));
        self.agents.iter_mut().zip(&other.agents).for_each(|(a, b)| a.merge(b));
        self.moments.products.iter_mut().zip(&other.moments.products).for_each(|(a, b)| *a += b);
        let cells = self.deal_scores.iter_mut().flatten();
        cells.zip(other.deal_scores.iter().flatten()).for_each(|(a, b)| *a += b);
    }

    /// Counts a game for both agents, and returns agent a's outcome.
    pub(super) fn add_game(
        &mut self,
        pairing: Pairing,
        place: usize,
        seating: Seating,
        game: &Game,
    ) -> Outcome {
        self.pairings[place].add_game(game);
        let seats = pairing.seats(seating);
        for side in Side::ALL {
            self.agents[seats[side]].add_game(side, game);
        }
        Outcome::of(game.ending.winner, seating.side_of_a())
    }

    /// Counts a finished deal, given for each pairing agent a's outcome with White and with Black, and for each agent what
    /// its logarithms came to before the deal.
    pub(super) fn add_deal(
        &mut self,
        schedule: &Schedule,
        outcomes: &[[Outcome; 2]],
        before: &[Surprises],
        scratch: &mut Vec<u64>,
    ) {
        self.deals += 1;
        self.agents.iter_mut().zip(before).for_each(|(agent, before)| agent.close_deal(before));
        let agents = schedule.agents();
        scratch.clear();
        scratch.resize(agents + 2, 0);
        for ((&[white, black], pairing), tally) in
            outcomes.iter().zip(schedule.pairings()).zip(&mut self.pairings)
        {
            tally.pairs[white as usize][black as usize] += 1;
            let score = white.half_points() + black.half_points();
            scratch[pairing.a] += score;
            scratch[pairing.b] += 4 - score;
            scratch[agents] += white.half_points() + 2 - black.half_points();
            scratch[agents + 1] += [white, black].iter().filter(|&&o| o == Outcome::Shared).count() as u64;
        }
        self.moments.add_deal(scratch);
        self.deal_scores.iter_mut().zip(&*scratch).for_each(|(cells, &score)| cells[score as usize] += 1);
    }
}

impl Default for PairingTally {
    fn default() -> Self {
        PairingTally {
            pairs: [[0; 3]; 3],
            endings: [[[0; 3]; Step::ALL.len()]; Door::ALL.len() + 1],
            rounds: [0; MAX_ROUNDS + 1],
        }
    }
}

impl PairingTally {
    fn add_game(&mut self, game: &Game) {
        let door = game.ending.door.map_or(0, |door| 1 + door as usize);
        let winner = game.ending.winner.map_or(2, Side::index);
        self.endings[door][game.ending.step as usize][winner] += 1;
        self.rounds[game.rounds as usize] += 1;
    }

    fn merge(&mut self, other: &PairingTally) {
        let add = |a: &mut u64, b: &u64| *a += b;
        self.pairs.iter_mut().flatten().zip(other.pairs.iter().flatten()).for_each(|(a, b)| add(a, b));
        self.take_games(other);
    }

    /// Adds all but the pairs.
    pub(super) fn take_games(&mut self, other: &PairingTally) {
        let add = |a: &mut u64, b: &u64| *a += b;
        let endings = self.endings.iter_mut().flatten().flatten();
        endings.zip(other.endings.iter().flatten().flatten()).for_each(|(a, b)| add(a, b));
        self.rounds.iter_mut().zip(&other.rounds).for_each(|(a, b)| add(a, b));
    }
}

/// The sums of logarithms of an agent so far, each with the halves that it is of: decoded, intercepted, overheard.
pub(super) type Surprises = [(i128, u64); 3];

impl AgentTally {
    /// What the logarithms have come to.
    pub(super) const fn so_far(&self) -> Surprises {
        [
            (self.decode, self.halves),
            (self.intercept, self.interception_chances),
            (self.overheard, self.exposed),
        ]
    }

    fn close_deal(&mut self, before: &Surprises) {
        let now = self.so_far();
        for ((moments, (sum, halves)), (sum_before, halves_before)) in
            self.surprises.iter_mut().zip(now).zip(before)
        {
            moments.add(sum - sum_before, halves - halves_before);
        }
    }

    pub(super) fn add_fault(&mut self, late: bool) {
        self.faults += 1;
        self.late_answers += u64::from(late);
    }

    fn add_game(&mut self, side: Side, game: &Game) {
        let outcome = Outcome::of(game.ending.winner, side);
        self.games += 1;
        self.wins += u64::from(outcome == Outcome::Win);
        self.shared += u64::from(outcome == Outcome::Shared);
        self.rounds += u64::from(game.rounds);
        self.illegal_clues += u64::from(game.illegal_clues[side]);
        self.late_clues += u64::from(game.late_clues[side]);
        self.unfit_clues += u64::from(game.unfit_clues[side]);
        for (half, beliefs) in game.record.halves().iter().zip(game.beliefs()) {
            if half.side == side {
                self.add_own_half(half, beliefs);
            } else {
                self.add_opponents_half(half, beliefs);
            }
        }
    }

    fn add_own_half(&mut self, half: &Half, beliefs: &HalfBeliefs) {
        self.halves += 1;
        self.forfeits += u64::from(half.forfeited);
        self.miscommunications += u64::from(!half.understood());
        self.decode += i128::from(Bits::log2(beliefs.guess).0);
        if let Some(p) = beliefs.interception {
            self.exposed += 1;
            self.intercepted += u64::from(half.intercepted());
            self.overheard += i128::from(Bits::log2(p).0);
        }
    }

    fn add_opponents_half(&mut self, half: &Half, beliefs: &HalfBeliefs) {
        if let Some(p) = beliefs.interception {
            self.interception_chances += 1;
            self.interceptions += u64::from(half.intercepted());
            self.intercept += i128::from(Bits::log2(p).0);
        }
    }

    fn merge(&mut self, other: &AgentTally) {
        self.take_games(other);
        self.surprises.iter_mut().zip(&other.surprises).for_each(|(a, b)| a.merge(b));
    }

    /// Adds all that needs no deal.
    pub(super) fn take_games(&mut self, other: &AgentTally) {
        self.games += other.games;
        self.wins += other.wins;
        self.shared += other.shared;
        self.rounds += other.rounds;
        self.halves += other.halves;
        self.miscommunications += other.miscommunications;
        self.interception_chances += other.interception_chances;
        self.interceptions += other.interceptions;
        self.exposed += other.exposed;
        self.intercepted += other.intercepted;
        self.forfeits += other.forfeits;
        self.decode += other.decode;
        self.intercept += other.intercept;
        self.overheard += other.overheard;
        self.illegal_clues += other.illegal_clues;
        self.late_clues += other.late_clues;
        self.faults += other.faults;
        self.late_answers += other.late_answers;
        self.unfit_clues += other.unfit_clues;
    }
}
