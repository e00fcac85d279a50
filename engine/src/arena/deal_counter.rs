//! Counting of all games of a deal, independent of when and by which thread they were played.

use super::tally::{AgentTally, LogSums};
use super::{Block, GameNumber, OnFault, Outcome, Recorder, Schedule};
use crate::game::{Game, PlayerFault};
use crate::rules::BySide;

/// Reusable buffers for the counts of a deal.
#[derive(Default)]
pub(super) struct DealCounter {
    outcomes: Vec<[Outcome; 2]>,
    log_sums: Vec<LogSums>,
    scratch: Vec<u64>,
}

/// A source of the games of a deal, in the order of their numbers.
pub(super) trait GameSource {
    /// Returns the next finished game, and the fault that ended it early, if any.
    fn next(&mut self, number: GameNumber, seats: BySide<usize>) -> (&Game, Option<PlayerFault>);
}

impl DealCounter {
    /// Counts all games of deal `number` in `block` and passes each of them to `recorder`.
    ///
    /// If the recorder voids deals with faults, such a deal contributes only its faults.
    pub(super) fn count_deal<R: Recorder>(
        &mut self,
        schedule: &Schedule,
        number: u64,
        games: &mut impl GameSource,
        recorder: &R,
        block: &mut Block<R::Output>,
    ) {
        // Only voiding a deal needs the earlier counts; the copy of the tally is skipped otherwise.
        let before =
            (recorder.on_fault() == OnFault::Void).then(|| (block.tally.clone(), block.faults.len()));
        let DealCounter { outcomes: of_deal, log_sums, scratch } = self;
        of_deal.clear();
        log_sums.clear();
        // Moments are per deal, so the logarithms of this deal are the difference to the sums before it.
        log_sums.extend(block.tally.agents.iter().map(AgentTally::sums));
        for (place, &pairing) in schedule.pairings().iter().enumerate() {
            let outcomes = schedule.seatings().iter().map(|&seating| {
                let (seats, number) = (pairing.seats(seating), schedule.number(number, place, seating));
                let (game, broken) = games.next(number, seats);
                if let Some(broken) = broken {
                    block.note(number, seats[broken.side], broken);
                }
                recorder.game(number, seats, game, &mut block.output);
                block.tally.add_game(pairing, place, seating, game)
            });
            of_deal.push(pair(outcomes));
        }
        let void = before.filter(|(_, faults)| *faults < block.faults.len());
        recorder.deal(number, void.is_some(), &mut block.output);
        match void {
            Some((tally, faults)) => block.void_deal(tally, faults),
            None => block.tally.add_deal(schedule, of_deal, log_sums, scratch),
        }
        block.deals.end = number + 1;
    }
}

/// Returns agent a's outcomes as White and as Black.
///
/// An agent against itself plays only the first game. The second game would be identical with the two copies
/// swapped, so its outcome is the reverse of the first.
fn pair(mut outcomes: impl Iterator<Item = Outcome>) -> [Outcome; 2] {
    let white = outcomes.next().expect("every pairing plays");
    [white, outcomes.next().unwrap_or(white.reversed())]
}
