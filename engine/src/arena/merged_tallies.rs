//! Merging the tallies of several runs on the same deals into one tally, for agents that were added later.
//!
//! Counts of games add up. Moments do not, because the independent unit is a deal, and a deal now has games
//! in several runs. Each deal is therefore counted again from the results of every pairing on it.

use super::{Outcome, Schedule, Tally};

/// Results of a pairing's two games on one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairOnDeal {
    /// Agent a's outcomes, as White and as Black.
    pub outcomes: [Outcome; 2],
    /// For agents a and b: a sum of log probabilities in units of [`FixedLog2`](crate::game::FixedLog2), and its number
    /// of halves. The probabilities are those that the team gave to its own true codes.
    pub decoded: [(i128, u64); 2],
    /// For agents a and b: the sum and the number of halves for the opponents' true codes, as in `decoded`.
    pub intercepted: [(i128, u64); 2],
}

impl PairOnDeal {
    /// Returns the results with agents a and b swapped.
    #[must_use]
    pub fn exchanged(self) -> PairOnDeal {
        let ([white, black], [decoded_a, decoded_b]) = (self.outcomes, self.decoded);
        let [intercepted_a, intercepted_b] = self.intercepted;
        PairOnDeal {
            outcomes: [black.reversed(), white.reversed()],
            decoded: [decoded_b, decoded_a],
            intercepted: [intercepted_b, intercepted_a],
        }
    }
}

impl Tally {
    /// Adds the per-game counts of another run, but none of its per-deal counts.
    ///
    /// `places` maps the agents of the other run to their positions in `schedule`. Call this function for all
    /// runs first, and then [`Tally::count_deal`] for each deal.
    ///
    /// # Panics
    /// If two agents that have met in the other run do not meet in `schedule`.
    pub fn add_counts(&mut self, schedule: &Schedule, other: &Tally, played: &Schedule, places: &[usize]) {
        for (pairing, counts) in played.pairings().iter().zip(&other.pairings) {
            let place = schedule.meeting(places[pairing.a], places[pairing.b]);
            let place = place.expect("who has met is to meet");
            self.pairings[place].take_games(counts);
        }
        for (&place, counts) in places.iter().zip(&other.agents) {
            self.agents[place].take_games(counts);
        }
    }

    /// Adds the per-deal counts of one deal. The games of all pairings must have been counted before.
    pub fn count_deal(&mut self, schedule: &Schedule, pairs: &[PairOnDeal]) {
        // `add_deal` takes the sums before the deal: the present sums minus those of this deal.
        let mut before: Vec<_> = self.agents.iter().map(super::tally::AgentTally::sums).collect();
        for (pairing, pair) in schedule.pairings().iter().zip(pairs) {
            for (own, (agent, other)) in [(pairing.a, 1), (pairing.b, 0)].into_iter().enumerate() {
                subtract(&mut before[agent][0], pair.decoded[own]);
                subtract(&mut before[agent][1], pair.intercepted[own]);
                // This agent was overheard on the codes that the opponent tried to intercept.
                subtract(&mut before[agent][2], pair.intercepted[other]);
            }
        }
        let outcomes: Vec<_> = pairs.iter().map(|pair| pair.outcomes).collect();
        self.add_deal(schedule, &outcomes, &before, &mut Vec::new());
    }
}

/// Subtracts a sum of logarithms and its number of halves.
fn subtract(total: &mut (i128, u64), (sum, halves): (i128, u64)) {
    total.0 -= sum;
    total.1 -= halves;
}
