//! rounds.csv: for each pairing, the number of games by rounds.

use overhear_engine::arena::{Schedule, Tally};

use super::share::share;
use crate::table::{Frame, NamedRow};

/// Returns a row for every number of rounds that the rules allow.
pub(super) fn frame(labels: &[&str], schedule: &Schedule, tally: &Tally, last: u8) -> Frame {
    let mut frame = Frame::new("rounds.csv");
    for (pairing, counts) in schedule.pairings().iter().zip(&tally.pairings) {
        let all: u64 = counts.rounds.iter().sum();
        for rounds in 1..=last {
            let games = counts.rounds[usize::from(rounds)];
            NamedRow::new(&mut frame)
                .put("agent_a", labels[pairing.a])
                .put("agent_b", labels[pairing.b])
                .put("rounds", u64::from(rounds))
                .put("games", games)
                .put("share", share(games, all))
                .end();
        }
    }
    frame
}
