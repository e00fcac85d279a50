//! Plausibility of counts that were read from a file.

use super::tally::{AgentTally, PairingTally, Tally};
use crate::arena::Schedule;
use crate::rules::{MAX_HALVES, MAX_ROUNDS};

/// Bound on the illegal, late or unfit clues of one agent in a game.
const CLUES: u128 = 1 << 10;

/// Bound on the contribution of one half to a sum of logarithms.
const MAX_BITS_OF_HALF: u128 = 1 << 80;

impl Tally {
    /// Returns `true` if this tally is possible after `deals` deals of `schedule`: right in shape, and with
    /// sums that agree.
    pub fn is_consistent_with(&self, schedule: &Schedule, deals: u64) -> bool {
        let (agents, seatings) = (schedule.agents(), schedule.seatings().len() as u128);
        let games = u128::from(self.deals) * seatings;
        let meets = |agent| {
            let pairings = schedule.pairings().iter();
            pairings
                .map(|pairing| u128::from(pairing.a == agent) + u128::from(pairing.b == agent))
                .sum::<u128>()
        };
        // Faults also count in void deals, all other counts only in deals played to the end.
        let all = u128::from(deals) * seatings;
        self.deals.checked_add(self.void_deals) == Some(deals)
            && self.pairings.len() == schedule.pairings().len()
            && self.agents.len() == agents
            && self.moments.is_consistent_with(agents, schedule.pairings().len(), self.deals)
            && self.pairings.iter().all(|pairing| pairing.adds_up(games, seatings))
            && self.agents.iter().zip(0..).all(|(agent, n)| {
                agent.adds_up(games * meets(n))
                    && agent.bits_fit(self.deals, seatings * meets(n))
                    && u128::from(agent.faults) <= all * meets(n)
            })
    }
}

impl PairingTally {
    /// Returns `true` if pairs, endings and rounds each account for `games` games.
    fn adds_up(&self, games: u128, seatings: u128) -> bool {
        let sum =
            |counts: &mut dyn Iterator<Item = &u64>| counts.map(|&count| u128::from(count)).sum::<u128>();
        let [pairs, endings, rounds] = [
            sum(&mut self.pairs.iter().flatten()),
            sum(&mut self.endings.iter().flatten().flatten()),
            sum(&mut self.rounds.iter()),
        ];
        // With one seating, games come single and `pairs` counts each deal once.
        (seatings < 2 || seatings * pairs == games) && endings == games && rounds == games
    }
}

impl AgentTally {
    /// Returns `true` if the moments are possible for `deals` deals of at most `games` games each.
    fn bits_fit(&self, deals: u64, games: u128) -> bool {
        self.bit_moments.iter().all(|moments| moments.is_consistent_with(deals, games * MAX_HALVES as u128))
    }

    /// Returns `true` if every count is possible for an agent with `games` games.
    fn adds_up(&self, games: u128) -> bool {
        let [halves, rounds] = [self.halves, self.rounds].map(u128::from);
        let most = games * MAX_ROUNDS as u128;
        let parts = [
            (self.wins, self.games),
            (self.shared, self.games),
            (self.miscommunications, self.halves),
            (self.interceptable_halves, self.halves),
            (self.intercepted, self.interceptable_halves),
            (self.interceptions, self.interception_chances),
            (self.late_answers, self.faults),
            (self.forfeits, self.halves),
        ];
        let clues = [self.illegal_clues, self.late_clues, self.unfit_clues];
        let bits = [self.decode, self.intercept, self.leaked];
        u128::from(self.games) == games
            && rounds <= most
            && halves <= most
            && u128::from(self.interception_chances) <= most
            && parts.iter().all(|(part, whole)| part <= whole)
            && self.talks.iter().all(|talks| talks.is_consistent_with(games))
            && clues.iter().all(|&clues| u128::from(clues) <= games * CLUES)
            && bits.iter().all(|sum| sum.unsigned_abs() <= most.saturating_mul(MAX_BITS_OF_HALF))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_another_schedule_or_that_do_not_add_up_are_told() {
        let schedule = Schedule::round_robin(3, 60);
        let new = || Tally::new(&schedule);
        assert!(new().is_consistent_with(&schedule, 0));
        assert!(
            !new().is_consistent_with(&schedule, 1)
                && !new().is_consistent_with(&Schedule::round_robin(2, 60), 0)
        );
        let spoiled: [fn(&mut Tally); 13] = [
            |tally| tally.deals = u64::MAX,
            |tally| tally.void_deals = 1 << 63,
            |tally| tally.pairings[0].pairs[1][1] = 1,
            |tally| tally.pairings[2].rounds[3] = u64::MAX,
            |tally| tally.agents[1].games = 2,
            |tally| tally.agents[1].faults = 1 << 40,
            |tally| tally.agents[1].forfeits = 1,
            |tally| tally.agents[0].decode = i128::MAX,
            |tally| tally.agents[2].bit_moments[1].deals = 1,
            |tally| tally.agents[0].talks[1].games = 1,
            |tally| tally.agents[1].talks[0].gain.y = i64::MIN,
            |tally| tally.agents[2].talks[0].followed = 1,
            |tally| tally.agents.truncate(2),
        ];
        for (n, spoil) in spoiled.into_iter().enumerate() {
            let mut tally = new();
            spoil(&mut tally);
            assert!(!tally.is_consistent_with(&schedule, 0), "{n}");
        }
    }

    #[test]
    fn the_largest_sums_of_a_large_round_robin_are_possible() {
        use crate::arena::Outcome::{Loss, Win};
        for agents in [1, 2, 8, 14] {
            let schedule =
                if agents == 1 { Schedule::self_play(1) } else { Schedule::round_robin(agents, 1) };
            let (pairings, mut tally) = (schedule.pairings().len(), Tally::new(&schedule));
            let before: Vec<_> = tally.agents.iter().map(AgentTally::sums).collect();
            // White wins every game: no statistic of a deal can be larger than White's score.
            tally.add_deal(&schedule, &vec![[Win, Loss]; pairings], &before, &mut Vec::new());
            assert!(tally.moments.is_consistent_with(agents, pairings, 1), "{agents}");
            assert!(
                !tally.moments.is_consistent_with(agents, pairings, 0)
                    && !tally.moments.is_consistent_with(agents + 1, pairings, 1)
            );
        }
    }
}
