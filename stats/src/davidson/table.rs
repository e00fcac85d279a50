//! Counts of games between agents, and the graph of who has scored against which agent.

use super::DavidsonError;
use crate::GameResult;

/// All games of two agents in one order of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// The agent in the first seat.
    pub first: usize,
    /// The agent in the second seat.
    pub second: usize,
    /// Games won by the first seat.
    pub first_wins: u64,
    /// Games won by the second seat.
    pub second_wins: u64,
    /// Games tied.
    pub ties: u64,
}

impl Encounter {
    fn games(&self) -> u64 {
        self.first_wins + self.second_wins + self.ties
    }
}

/// Counts of games by first seat, second seat and outcome.
///
/// ```
/// use overhear_stats::{Encounter, GameTable};
/// let mut table = GameTable::new(2);
/// table.add(Encounter { first: 0, second: 1, first_wins: 6, second_wins: 3, ties: 1 })?;
/// assert_eq!(table.scores(), [6.5, 3.5]);
/// # Ok::<(), overhear_stats::DavidsonError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTable {
    agents: usize,
    encounters: Vec<Encounter>,
}

impl GameTable {
    /// Creates an empty table for `agents` agents, numbered from 0.
    pub fn new(agents: usize) -> Self {
        let encounters = (0..agents * agents)
            .map(|k| Encounter { first: k / agents, second: k % agents, ..Encounter::default() })
            .collect();
        Self { agents, encounters }
    }

    /// Returns the number of agents.
    pub fn agents(&self) -> usize {
        self.agents
    }

    /// Adds games.
    ///
    /// # Errors
    /// [`DavidsonError::NoSuchAgent`] and [`DavidsonError::SelfPlay`].
    pub fn add(&mut self, games: Encounter) -> Result<(), DavidsonError> {
        check_pair(games.first, games.second, self.agents)?;
        let own = &mut self.encounters[games.first * self.agents + games.second];
        own.first_wins += games.first_wins;
        own.second_wins += games.second_wins;
        own.ties += games.ties;
        Ok(())
    }

    /// Adds one game by its outcome for the first seat.
    ///
    /// # Errors
    /// [`DavidsonError::NoSuchAgent`] and [`DavidsonError::SelfPlay`].
    pub fn record(
        &mut self,
        first: usize,
        second: usize,
        for_first: GameResult,
    ) -> Result<(), DavidsonError> {
        let mut game = Encounter { first, second, ..Encounter::default() };
        match for_first {
            GameResult::Win => game.first_wins = 1,
            GameResult::Tie => game.ties = 1,
            GameResult::Loss => game.second_wins = 1,
        }
        self.add(game)
    }

    /// Returns the encounters with at least one game, ordered by (first, second).
    pub fn encounters(&self) -> impl Iterator<Item = &Encounter> {
        self.encounters.iter().filter(|encounter| encounter.games() > 0)
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.encounters.iter().map(Encounter::games).sum()
    }

    /// Returns the points of every agent: 1 for a win, ½ for a tie.
    pub fn scores(&self) -> Vec<f64> {
        self.sufficient_half_points()[..self.agents].iter().map(|&points| points as f64 / 2.0).collect()
    }

    /// Returns half points of every agent and of the first seat, then the number of ties: the sufficient
    /// statistics of the model.
    pub(super) fn sufficient_half_points(&self) -> Vec<i128> {
        let mut sums = vec![0; self.agents + 2];
        for encounter in &self.encounters {
            let [won, lost, tied] =
                [encounter.first_wins, encounter.second_wins, encounter.ties].map(i128::from);
            sums[encounter.first] += 2 * won + tied;
            sums[encounter.second] += 2 * lost + tied;
            sums[self.agents] += 2 * won + tied;
            sums[self.agents + 1] += tied;
        }
        sums
    }

    /// Returns the strongly connected components of "has scored against", each sorted, ordered by their first
    /// agents.
    ///
    /// If agents that have met are in more than one component, some group has never scored against another,
    /// and the likelihood has no finite maximum (Ford 1957).
    pub fn components(&self) -> Vec<Vec<usize>> {
        self.joined(|games| [games.first_wins, games.second_wins].map(|won| won + games.ties > 0))
    }

    /// Returns the groups of agents that have met, directly or through others, each sorted, ordered by their
    /// first agents. Games say nothing of the ratings of one group beside those of another.
    pub fn islands(&self) -> Vec<Vec<usize>> {
        self.joined(|encounter| [encounter.games() > 0; 2])
    }

    /// Returns the groups of agents that reach each other by steps; `steps` says whether the first agent of an
    /// encounter reaches the second, and the second the first.
    fn joined(&self, steps: impl Fn(&Encounter) -> [bool; 2]) -> Vec<Vec<usize>> {
        let n = self.agents;
        let mut reach = vec![false; n * n];
        for encounter in &self.encounters {
            let (first, second) = (encounter.first, encounter.second);
            let [there, back] = steps(encounter);
            reach[first * n + second] |= there;
            reach[second * n + first] |= back;
        }
        // Warshall's transitive closure: O(agents³) on booleans, done a few times for each fit.
        for via in 0..n {
            for from in 0..n {
                if reach[from * n + via] {
                    (0..n).for_each(|to| reach[from * n + to] |= reach[via * n + to]);
                }
            }
        }
        let mut is_listed = vec![false; n];
        let mut groups = Vec::new();
        for i in 0..n {
            if !is_listed[i] {
                let group: Vec<usize> =
                    (i..n).filter(|&j| i == j || (reach[i * n + j] && reach[j * n + i])).collect();
                group.iter().for_each(|&member| is_listed[member] = true);
                groups.push(group);
            }
        }
        groups
    }
}

pub(super) fn check_pair(first: usize, second: usize, agents: usize) -> Result<(), DavidsonError> {
    if let Some(agent) = [first, second].into_iter().find(|&agent| agent >= agents) {
        return Err(DavidsonError::NoSuchAgent { agent, agents });
    }
    if first == second { Err(DavidsonError::SelfPlay { agent: first }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_known_agents_can_meet() {
        let mut table = GameTable::new(2);
        assert_eq!(table.record(0, 0, GameResult::Win), Err(DavidsonError::SelfPlay { agent: 0 }));
        assert_eq!(
            table.record(0, 2, GameResult::Win),
            Err(DavidsonError::NoSuchAgent { agent: 2, agents: 2 })
        );
        assert_eq!(table.record(1, 0, GameResult::Tie), Ok(()));
        assert_eq!((table.games(), table.encounters().count()), (1, 1));
    }

    #[test]
    fn components_follow_who_scored_against_whom() {
        let mut table = GameTable::new(4);
        for (winner, loser) in [(0, 1), (1, 2), (2, 0), (0, 3)] {
            table.record(winner, loser, GameResult::Win).expect("two agents");
        }
        assert_eq!(table.components(), [vec![0, 1, 2], vec![3]]);
        table.record(1, 3, GameResult::Tie).expect("two agents");
        assert_eq!(table.components(), [vec![0, 1, 2, 3]]);
    }

    #[test]
    fn islands_follow_who_met_whom() {
        let mut table = GameTable::new(5);
        for (winner, loser) in [(0, 3), (4, 3), (1, 2)] {
            table.record(winner, loser, GameResult::Win).expect("two agents");
        }
        assert_eq!(table.islands(), [vec![0, 3, 4], vec![1, 2]]);
        assert_eq!(table.components().len(), 5);
    }

    #[test]
    fn an_idle_agent_is_a_component() {
        assert_eq!(GameTable::new(2).components(), [[0], [1]]);
        assert!(GameTable::new(0).components().is_empty());
    }
}
