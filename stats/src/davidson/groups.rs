//! Which agents the games compare, and whose ratings they determine.

use super::table::GameTable;

/// Agents in groups, each agent in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Partition {
    groups: Vec<Vec<usize>>,
    /// The place of each agent's group.
    place: Vec<usize>,
}

impl Partition {
    fn new(groups: Vec<Vec<usize>>) -> Partition {
        let mut place = vec![0; groups.iter().map(Vec::len).sum()];
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|&agent| place[agent] = number);
        }
        Partition { groups, place }
    }

    /// Returns all groups.
    pub(super) fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// Returns the group of an agent.
    pub(super) fn of(&self, agent: usize) -> &[usize] {
        &self.groups[self.place[agent]]
    }

    /// Returns `true` if two agents are in one group.
    pub(super) fn joins(&self, one: usize, other: usize) -> bool {
        self.place[one] == self.place[other]
    }
}

/// The groups of agents that games form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Groups {
    /// Agents that have met, directly or through others.
    pub(super) islands: Partition,
    /// Agents that have scored against each other, directly or through others.
    pub(super) components: Partition,
}

impl Groups {
    pub(super) fn new(table: &GameTable) -> Groups {
        let [islands, components] = [table.islands(), table.components()].map(Partition::new);
        Groups { islands, components }
    }

    /// Returns `true` if some agents that have met have never scored against others.
    pub(super) fn are_parted(&self) -> bool {
        self.components.groups().len() > self.islands.groups().len()
    }

    /// Returns the components of two agents and more. Their games determine the differences of their ratings.
    pub(super) fn rated(&self) -> impl Iterator<Item = &Vec<usize>> {
        self.components.groups().iter().filter(|component| component.len() > 1)
    }

    /// Returns the largest component of two agents and more of an island, the first of equally large ones: the
    /// agents that the others of the island are rated beside.
    pub(super) fn main(&self, island: &[usize]) -> Option<&Vec<usize>> {
        let of_island = self.rated().filter(|component| self.islands.joins(component[0], island[0]));
        of_island.reduce(|largest, next| if next.len() > largest.len() { next } else { largest })
    }
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
        assert_eq!(groups.islands.groups(), [vec![0, 1, 2, 3, 4], vec![5, 6], vec![7, 8]]);
        assert_eq!(groups.main(&[0, 1, 2, 3, 4]), Some(&vec![2, 3, 4]));
        assert_eq!(groups.main(&[5, 6]), None);
        assert_eq!((groups.components.of(1), groups.islands.of(6)), ([0, 1].as_slice(), [5, 6].as_slice()));
        assert!(groups.are_parted());
    }
}
