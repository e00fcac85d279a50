//! How the games of a deal are counted, whoever has played them and when.

use super::tally::{AgentTally, Surprises};
use super::{Block, GameNumber, OnFault, Outcome, Recorder, Schedule};
use crate::rules::BySide;
use crate::table::{Breakdown, Game};

/// Room for what is known of a deal before it is counted.
#[derive(Default)]
pub(super) struct Books {
    outcomes: Vec<[Outcome; 2]>,
    surprises: Vec<Surprises>,
    scratch: Vec<u64>,
}

/// The games of a deal, in the order of their numbers.
pub(super) trait Games {
    /// The next one, played to its end, and who has broken down in it.
    fn next(&mut self, number: GameNumber, seats: BySide<usize>) -> (&Game, Option<Breakdown>);
}

impl Books {
    /// Counts all games of a deal, and has them recorded.
    pub(super) fn count_deal<R: Recorder>(
        &mut self,
        schedule: &Schedule,
        number: u64,
        games: &mut impl Games,
        recorder: &R,
        block: &mut Block<R::Page>,
    ) {
        let before =
            (recorder.on_fault() == OnFault::Void).then(|| (block.tally.clone(), block.faults.len()));
        let Books { outcomes: of_deal, surprises, scratch } = self;
        of_deal.clear();
        surprises.clear();
        surprises.extend(block.tally.agents.iter().map(AgentTally::so_far));
        for (place, &pairing) in schedule.pairings().iter().enumerate() {
            let outcomes = schedule.seatings().iter().map(|&seating| {
                let (seats, number) = (pairing.seats(seating), schedule.number(number, place, seating));
                let (game, broken) = games.next(number, seats);
                if let Some(broken) = broken {
                    block.note(number, seats[broken.side], broken);
                }
                recorder.game(number, seats, game, &mut block.page);
                block.tally.add_game(pairing, place, seating, game)
            });
            of_deal.push(pair(outcomes));
        }
        let void = before.filter(|(_, faults)| *faults < block.faults.len());
        recorder.deal(number, void.is_some(), &mut block.page);
        match void {
            Some((tally, faults)) => block.leave_out(tally, faults),
            None => block.tally.add_deal(schedule, of_deal, surprises, scratch),
        }
        block.deals.end = number + 1;
    }
}

/// Agent a's outcomes with White and with Black. An agent against itself plays the first game alone: the second would
/// be the same game, and a its loser where it was the winner.
fn pair(mut outcomes: impl Iterator<Item = Outcome>) -> [Outcome; 2] {
    let white = outcomes.next().expect("every pairing plays");
    [white, outcomes.next().unwrap_or(white.reversed())]
}
