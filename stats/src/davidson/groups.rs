//! Which agents the games compare, and whose ratings they determine.

use super::table::GameTable;

/// The groups of agents that games form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Groups {
    /// Agents that have met, directly or through others.
    pub(super) islands: Vec<Vec<usize>>,
    /// Agents that have scored against each other, directly or through others.
    pub(super) components: Vec<Vec<usize>>,
}

impl Groups {
    pub(super) fn new(table: &GameTable) -> Groups {
        Groups { islands: table.islands(), components: table.components() }
    }

    /// Returns `true` if some agents that have met have never scored against others.
    pub(super) fn are_parted(&self) -> bool {
        self.components.len() > self.islands.len()
    }

    /// Returns the agents that have met `agent`, directly or through others, and itself.
    pub(super) fn island(&self, agent: usize) -> &[usize] {
        of(&self.islands, agent)
    }

    /// Returns the agents that have scored against `agent` and it against them, directly or through others, and
    /// itself.
    pub(super) fn component(&self, agent: usize) -> &[usize] {
        of(&self.components, agent)
    }

    /// Returns the components of two agents and more. Their games determine the differences of their ratings.
    pub(super) fn rated(&self) -> impl Iterator<Item = &Vec<usize>> {
        self.components.iter().filter(|component| component.len() > 1)
    }

    /// Returns the largest component of two agents and more of an island, the first of equally large ones: the
    /// agents that the others of the island are rated beside.
    pub(super) fn main(&self, island: &[usize]) -> Option<&Vec<usize>> {
        let of_island = self.rated().filter(|component| island.contains(&component[0]));
        of_island.reduce(|largest, next| if next.len() > largest.len() { next } else { largest })
    }
}

fn of(groups: &[Vec<usize>], agent: usize) -> &[usize] {
    groups.iter().find(|group| group.contains(&agent)).expect("every agent is in a group")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameResult;

    #[test]
    fn the_largest_component_of_an_island_is_its_main_one() {
        let mut table = GameTable::new(9);
        for (winner, loser) in [(0, 1), (1, 0), (0, 2), (2, 3), (3, 4), (4, 2), (5, 6), (7, 8), (8, 7)] {
            table.record(winner, loser, GameResult::Win).expect("two agents");
        }
        let groups = Groups::new(&table);
        assert_eq!(groups.islands, [vec![0, 1, 2, 3, 4], vec![5, 6], vec![7, 8]]);
        assert_eq!(groups.main(&[0, 1, 2, 3, 4]), Some(&vec![2, 3, 4]));
        assert_eq!(groups.main(&[5, 6]), None);
        assert_eq!((groups.component(1), groups.island(6)), ([0, 1].as_slice(), [5, 6].as_slice()));
        assert!(groups.are_parted());
    }
}
