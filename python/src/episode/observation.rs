//! What a seat is told, as numbers in a row.

use overhear_engine::game::Role;
use overhear_engine::rules::{BySlot, Half, Keyword, PublicRecord, Side};

use crate::agents::{NONE, digits, numbers, words};

/// How many numbers stand before the halves.
pub(super) const HEAD: usize = 16;

/// Length of a half in the observation.
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
    /// Writes the numbers; what is left of the row is empty.
    pub(super) fn write(&self, row: &mut [i32]) {
        row.fill(NONE);
        let (side, role) = self.seat;
        row[..3].copy_from_slice(&[side.index() as i32, role as i32, self.round.into()]);
        row[3..7].copy_from_slice(&self.keywords.map_or([NONE; 4], |keywords| numbers(*keywords)));
        row[7..10].copy_from_slice(&self.code.map(i32::from));
        row[10..13].copy_from_slice(&self.clues);
        row[13..HEAD].iter_mut().zip(self.named).for_each(|(place, &keyword)| *place = keyword as i32);
        row[HEAD..].chunks_exact_mut(HALF).zip(self.record.halves()).for_each(|(row, half)| write(row, half));
    }
}

fn write(row: &mut [i32], half: &Half) {
    row[..3].copy_from_slice(&[half.round.into(), half.side.index() as i32, half.forfeited.into()]);
    row[3..6].copy_from_slice(&words(&half.clues));
    row[6..9].copy_from_slice(&digits(half.code).map(i32::from));
    row[9..12].copy_from_slice(&digits(half.guess).map(i32::from));
    row[12..].copy_from_slice(&half.interception.map_or([0; 3], digits).map(i32::from));
}
