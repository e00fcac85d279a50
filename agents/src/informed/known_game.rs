//! What an interceptor knows of the other team's halves.

use overhear_engine::game::{GameSetup, Seat};
use overhear_engine::rules::{CLUES, Clues, Code, Half, PublicRecord, Side};

use super::ClueCounts;

/// A question that the Encryptor was asked, with its answer, seen by the opponents.
pub(super) struct HeardClues {
    /// The record when the clues were given.
    pub(super) record: PublicRecord,
    pub(super) round: u8,
    pub(super) clues: Clues,
    /// P(clue | keyword) of each clue, by the counts.
    pub(super) likelihoods: [Vec<f32>; CLUES],
}

/// The halves of the other team, in the order of play.
pub(super) struct KnownGame {
    pub(super) side: Side,
    pub(super) halves: Vec<HeardClues>,
    /// The code of each half.
    pub(super) codes: Vec<Code>,
    /// Number of halves of the record already processed.
    halves_read: usize,
}

impl HeardClues {
    fn new(
        setup: &GameSetup<'_>,
        counts: &ClueCounts,
        round: u8,
        side: Side,
        clues: Clues,
        record: PublicRecord,
    ) -> Self {
        let is_overheard = setup.rules().may_intercept(round, side.opponent());
        let likelihoods = clues.map(|clue| {
            let mut row = vec![1.0; counts.keywords()];
            clue.into_iter().for_each(|clue| counts.write_likelihoods(clue, is_overheard, &mut row));
            row
        });
        HeardClues { record, round, clues, likelihoods }
    }
}

impl KnownGame {
    pub(super) fn new() -> KnownGame {
        KnownGame { side: Side::White, halves: Vec::new(), codes: Vec::new(), halves_read: 0 }
    }

    /// Forgets the last game. `seat` is that of the interceptor.
    pub(super) fn reset(&mut self, seat: &Seat<'_>) {
        self.side = seat.side().opponent();
        self.halves.clear();
        self.codes.clear();
        self.halves_read = 0;
    }

    /// Returns the next half of the other team that is in the record and not yet known.
    pub(super) fn next_half(&mut self, record: &PublicRecord) -> Option<Half> {
        let unread = &record.halves()[self.halves_read..];
        let Some(place) = unread.iter().position(|half| half.side == self.side) else {
            self.halves_read = record.halves().len();
            return None;
        };
        self.halves_read += place + 1;
        Some(unread[place])
    }

    /// Returns the clues of a round as they were asked for: both Encryptors write before either half is played (R4).
    pub(super) fn heard(
        &self,
        setup: &GameSetup<'_>,
        counts: &ClueCounts,
        (round, clues): (u8, Clues),
        record: &PublicRecord,
    ) -> HeardClues {
        let before = record.halves().iter().take_while(|half| half.round < round).count();
        HeardClues::new(setup, counts, round, self.side, clues, record.up_to(before))
    }

    /// Adds a half whose code is known.
    pub(super) fn add(&mut self, heard: HeardClues, code: Code) {
        self.halves.push(heard);
        self.codes.push(code);
    }

    /// Returns a digest of the halves and of further clues, from which random numbers are drawn.
    pub(super) fn digest(&self, setup: &GameSetup<'_>, seat: &Seat<'_>, clues: Option<&Clues>) -> u64 {
        let own = seat.keywords().into_iter().flatten().map(|keyword| u64::from(keyword.0));
        let codes = self.codes.iter().map(|code| code.index() as u64);
        let heard = self.halves.iter().map(|half| &half.clues).chain(clues).flatten();
        let heard = heard.map(|clue| clue.map_or(u64::MAX, |clue| u64::from(setup.law().fingerprint(clue))));
        own.chain(codes).chain(heard).fold(0xCBF2_9CE4_8422_2325, mix)
    }
}

/// Mixes a number into a digest (Fowler, Noll & Vo; the finaliser of splitmix64).
pub(super) fn mix(digest: u64, number: u64) -> u64 {
    let mut x = (digest ^ number).wrapping_mul(0x0000_0100_0000_01B3).wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}
