//! Selection of the rows of a balance run for figures.

use std::collections::BTreeSet;

use super::dots::Dot;
use super::source::{CsvRow, CsvTable};
use overhear_lab::balance::ALL;

/// Returns the rows about these two agents.
pub(super) fn rows_of_pair<'a>(
    table: &'a CsvTable,
    agents: [&'a str; 2],
) -> impl Iterator<Item = CsvRow<'a>> {
    table.rows().filter(move |row| row.agents() == agents)
}

/// Returns a dot of a row's number; `None` without an interval.
pub(super) fn dot(row: CsvRow<'_>, label: &str, column: &str, class: &str) -> Option<Dot> {
    let (number, games) = (row.measured(column)?.numbers()?, row.count("games"));
    Some(Dot { label: label.to_owned(), class: class.to_owned(), number, games })
}

/// Minimum number of games for a figure.
const LEAST: u64 = 30;

/// Returns `true` if a row rests on enough games to be drawn.
pub(super) fn is_enough(row: &CsvRow<'_>) -> bool {
    row.count("games") >= LEAST
}

/// Returns the agents of a group of pairings: one pairing, or all of them.
pub(super) fn labels<'a>(table: &'a CsvTable, agents: [&str; 2]) -> Vec<&'a str> {
    let pairings = table.rows().map(|row| row.agents()).filter(|pair| agents == [ALL; 2] || *pair == agents);
    let labels: BTreeSet<&str> = pairings.flatten().filter(|label| *label != ALL).collect();
    labels.into_iter().collect()
}

/// Returns the groups with their own section: an agent against itself, all pairings, or the only pairing.
pub(super) fn groups(ladder: &CsvTable) -> Vec<[&str; 2]> {
    let mut all: Vec<[&str; 2]> = Vec::new();
    ladder.rows().map(|row| row.agents()).for_each(|agents| {
        if !all.contains(&agents) {
            all.push(agents);
        }
    });
    if !all.contains(&[ALL; 2]) {
        return all;
    }
    all.into_iter().filter(|[a, b]| a == b).collect()
}
