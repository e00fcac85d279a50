//! One tally of several runs on the same deals: what an agent that came later needs.
//!
//! Counts of games add up by themselves. Errors do not: what is independent is a deal, and a deal now holds the games of all
//! runs. So every deal is counted once more, from what each pairing came to on it.

use super::{Outcome, Schedule, Tally};

/// What both games of a pairing came to on one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairOnDeal {
    /// Agent a's outcomes, with White and with Black.
    pub outcomes: [Outcome; 2],
    /// Of agent a and agent b, log2 of the probability that the team gave to its own true codes, in units of
    /// [`Bits`](crate::table::Bits), and the halves that it is of.
    pub decoded: [(i128, u64); 2],
    /// Of both, the same of the codes that they might intercept.
    pub intercepted: [(i128, u64); 2],
}

impl PairOnDeal {
    /// The same with the agents exchanged.
    #[must_use]
    pub fn exchanged(self) -> PairOnDeal {
        let exchanged = |[a, b]: [(i128, u64); 2]| [b, a];
        let [white, black] = self.outcomes;
        PairOnDeal {
            outcomes: [black.reversed(), white.reversed()],
            decoded: exchanged(self.decoded),
            intercepted: exchanged(self.intercepted),
        }
    }
}

impl Tally {
    /// Adds what needs no deal of a run of some of the agents: `places` has their places here. All runs come first; then
    /// [`Tally::count_deal`] counts each deal.
    ///
    /// # Panics
    /// If two agents that have met there do not meet by this schedule.
    pub fn take_over(&mut self, schedule: &Schedule, other: &Tally, played: &Schedule, places: &[usize]) {
        for (pairing, counts) in played.pairings().iter().zip(&other.pairings) {
            let place = schedule.meeting(places[pairing.a], places[pairing.b]);
            let place = place.expect("who has met is to meet");
            self.pairings[place].take_games(counts);
        }
        for (&place, counts) in places.iter().zip(&other.agents) {
            self.agents[place].take_games(counts);
        }
    }

    /// Counts a deal of which every pairing's games are counted already.
    pub fn count_deal(&mut self, schedule: &Schedule, pairs: &[PairOnDeal]) {
        let mut before: Vec<_> = self.agents.iter().map(super::tally::AgentTally::so_far).collect();
        let mut take = |agent: usize, kind: usize, (sum, halves): (i128, u64)| {
            before[agent][kind].0 -= sum;
            before[agent][kind].1 -= halves;
        };
        for (pairing, pair) in schedule.pairings().iter().zip(pairs) {
            for (own, (agent, other)) in [(pairing.a, 1), (pairing.b, 0)].into_iter().enumerate() {
                take(agent, 0, pair.decoded[own]);
                take(agent, 1, pair.intercepted[own]);
                take(agent, 2, pair.intercepted[other]);
            }
        }
        let outcomes: Vec<_> = pairs.iter().map(|pair| pair.outcomes).collect();
        self.add_deal(schedule, &outcomes, &before, &mut Vec::new());
    }
}
