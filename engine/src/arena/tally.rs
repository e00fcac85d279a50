//! Tallies: the counts of a run. All counts are integers, so tallies add up to equal sums in any order.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::moments::BitMoments;
use super::talk_counts::TalkCounts;
use crate::arena::{Outcome, Pairing, Schedule, Seating};
use crate::game::{FixedLog2, Game, HalfBeliefs};
use crate::rules::{DecidedBy, Half, MAX_ROUNDS, Side, TieCondition};

/// Counts of one pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct PairingTally {
    /// Number of pairs by agent a's outcome as White (row) and as Black (column), in the order of
    /// [`Outcome`].
    pub pairs: [[u64; 3]; 3],
    /// Number of games by tie condition (none, then [`TieCondition::ALL`]), deciding step ([`DecidedBy::ALL`]) and winner
    /// (White, Black, shared).
    pub endings: [[[u64; 3]; DecidedBy::ALL.len()]; TieCondition::ALL.len() + 1],
    /// Number of games by the number of rounds played.
    pub rounds: [u64; MAX_ROUNDS + 1],
}

/// Counts of one agent over all its games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct AgentTally {
    /// Number of games played.
    pub games: u64,
    /// Number of games won.
    pub wins: u64,
    /// Number of games with a shared victory.
    pub shared: u64,
    /// Number of rounds in all games.
    pub rounds: u64,
    /// Number of own halves, in which the agent's team gave the clues.
    pub halves: u64,
    /// Number of own halves with a miscommunication.
    pub miscommunications: u64,
    /// Number of opponents' halves in which the agent's team could intercept.
    pub interception_chances: u64,
    /// Number of opponents' halves that the agent's team intercepted.
    pub interceptions: u64,
    /// Number of own halves in which the opponents could intercept.
    #[cfg_attr(feature = "serde", serde(rename = "exposed"))]
    pub interceptable_halves: u64,
    /// Number of own halves that the opponents intercepted.
    pub intercepted: u64,
    /// Number of own halves whose code was forfeited by an illegal clue (R25). A forfeit gives the opponents
    /// a token and is not counted as an interception.
    pub forfeits: u64,
    /// Sum of log2 of the probability that the team gave to its own true codes, in units of [`FixedLog2`].
    pub decode: i128,
    /// Sum of log2 of the probability that the team gave to the opponents' true codes, in units of [`FixedLog2`].
    pub intercept: i128,
    /// Sum of log2 of the probability that the opponents gave to this team's true codes, over the interceptable
    /// halves.
    // Checkpoints and counts.json of finished results have it under this name.
    #[cfg_attr(feature = "serde", serde(rename = "overheard"))]
    pub leaked: i128,
    /// Moments over deals of `decode`, `intercept` and `leaked`, for their standard errors.
    // Its older name, which checkpoints and counts.json of finished results have.
    #[cfg_attr(feature = "serde", serde(rename = "surprises"))]
    pub bit_moments: [BitMoments; 3],
    /// Number of illegal clues that the agent tried to give.
    pub illegal_clues: u64,
    /// Number of clues that the agent had no time to write (R24).
    pub late_clues: u64,
    /// Number of games with a fault of the agent, including games of void deals.
    pub faults: u64,
    /// Number of games in which the agent answered after the time limit; these are included in `faults`.
    pub late_answers: u64,
    /// Number of clues that the agent tried to give and a referee found unrelated to their keywords.
    pub unfit_clues: u64,
    /// Counts of the agent's talks about its own codes, and about the opponents'. Files have them only if there
    /// were talks.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "TalkCounts::are_empty"))]
    pub talks: [TalkCounts; 2],
}

/// Sums over deals of products of the scores on a deal, for the deal-clustered errors of ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct ScoreMoments {
    width: usize,
    products: Vec<u64>,
}

impl ScoreMoments {
    fn new(agents: usize) -> ScoreMoments {
        let width = agents + 2;
        ScoreMoments { width, products: vec![0; width * width] }
    }

