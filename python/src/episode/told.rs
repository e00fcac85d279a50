//! What a seat is told, as numbers in a row.

use overhear_engine::game::Role;
use overhear_engine::rules::{BySlot, Half, Keyword, PublicRecord, Side};

use crate::agents::{NONE, digits, numbers, words};

/// How many numbers stand before the halves.
pub(super) const HEAD: usize = 16;

/// How many numbers tell of a half.
pub(super) const HALF: usize = 15;

/// What a seat knows at a moment of a game.
pub(super) struct Observation<'a> {
    pub(super) seat: (Side, Role),
    pub(super) round: u8,
    pub(super) keywords: Option<&'a BySlot<Keyword>>,
    /// The code that is to be told, for the Encryptor whose turn it is.
    pub(super) code: [u8; 3],
    /// The clues that are to be understood, or have been given so far.
    pub(super) clues: [i32; 3],
    /// The keywords named so far.
    pub(super) named: &'a [u32],
    pub(super) record: &'a PublicRecord,
}

impl Observation<'_> {
    /// The numbers, with room for so many halves.
    pub(super) fn numbers(&self, halves: usize) -> Vec<i32> {
        let mut row = Vec::with_capacity(HEAD + HALF * halves);
        let (side, role) = self.seat;
        row.extend([side.index() as i32, role as i32, self.round.into()]);
        row.extend(self.keywords.map_or([NONE; 4], |keywords| numbers(*keywords)));
        row.extend(self.code.map(i32::from));
        row.extend(self.clues);
        row.extend((0..3).map(|place| self.named.get(place).map_or(NONE, |&keyword| keyword as i32)));
        self.record.halves().iter().for_each(|half| push(&mut row, half));
        row.resize(HEAD + HALF * halves, NONE);
        row
    }
}

fn push(row: &mut Vec<i32>, half: &Half) {
    row.extend([half.round.into(), half.side.index() as i32, half.forfeited.into()]);
    row.extend(words(&half.clues));
    row.extend(digits(half.code).map(i32::from));
    row.extend(digits(half.guess).map(i32::from));
    row.extend(half.interception.map_or([0; 3], digits).map(i32::from));
}
