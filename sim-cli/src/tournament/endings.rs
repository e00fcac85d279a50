//! endings.csv: for each pairing, how many games ended through which door, at which step, for whom (R10 to R14).

use overhear_engine::arena::{Schedule, Tally};
use overhear_engine::rules::{Door, Step};

use super::summary::share;
use crate::output::{Cell, Frame};

const WINNERS: [&str; 3] = ["white", "black", "shared"];

/// A row for every ending that a game can have, those included that none had.
pub(super) fn frame(labels: &[&str], schedule: &Schedule, tally: &Tally) -> Frame {
    let mut frame = Frame::new(&["agent_a", "agent_b", "door", "step", "winner", "games", "share"]);
    for (pairing, counts) in schedule.pairings().iter().zip(&tally.pairings) {
        let all: u64 = counts.rounds.iter().sum();
        for (door, step, winner) in possible() {
            let games = counts.endings[door.map_or(0, |door| 1 + door as usize)][step as usize][winner];
            frame.push(vec![
                Cell::text(labels[pairing.a]),
                Cell::text(labels[pairing.b]),
                Cell::text(door.map_or("none".to_owned(), |door| door.to_string())),
                Cell::text(step.to_string()),
                Cell::text(WINNERS[winner]),
                Cell::Count(games),
                Cell::share(share(games, all)),
            ]);
        }
    }
    frame
}

/// Tokens decide outright, points and keywords after a door, and what is left is shared.
fn possible() -> impl Iterator<Item = (Option<Door>, Step, usize)> {
    let doors = std::iter::once(None).chain(Door::ALL.map(Some));
    let all = doors
        .flat_map(|door| Step::ALL.into_iter().flat_map(move |step| (0..3).map(move |w| (door, step, w))));
    all.filter(|&(door, step, winner)| match step {
        Step::Interceptions | Step::Miscommunications | Step::Both => door.is_none() && winner < 2,
        Step::Points | Step::Keywords => door.is_some() && winner < 2,
        Step::Shared => door.is_some() && winner == 2,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_are_six_outright_endings_and_five_through_each_door() {
        assert_eq!(super::possible().count(), 6 + 4 * 5);
    }
}
