//! Plausibility of counts that were read from a file.

use super::tally::{AgentTally, PairingTally, Tally};
use crate::arena::Schedule;
use crate::rules::{MAX_HALVES, MAX_ROUNDS};

/// Bound on the illegal, late or unfit clues of one agent in a game.
const CLUES: u128 = 1 << 10;

/// Bound on what one half adds to a sum of logarithms (in units of [`FixedLog2`](crate::game::FixedLog2)).
const MAX_LOG_SUM_OF_HALF: u128 = 1 << 80;

impl Tally {
    /// Returns `true` if this tally is possible after `deals` deals of `schedule`: right in shape, and with
    /// sums that agree.
    pub fn is_consistent_with(&self, schedule: &Schedule, deals: u64) -> bool {
        let (agents, seatings) = (schedule.agents(), schedule.seatings().len() as u128);
        let games = u128::from(self.deals) * seatings;
        // Faults also count in void deals, all other counts only in deals played to the end.
        let all = u128::from(deals) * seatings;
        self.deals.checked_add(self.void_deals) == Some(deals)
            && self.pairings.len() == schedule.pairings().len()
            && self.agents.len() == agents
            && self.moments.is_consistent_with(agents, schedule.pairings().len(), self.deals)
            && self.pairings.iter().all(|pairing| pairing.adds_up(games, seatings))
            && self.agents.iter().zip(0..).all(|(agent, n)| {
                let meetings = meetings(schedule, n);
                agent.adds_up(games * meetings)
                    && agent.bits_fit(self.deals, seatings * meetings)
                    && u128::from(agent.faults) <= all * meetings
            })
    }
}

impl PairingTally {
    /// Returns `true` if pairs, endings and rounds each account for `games` games.
    fn adds_up(&self, games: u128, seatings: u128) -> bool {
        let [pairs, endings, rounds] = [
            total(self.pairs.iter().flatten()),
            total(self.endings.iter().flatten().flatten()),
            total(self.rounds.iter()),
        ];
        // `pairs` counts each deal once, also for an agent against itself, which plays one game of it.
        seatings * pairs == games && endings == games && rounds == games
    }
}

impl AgentTally {
    /// Returns `true` if the moments are possible for `deals` deals of at most `games` games each.
    fn bits_fit(&self, deals: u64, games: u128) -> bool {
        self.bit_moments.iter().all(|moments| moments.is_consistent_with(deals, games * MAX_HALVES as u128))
    }

    /// Returns `true` if every count is possible for an agent with `games` games.
    fn adds_up(&self, games: u128) -> bool {
        // Every field is named, so that the compiler asks for the bound of a new one. `bits_fit` has that of `bit_moments`.
        let &AgentTally {
            games: played,
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
            ref talks,
        } = self;
        let most = games * MAX_ROUNDS as u128;
        let parts = [
            (wins, played),
            (shared, played),
            (miscommunications, halves),
            (interceptable_halves, halves),
            (intercepted, interceptable_halves),
            (interceptions, interception_chances),
            (late_answers, faults),
            (forfeits, halves),
        ];
        u128::from(played) == games
            && [rounds, halves, interception_chances].iter().all(|&count| u128::from(count) <= most)
            && parts.iter().all(|(part, whole)| part <= whole)
            && talks.iter().all(|talks| talks.is_consistent_with(games))
            && [illegal_clues, late_clues, unfit_clues]
                .iter()
                .all(|&clues| u128::from(clues) <= games * CLUES)
            && [decode, intercept, leaked]
                .iter()
                .all(|sum| sum.unsigned_abs() <= most.saturating_mul(MAX_LOG_SUM_OF_HALF))
    }
}

/// Returns the number of seats that an agent has in the pairings of a schedule.
fn meetings(schedule: &Schedule, agent: usize) -> u128 {
    let pairings = schedule.pairings().iter();
    pairings.map(|pairing| u128::from(pairing.a == agent) + u128::from(pairing.b == agent)).sum()
}

