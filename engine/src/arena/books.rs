//! How the games of a deal are counted, whoever has played them and when.

use super::tally::{AgentTally, Surprises};
use super::{Arena, Block, Fault, GameNumber, OnFault, Outcome, Recorder, Schedule, Tally};
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

impl Arena<'_> {
    /// Counts all games of a deal, and has them recorded.
    pub(super) fn count_deal<R: Recorder>(
        &self,
        number: u64,
        games: &mut impl Games,
        books: &mut Books,
        recorder: &R,
        block: &mut Block<R::Page>,
    ) {
        let before =
            (recorder.on_fault() == OnFault::Void).then(|| (block.tally.clone(), block.faults.len()));
        books.outcomes.clear();
        books.surprises.clear();
        books.surprises.extend(block.tally.agents.iter().map(AgentTally::so_far));
        for (place, &pairing) in self.schedule.pairings().iter().enumerate() {
            let outcomes = self.schedule.seatings().iter().map(|&seating| {
                let (seats, number) = (pairing.seats(seating), self.schedule.number(number, place, seating));
                let (game, broken) = games.next(number, seats);
                if let Some(broken) = broken {
                    block.note(number, seats[broken.side], broken);
                }
                recorder.game(number, seats, game, &mut block.page);
                block.tally.add_game(pairing, place, seating, game)
            });
            let outcomes = pair(outcomes);
            books.outcomes.push(outcomes);
        }
        let void = before.filter(|(_, faults)| *faults < block.faults.len());
        recorder.deal(number, void.is_some(), &mut block.page);
        let Books { outcomes, surprises, scratch } = books;
        match void {
            Some((tally, faults)) => block.leave_out(tally, faults),
            None => block.tally.add_deal(&self.schedule, outcomes, surprises, scratch),
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

impl<P: Default> Block<P> {
    /// A block of no deals, the first of which will be `first`.
    pub(super) fn new(schedule: &Schedule, first: u64) -> Block<P> {
        Block { deals: first..first, tally: Tally::new(schedule), page: P::default(), faults: Vec::new() }
    }

    fn note(&mut self, game: GameNumber, agent: usize, broken: Breakdown) {
        self.tally.agents[agent].add_fault(broken.late);
        self.faults.push(Fault { game, agent, late: broken.late, message: broken.message });
    }

    /// Counts of the deal just played nothing but who broke down; `faults` were known before it.
    fn leave_out(&mut self, before: Tally, faults: usize) {
        self.tally = before;
        self.tally.void_deals += 1;
        self.faults[faults..].iter().for_each(|fault| self.tally.agents[fault.agent].add_fault(fault.late));
    }
}