    /// Returns the sum over deals of the product of two statistics of a deal, in half-points.
    ///
    /// Indices below the number of agents are agents' scores. The next index is White's score, and the last
    /// one the number of shared victories.
    pub fn product(&self, a: usize, b: usize) -> u64 {
        self.products[a * self.width + b]
    }

    /// Returns `true` if these sums are possible for `deals` deals of `pairings` pairings between `agents` agents.
    pub(super) fn is_consistent_with(&self, agents: usize, pairings: usize, deals: u64) -> bool {
        let width = agents + 2;
        // A pairing adds at most four half-points to any statistic of a deal: White's score adds up over all pairings.
        let most = u128::from(deals) * (4 * pairings as u128).pow(2);
        self.width == width
            && self.products.len() == width * width
            && self.products.iter().all(|&product| u128::from(product) <= most)
    }

    /// Adds the outer product of the statistics of one deal.
    fn add_deal(&mut self, statistics: &[u64]) {
        for (row, &a) in self.products.chunks_exact_mut(self.width).zip(statistics) {
            row.iter_mut().zip(statistics).for_each(|(cell, &b)| *cell += a * b);
        }
    }
}

/// All counts of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Tally {
    /// Number of deals that every pairing has played to the end.
    pub deals: u64,
    /// Number of deals left out because of a fault. Of these deals only the faults of agents are counted.
    pub void_deals: u64,
    /// Counts of each pairing of the schedule.
    pub pairings: Vec<PairingTally>,
    /// Counts of each agent.
    pub agents: Vec<AgentTally>,
    /// Sums for the standard errors of ratings.
    pub moments: ScoreMoments,
    /// For each agent, the number of deals by its score on the deal in half-points, from 0. Intervals of
    /// scores use it.
    pub deal_scores: Vec<Vec<u64>>,
}

impl Tally {
    /// Creates an empty tally for `schedule`.
    pub fn new(schedule: &Schedule) -> Tally {
        Tally {
            deals: 0,
            void_deals: 0,
            pairings: vec![PairingTally::default(); schedule.pairings().len()],
            agents: vec![AgentTally::default(); schedule.agents()],
            moments: ScoreMoments::new(schedule.agents()),
            deal_scores: Tally::meetings(schedule).into_iter().map(|count| vec![0; 1 + 4 * count]).collect(),
        }
    }

    /// Returns the size in bytes of a tally of `agents` agents in `pairings` pairings; [`u64::MAX`] if 64 bits do not
    /// hold it.
    ///
    /// ```
    /// use overhear_engine::arena::Tally;
    /// assert!(Tally::bytes(2, 1) < 10_000 && Tally::bytes(1000, 499_500) > 500_000_000);
    /// ```
    pub fn bytes(agents: u64, pairings: u64) -> u64 {
        let width = agents.saturating_add(2);
        let products = saturating_size(width.saturating_mul(width), size_of::<u64>());
        // Both agents of a pairing have four more possible scores on a deal.
        let counts = saturating_size(pairings, size_of::<PairingTally>() + size_of::<[u64; 8]>());
        saturating_size(agents, size_of::<AgentTally>()).saturating_add(products).saturating_add(counts)
    }

    /// Returns the number of pairings of each agent; an agent that meets itself has two of them.
    fn meetings(schedule: &Schedule) -> Vec<usize> {
        let mut meetings = vec![0; schedule.agents()];
        for pairing in schedule.pairings() {
            meetings[pairing.a] += 1;
            meetings[pairing.b] += 1;
        }
        meetings
    }

    /// Adds the counts of another run, or of another part of this run.
    pub fn merge(&mut self, other: &Tally) {
        self.deals += other.deals;
        self.void_deals += other.void_deals;
        self.pairings.iter_mut().zip(&other.pairings).for_each(|(a, b)| a.merge(b));
        self.agents.iter_mut().zip(&other.agents).for_each(|(a, b)| a.merge(b));
        self.moments.products.iter_mut().zip(&other.moments.products).for_each(|(a, b)| *a += b);
        let cells = self.deal_scores.iter_mut().flatten();
        cells.zip(other.deal_scores.iter().flatten()).for_each(|(a, b)| *a += b);
    }

