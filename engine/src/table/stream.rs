//! Named streams of random numbers: the deal, and one for each call to a player.
//!
//! Every stream is `ChaCha8` with the run's seed as key and its name as stream number, so any of them can be had
//! without drawing the others, and two runs with one seed share every deal.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::rules::Side;

/// The seed of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

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

/// A stream of random numbers, which costs nothing until the first is drawn.
///
/// ```
/// use overhear_engine::table::{Seed, Stream};
/// let mut stream = Stream::of_deal(Seed(1), 7);
/// let first = stream.below(440);
/// assert!(first < 440);
/// assert_eq!(Stream::of_deal(Seed(1), 7).below(440), first);
/// ```
#[derive(Clone, Debug)]
pub struct Stream {
    seed: Seed,
    name: u64,
    rng: Option<ChaCha8Rng>,
}

/// Bits of a stream's name below the deal's number: role 2, round 5, member 2, side 1, kind 1.
const NAME_BITS: u32 = 11;

impl Stream {
    /// The stream that deal number `deal` is drawn from.
    pub const fn of_deal(seed: Seed, deal: u64) -> Stream {
        Stream { seed, name: deal << NAME_BITS, rng: None }
    }

    /// The stream that one call to a player draws from.
    pub const fn of_call(seed: Seed, deal: u64, side: Side, member: u8, round: u8, role: Role) -> Stream {
        let call = (side as u64) << 9 | (member as u64) << 7 | (round as u64) << 2 | role as u64;
        Stream { seed, name: deal << NAME_BITS | 1 << 10 | call, rng: None }
    }

    fn rng(&mut self) -> &mut ChaCha8Rng {
        let (seed, name) = (self.seed, self.name);
        self.rng.get_or_insert_with(|| {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&seed.0.to_le_bytes());
            let mut rng = ChaCha8Rng::from_seed(key);
            rng.set_stream(name);
            rng
        })
    }

    /// A number below `limit`, each with the same probability.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        self.rng().random_range(0..limit)
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f32 {
        self.rng().random()
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.rng().random()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_call_of_a_deal_has_a_name_of_its_own() {
        let mut names = HashSet::new();
        for deal in [0, 1] {
            assert!(names.insert(Stream::of_deal(Seed(0), deal).name));
            for side in Side::ALL {
                for (member, round) in (0..4).flat_map(|m| (1..=16).map(move |r| (m, r))) {
                    for role in [Role::Encryptor, Role::Guesser, Role::Interceptor, Role::KeywordGuesser] {
                        assert!(names.insert(Stream::of_call(Seed(0), deal, side, member, round, role).name));
                    }
                }
            }
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
