//! Sums over the games of one deal.

use overhear_engine::arena::{Outcome, Seating};
use overhear_engine::game::Game;
use overhear_engine::rules::{CLUES, Ending, MAX_ROUNDS, PublicRecord, Side};

use super::ending_kind::EndingKind;
use super::measure::{ClueFailure, Measure, failures};

/// Sums over the games of one deal, as integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DealSums {
    white: i64,
    first: i64,
    tied: i64,
    shared: i64,
    limit: i64,
    rounds: i64,
    /// Games by what decided them, in the order of [`EndingKind::ALL`].
    pub(super) endings: [u32; EndingKind::ALL.len()],
    /// Games by their length in rounds, from 1.
    pub(super) lengths: [u32; MAX_ROUNDS],
    /// Failed clues and possible failures, for each of [`ClueFailure::ALL`].
    clues: [(u32, u32); ClueFailure::ALL.len()],
}

impl DealSums {
    /// Adds a game with the ending that an arm gives it.
    pub(crate) fn add(&mut self, game: &Game, ending: Ending, limit: u8, seating: Seating) {
        self.white += half_points(ending, Side::White);
        self.first += half_points(ending, seating.side_of_a());
        self.tied += i64::from(ending.tie_condition.is_some());
        self.shared += i64::from(ending.winner.is_none());
        self.limit += i64::from(game.rounds >= limit);
        self.rounds += i64::from(game.rounds);
        self.endings[EndingKind::from_ending(ending) as usize] += 1;
        self.lengths[usize::from(game.rounds) - 1] += 1;
    }

    /// Adds the clues of a game.
    pub(super) fn add_clues(&mut self, record: &PublicRecord) {
        let clues = record.halves().iter().flat_map(|half| (0..CLUES).map(move |place| (half, place)));
        for (failure, wrong) in clues.flat_map(|(half, place)| failures(half, place)) {
            let (part, whole) = &mut self.clues[failure as usize];
            *part += u32::from(wrong);
            *whole += 1;
        }
    }

    /// Returns the deal's number for a measure of games. For the better agent's score this is the first
    /// agent's score; the estimates turn it round if the second agent is the better one.
    pub(crate) const fn value(&self, measure: Measure) -> i64 {
        match measure {
            Measure::WhiteScore => self.white,
            Measure::TiebreakRate => self.tied,
            Measure::SharedRate => self.shared,
            Measure::LimitRate => self.limit,
            Measure::MeanRounds => self.rounds,
            Measure::BetterScore | Measure::FirstScore => self.first,
            Measure::MissedRate | Measure::OverheardRate => 0,
        }
    }

    /// Returns the number of clues that failed in this way and the number that could have.
    pub(super) fn clues(&self, failure: ClueFailure) -> (i128, u64) {
        let (part, whole) = self.clues[failure as usize];
        (part.into(), whole.into())
    }

    /// Returns `true` if a game of the deal was tied.
    pub(super) const fn is_tied(&self) -> bool {
        self.tied > 0
    }

    /// Returns the sums of a deal in which the first agent has `first` half-points.
    #[cfg(test)]
    pub(super) fn of_first(first: i64) -> DealSums {
        DealSums { first, ..DealSums::default() }
    }
}

/// Returns the half-points that an ending brings a side.
fn half_points(ending: Ending, side: Side) -> i64 {
    Outcome::for_side(ending.winner, side).half_points() as i64
}