fn total<'a>(counts: impl Iterator<Item = &'a u64>) -> u128 {
    counts.map(|&count| u128::from(count)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that each change makes a tally impossible after `deals` deals.
    fn check_refused(tally: &Tally, schedule: &Schedule, deals: u64, changes: &[fn(&mut Tally)]) {
        assert!(tally.is_consistent_with(schedule, deals));
        for (n, change) in changes.iter().enumerate() {
            let mut tally = tally.clone();
            change(&mut tally);
            assert!(!tally.is_consistent_with(schedule, deals), "change {n}");
        }
    }

    #[test]
    fn counts_of_another_schedule_or_that_do_not_add_up_are_refused() {
        let schedule = Schedule::round_robin(3, 60);
        let new = || Tally::new(&schedule);
        assert!(
            !new().is_consistent_with(&schedule, 1)
                && !new().is_consistent_with(&Schedule::round_robin(2, 60), 0)
        );
        let changes: [fn(&mut Tally); 13] = [
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
        check_refused(&new(), &schedule, 0, &changes);
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

    /// The largest counts of one deal, on which each of two agents plays two games.
    fn largest(schedule: &Schedule) -> Tally {
        let (games, halves) = (2, 2 * MAX_ROUNDS as u64);
        let logs = -((u128::from(halves) * MAX_LOG_SUM_OF_HALF) as i128);
        let agent = AgentTally {
            games,
            wins: games,
            shared: games,
            rounds: halves,
            halves,
            miscommunications: halves,
            interception_chances: halves,
            interceptions: halves,
            interceptable_halves: halves,
            intercepted: halves,
            forfeits: halves,
            decode: logs,
            intercept: logs,
            leaked: logs,
            illegal_clues: games << 10,
            late_clues: games << 10,
            faults: games,
            late_answers: games,
            unfit_clues: games << 10,
            ..AgentTally::default()
        };
        let mut tally = Tally { deals: 1, agents: vec![agent; 2], ..Tally::new(schedule) };
        tally.pairings[0].pairs[2][0] = 1;
        tally.pairings[0].endings[0][0] = [1, 1, 0];
        tally.pairings[0].rounds[MAX_ROUNDS] = games;
        tally
    }

    #[test]
    fn the_largest_counts_are_possible_and_larger_or_missing_ones_are_not() {
        let schedule = Schedule::round_robin(2, 2);
        let changes: [fn(&mut Tally); 27] = [
            |tally| tally.deals = 0,
            |tally| tally.void_deals = 1,
            |tally| tally.pairings[0].pairs[0][0] = 1,
            |tally| tally.pairings[0].pairs[2][0] = 0,
            |tally| tally.pairings[0].endings[1][1][2] = 1,
            |tally| tally.pairings[0].endings[0][0][0] = 0,
            |tally| tally.pairings[0].rounds[1] = 1,
            |tally| tally.pairings[0].rounds[MAX_ROUNDS] = 1,
            |tally| tally.agents[1].games = 1,
            |tally| tally.agents[1].wins += 1,
            |tally| tally.agents[1].shared += 1,
            |tally| tally.agents[1].rounds += 1,
            |tally| tally.agents[1].halves += 1,
            |tally| tally.agents[1].miscommunications += 1,
            |tally| tally.agents[1].interception_chances += 1,
            |tally| tally.agents[1].interceptions += 1,
            |tally| tally.agents[1].interceptable_halves += 1,
            |tally| tally.agents[1].intercepted += 1,
            |tally| tally.agents[1].forfeits += 1,
            |tally| tally.agents[1].decode -= 1,
            |tally| tally.agents[1].intercept -= 1,
            |tally| tally.agents[1].leaked -= 1,
            |tally| tally.agents[1].illegal_clues += 1,
            |tally| tally.agents[1].late_clues += 1,
            |tally| tally.agents[1].faults += 1,
            |tally| tally.agents[1].late_answers += 1,
            |tally| tally.agents[1].unfit_clues += 1,
        ];
        check_refused(&largest(&schedule), &schedule, 1, &changes);
        let mut void = Tally { void_deals: 2, ..largest(&schedule) };
        void.agents[0].faults = 6;
        assert!(void.is_consistent_with(&schedule, 3), "faults count in void deals too");
        void.agents[0].faults = 7;
        assert!(!void.is_consistent_with(&schedule, 3));
    }

    #[test]
    fn an_agent_against_itself_counts_twice_in_each_game() {
        let schedule = Schedule::self_play(3);
        let mut tally = Tally { deals: 3, ..Tally::new(&schedule) };
        tally.pairings[0].pairs[1][1] = 3;
        tally.pairings[0].endings[0][0][0] = 3;
        tally.pairings[0].rounds[4] = 3;
        tally.agents[0].games = 6;
        assert!(tally.is_consistent_with(&schedule, 3));
        tally.agents[0].games = 3;
        assert!(!tally.is_consistent_with(&schedule, 3));
    }
}