    /// Counts a game for its pairing and both agents, and returns agent a's outcome.
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
        Outcome::for_side(game.ending.winner, seating.side_of_a())
    }

    /// Counts a finished deal.
    ///
    /// `outcomes` are agent a's outcomes as White and as Black for each pairing. `before` are each agent's
    /// sums of logarithms before the deal. `scratch` is a reusable buffer.
    pub(super) fn add_deal(
        &mut self,
        schedule: &Schedule,
        outcomes: &[[Outcome; 2]],
        before: &[LogSums],
        scratch: &mut Vec<u64>,
    ) {
        self.deals += 1;
        self.agents.iter_mut().zip(before).for_each(|(agent, before)| agent.close_deal(before));
        // `scratch` holds the statistics of the deal: each agent's score, White's score, the shared
        // victories.
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
            endings: [[[0; 3]; DecidedBy::ALL.len()]; TieCondition::ALL.len() + 1],
            rounds: [0; MAX_ROUNDS + 1],
        }
    }
}

impl PairingTally {
    fn add_game(&mut self, game: &Game) {
        let condition = game.ending.tie_condition.map_or(0, |condition| 1 + condition as usize);
        let winner = game.ending.winner.map_or(2, Side::index);
        self.endings[condition][game.ending.decided_by as usize][winner] += 1;
        self.rounds[game.rounds as usize] += 1;
    }

    fn merge(&mut self, other: &PairingTally) {
        self.pairs.iter_mut().flatten().zip(other.pairs.iter().flatten()).for_each(|(a, b)| *a += b);
        self.take_games(other);
    }

    /// Adds all counts except the pairs.
    pub(super) fn take_games(&mut self, other: &PairingTally) {
        let endings = self.endings.iter_mut().flatten().flatten();
        endings.zip(other.endings.iter().flatten().flatten()).for_each(|(a, b)| *a += b);
        self.rounds.iter_mut().zip(&other.rounds).for_each(|(a, b)| *a += b);
    }
}

/// Sums of logarithms of an agent with their numbers of halves: own codes, opponents' codes, interceptable halves.
pub(super) type LogSums = [(i128, u64); 3];

impl AgentTally {
    /// Returns the present sums of logarithms.
    pub(super) const fn sums(&self) -> LogSums {
        [
            (self.decode, self.halves),
            (self.intercept, self.interception_chances),
            (self.leaked, self.interceptable_halves),
        ]
    }

    /// Adds the logarithms of one deal to the moments, as the difference to the sums before the deal.
    fn close_deal(&mut self, before: &LogSums) {
        let now = self.sums();
        for ((moments, (sum, halves)), (sum_before, halves_before)) in
            self.bit_moments.iter_mut().zip(now).zip(before)
        {
            moments.add(sum - sum_before, halves - halves_before);
        }
    }

    pub(super) fn add_fault(&mut self, late: bool) {
        self.faults += 1;
        self.late_answers += u64::from(late);
    }

    fn add_game(&mut self, side: Side, game: &Game) {
        let outcome = Outcome::for_side(game.ending.winner, side);
        self.games += 1;
        self.wins += u64::from(outcome == Outcome::Win);
        self.shared += u64::from(outcome == Outcome::Shared);
        self.rounds += u64::from(game.rounds);
        self.illegal_clues += u64::from(game.illegal_clues[side]);
        self.late_clues += u64::from(game.late_clues[side]);
        self.unfit_clues += u64::from(game.unfit_clues[side]);
        if !game.talks.is_empty() {
            TalkCounts::add_game(&mut self.talks, side, game);
        }
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
        self.decode += i128::from(FixedLog2::log2(beliefs.guess).0);
        if let Some(p) = beliefs.interception {
            self.interceptable_halves += 1;
            self.intercepted += u64::from(half.intercepted());
            self.leaked += i128::from(FixedLog2::log2(p).0);
        }
    }

