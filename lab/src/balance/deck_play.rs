//! What each deal comes to with one deck: how its games end, and what becomes of their clues.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::arena::{GameNumber, Recorder, Schedule};
use overhear_engine::rules::{BySide, CLUES, Rules};
use overhear_engine::table::Game;

use super::cut::{Slip, slips};
use super::lab::Lab;
use super::sums::DealSums;
use crate::error::LabError;
use crate::playing;
use crate::watch::Watch;

/// What the games of one deal come to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dealt {
    /// How they end.
    pub(super) sums: DealSums,
    /// Clues that went wrong and those that could, for each of [`Slip::ALL`].
    slips: [(i128, u64); Slip::ALL.len()],
}

impl Dealt {
    /// Clues that went wrong in this way, and those that could.
    pub(super) const fn slips(&self, slip: Slip) -> (i128, u64) {
        self.slips[slip as usize]
    }
}

/// Plays some deals with the deck of a laboratory; after a stop only the first of them.
pub(super) fn run(
    lab: &Lab,
    rules: Rules,
    deals: Range<u64>,
    (watch, done): (&Watch, &AtomicU64),
) -> Result<Vec<Dealt>, LabError> {
    let population = &lab.populations[0];
    let witness = Witness { schedule: &population.schedule, limit: rules.round_limit, done };
    let mut all = Vec::new();
    playing::play(&lab.arena(population, rules)?, deals, &witness, |block| {
        all.extend(block.page);
        watch.flow()
    })?;
    Ok(all)
}

/// Adds up the games of each deal.
struct Witness<'a> {
    schedule: &'a Schedule,
    limit: u8,
    done: &'a AtomicU64,
}

impl Recorder for Witness<'_> {
    type Page = Vec<Dealt>;

    fn game(&self, number: GameNumber, _: BySide<usize>, game: &Game, page: &mut Vec<Dealt>) {
        self.done.fetch_add(1, Ordering::Relaxed);
        let (_, _, seating) = self.schedule.locate(number).expect("a game of the schedule");
        if self.schedule.opens_deal(number) {
            page.push(Dealt::default());
        }
        let dealt = page.last_mut().expect("the deal of the game was opened");
        dealt.sums.enter(game.ending, game.rounds, self.limit, seating);
        let clues = game.record.halves().iter().flat_map(|half| (0..CLUES).map(move |place| (half, place)));
        for (slip, wrong) in clues.flat_map(|(half, place)| slips(half, place)) {
            let (part, whole) = &mut dealt.slips[slip as usize];
            *part += i128::from(wrong);
            *whole += 1;
        }
    }
}
