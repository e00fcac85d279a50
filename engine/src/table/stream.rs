//! Named streams of random numbers: what is dealt, one for each call to a player, and one for each Encryptor's times.
//!
//! Every stream is a xoshiro256++ generator (Blackman & Vigna 2021) whose state is hashed from the run's seed and
//! the stream's name, so any of them can be had without drawing the others, and two runs with one seed share every
//! deal. A generator with a large block, such as `ChaCha8`, costs three times the rest of a game of random clues.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::rules::Side;

/// The seed of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of the calls to an agent with this salt; 0 leaves it as it is.
    pub(super) const fn salted(self, salt: u64) -> Seed {
        Seed(self.0 ^ pinch(salt))
    }
}

/// Bits that are spread as evenly as those of [`mix`], and all 0 for a salt of 0.
pub(super) const fn pinch(salt: u64) -> u64 {
    mix(salt) ^ mix(0)
}

/// What a player is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Role {
    /// Give clues.
    Encryptor,
    /// Guess the own team's code.
    Guesser,
    /// Guess the opponents' code.
    Interceptor,
    /// Name the opponents' keywords (R13).
    KeywordGuesser,
}

/// A stream of random numbers.
///
/// ```
/// use overhear_engine::table::{Seed, Stream};
/// let mut stream = Stream::of_deal(Seed(1), 7);
/// let first = stream.below(440);
/// assert!(first < 440);
/// assert_eq!(Stream::of_deal(Seed(1), 7).below(440), first);
/// ```
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

/// Bits of a stream's name below the deal's number: kind 1, side 1, member 2, round 5, role 2.
const NAME_BITS: u32 = 11;

impl Stream {
    /// The stream that deal number `deal` is drawn from.
    pub fn of_deal(seed: Seed, deal: u64) -> Stream {
        Stream::named(seed, deal << NAME_BITS)
    }

    /// The stream that one call to a player draws from.
    pub fn of_call(seed: Seed, deal: u64, side: Side, member: u8, round: u8, role: Role) -> Stream {
        Stream::named(seed, deal << NAME_BITS | call_name(side, member, round, role))
    }

    /// The stream that the order of the deck is drawn from in a session (R2).
    pub(super) fn of_session(seed: Seed, session: u64) -> Stream {
        Stream::named(seed, session << NAME_BITS | SESSION)
    }

    /// The stream that chooses among the words on the faces of the cards, in a session's game (R2).
    pub(super) fn of_session_game(seed: Seed, deal: u64) -> Stream {
        Stream::named(seed, deal << NAME_BITS | FACES)
    }

    /// The stream that other codes are drawn from where none may come twice (R3).
    pub(super) fn of_other_codes(seed: Seed, deal: u64) -> Stream {
        Stream::named(seed, deal << NAME_BITS | OTHER_CODES)
    }

    /// The stream that the times of one Encryptor's clues are drawn from (R24).
    pub(super) fn of_pace(seed: Seed, deal: u64, side: Side, member: u8, round: u8) -> Stream {
        Stream::named(seed, deal << NAME_BITS | pace_name(side, member, round))
    }

    /// The generator's own seeding expands what two rounds of mixing make of seed and name.
    fn named(seed: Seed, name: u64) -> Stream {
        Stream(Xoshiro256PlusPlus::seed_from_u64(mix(mix(seed.0) ^ name)))
    }

    /// A number below `limit`, each with the same probability.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        self.0.random_range(0..limit)
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f32 {
        self.0.random()
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.random()
    }
}

const SESSION: u64 = 1;
const FACES: u64 = 2;
const OTHER_CODES: u64 = 3;

/// The names of kind 0 with a round are those of times; without one, of what is dealt.
const fn pace_name(side: Side, member: u8, round: u8) -> u64 {
    (side as u64) << 9 | (member as u64) << 7 | (round as u64) << 2
}

const fn call_name(side: Side, member: u8, round: u8, role: Role) -> u64 {
    1 << 10 | (side as u64) << 9 | (member as u64) << 7 | (round as u64) << 2 | role as u64
}

/// A bijection that spreads every bit over all: the finaliser of `SplitMix64` (Steele, Lea & Flood 2014).
pub(super) const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_call_of_a_deal_has_a_name_of_its_own() {
        let mut names = HashSet::from([0, SESSION, FACES, OTHER_CODES]);
        for side in Side::ALL {
            for (member, round) in (0..4).flat_map(|m| (1..=16).map(move |r| (m, r))) {
                for role in [Role::Encryptor, Role::Guesser, Role::Interceptor, Role::KeywordGuesser] {
                    let name = call_name(side, member, round, role);
                    assert!(name < 1 << NAME_BITS && names.insert(name));
                }
                let name = pace_name(side, member, round);
                assert!(name < 1 << NAME_BITS && names.insert(name));
            }
        }
    }

    #[test]
    fn a_salt_changes_every_call_and_no_salt_changes_none() {
        let draw = |salt, round| {
            let seed = Seed(1).salted(salt);
            Stream::of_call(seed, 2, Side::White, 0, round, Role::Guesser).bits()
        };
        for round in 1..=16 {
            let unsalted = Stream::of_call(Seed(1), 2, Side::White, 0, round, Role::Guesser).bits();
            assert_eq!(draw(0, round), unsalted);
            assert!(draw(1, round) != unsalted && draw(1, round) != draw(2, round));
        }
    }

    #[test]
    fn the_seed_decides_and_nothing_else_does() {
        let draw = |seed, deal| Stream::of_deal(Seed(seed), deal).bits();
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(2, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
    }
}