    fn add_opponents_half(&mut self, half: &Half, beliefs: &HalfBeliefs) {
        if let Some(p) = beliefs.interception {
            self.interception_chances += 1;
            self.interceptions += u64::from(half.intercepted());
            self.intercept += i128::from(FixedLog2::log2(p).0);
        }
    }

    fn merge(&mut self, other: &AgentTally) {
        self.take_games(other);
        self.bit_moments.iter_mut().zip(&other.bit_moments).for_each(|(a, b)| a.merge(b));
    }

    /// Adds all counts except the moments over deals.
    pub(super) fn take_games(&mut self, other: &AgentTally) {
        // Every field is named, so that the compiler asks for a new one.
        let AgentTally {
            games,
            wins,
            shared,
            rounds,
            halves,
            miscommunications,
            interception_chances,
            interceptions,
            interceptable_halves,
            intercepted,
            forfeits,
            decode,
            intercept,
            leaked,
            bit_moments: _,
            illegal_clues,
            late_clues,
            faults,
            late_answers,
            unfit_clues,
            talks,
        } = other;
        self.games += games;
        self.wins += wins;
        self.shared += shared;
        self.rounds += rounds;
        self.halves += halves;
        self.miscommunications += miscommunications;
        self.interception_chances += interception_chances;
        self.interceptions += interceptions;
        self.interceptable_halves += interceptable_halves;
        self.intercepted += intercepted;
        self.forfeits += forfeits;
        self.decode += decode;
        self.intercept += intercept;
        self.leaked += leaked;
        self.illegal_clues += illegal_clues;
        self.late_clues += late_clues;
        self.faults += faults;
        self.late_answers += late_answers;
        self.unfit_clues += unfit_clues;
        self.talks.iter_mut().zip(talks).for_each(|(a, b)| a.merge(b));
    }
}

/// Returns the size of `count` values of so many bytes, or the greatest number if it is larger.
fn saturating_size(count: u64, bytes: usize) -> u64 {
    count.saturating_mul(bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{AnswerMoments, CountMoments};

    /// Counts that grow with `n`, each by a number of its own.
    fn all(n: u64) -> AgentTally {
        let mut place = 0;
        let mut count = || {
            place += 1;
            place * n
        };
        let (sum, answers) = (i128::from(n), AnswerMoments { n, nn: n });
        let moved = CountMoments { y: n as i64, yy: n, yn: n as i64 };
        let moments =
            BitMoments { deals: n, bits: sum, halves: n, squares: sum, products: sum, halves_squared: n };
        let talks = TalkCounts {
            games: count(),
            talks: answers,
            answers,
            alone: moved,
            pool: moved,
            after: moved,
            gain: moved,
            messages: count(),
            revisions: count(),
            mended: count(),
            spoiled: count(),
            followed: count(),
        };
        AgentTally {
            games: count(),
            wins: count(),
            shared: count(),
            rounds: count(),
            halves: count(),
            miscommunications: count(),
            interception_chances: count(),
            interceptions: count(),
            interceptable_halves: count(),
            intercepted: count(),
            forfeits: count(),
            decode: sum,
            intercept: sum,
            leaked: sum,
            bit_moments: [moments; 3],
            illegal_clues: count(),
            late_clues: count(),
            faults: count(),
            late_answers: count(),
            unfit_clues: count(),
            talks: [talks; 2],
        }
    }

    #[test]
    fn every_count_of_an_agent_is_added() {
        let mut both = all(3);
        both.merge(&all(5));
        assert_eq!(both, all(8));
    }

    #[test]
    fn every_count_of_pairings_deals_and_scores_is_added() {
        let schedule = Schedule::round_robin(3, 60);
        let tally = |n: u64| {
            let pairing = PairingTally {
                pairs: [[n; 3]; 3],
                endings: [[[n; 3]; DecidedBy::ALL.len()]; TieCondition::ALL.len() + 1],
                rounds: [n; MAX_ROUNDS + 1],
            };
            let mut tally = Tally {
                deals: n,
                void_deals: n,
                pairings: vec![pairing; 3],
                agents: vec![all(n); 3],
                ..Tally::new(&schedule)
            };
            tally.moments.products.fill(n);
            tally.deal_scores.iter_mut().for_each(|cells| cells.fill(n));
            tally
        };
        let mut both = tally(3);
        both.merge(&tally(5));
        assert_eq!(both, tally(8));
    }

    /// Returns an agent with so many bits and halves of each of the three kinds.
    fn with_sums([decode, intercept, leaked]: [(i32, u64); 3]) -> AgentTally {
        AgentTally {
            decode: in_bits(decode),
            halves: decode.1,
            intercept: in_bits(intercept),
            interception_chances: intercept.1,
            leaked: in_bits(leaked),
            interceptable_halves: leaked.1,
            ..AgentTally::default()
        }
    }

    fn in_bits((bits, _): (i32, u64)) -> i128 {
        i128::from(bits) << 32
    }

    #[test]
    fn the_moments_of_a_deal_are_those_of_what_it_added_to_the_sums() {
        let schedule = Schedule::round_robin(2, 2);
        let before = [[(-9, 4), (-6, 3), (-5, 2)], [(0, 0), (-2, 1), (-1, 1)]].map(with_sums);
        let after = [[(-14, 7), (-6, 3), (-7, 3)], [(-1, 2), (-10, 4), (-1, 1)]].map(with_sums);
        let mut tally = Tally { agents: after.to_vec(), ..Tally::new(&schedule) };
        let outcomes = [[Outcome::Win, Outcome::Shared]];
        tally.add_deal(&schedule, &outcomes, &before.map(|agent| agent.sums()), &mut Vec::new());
        for (agent, added) in
            tally.agents.iter().zip([[(-5, 3), (0, 0), (-2, 1)], [(-1, 2), (-8, 3), (0, 0)]])
        {
            let expected = added.map(|(bits, halves)| {
                let mut moments = BitMoments::default();
                moments.add(in_bits((bits, halves)), halves);
                moments
            });
            assert_eq!(agent.bit_moments, expected);
            assert_eq!(agent.bit_moments.map(|moments| moments.halves), added.map(|(_, halves)| halves));
        }
    }

    #[test]
    fn a_deal_counts_by_the_scores_of_both_agents_and_of_white() {
        use Outcome::{Loss, Shared, Win};
        let schedule = Schedule::round_robin(2, 2);
        // Outcomes of agent a as White and as Black; half-points of a, of b and of White; shared victories.
        for (white, black, [a, b, of_white, shared]) in [
            (Win, Win, [4, 0, 2, 0]),
            (Win, Loss, [2, 2, 4, 0]),
            (Loss, Win, [2, 2, 0, 0]),
            (Shared, Win, [3, 1, 1, 1]),
            (Loss, Shared, [1, 3, 1, 1]),
            (Shared, Shared, [2, 2, 2, 2]),
        ] {
            let mut tally = Tally::new(&schedule);
            tally.add_deal(&schedule, &[[white, black]], &[LogSums::default(); 2], &mut vec![7; 9]);
            let sums = [a, b, of_white, shared];
            let products: Vec<u64> = sums.iter().flat_map(|x| sums.map(|y| x * y)).collect();
            assert_eq!(tally.moments.products, products, "{white:?} {black:?}");
            assert_eq!((tally.deals, tally.pairings[0].pairs[white as usize][black as usize]), (1, 1));
            let cells = [a, b].map(|score| (0..=4).map(|n| u64::from(n == score)).collect::<Vec<_>>());
            assert_eq!(tally.deal_scores, cells, "{white:?} {black:?}");
        }
    }
}
