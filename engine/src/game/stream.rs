//! Named streams of random numbers: for each deal, for each call to a player, and for each Encryptor's times.
//!
//! Every stream is a xoshiro256++ generator (Blackman & Vigna 2021). Its start is the hash of the stream's
//! name under a key of the run ([`Keys`]). Any stream can therefore be used without the others, and two runs
//! with one seed share every deal. The state of a generator, even if reconstructed from its output, reveals
//! only the rest of that stream. A generator with a large block, such as `ChaCha8`, costs three times as much
//! as the rest of a game with random clues.

use std::fmt;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Keys;
use super::keys::Key;
use crate::rules::Side;

/// The task of an asked player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Role {
    /// Gives clues.
    Encryptor,
    /// Guesses the code of the own team.
    Guesser,
    /// Guesses the code of the opponents.
    Interceptor,
    /// Names the keywords of the opponents (R13).
    KeywordGuesser,
}

impl Role {
    /// All roles, in the order in which a game needs them.
    pub const ALL: [Role; 4] = [Role::Encryptor, Role::Guesser, Role::Interceptor, Role::KeywordGuesser];

    /// Returns the name of the role in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Encryptor => "encryptor",
            Role::Guesser => "guesser",
            Role::Interceptor => "interceptor",
            Role::KeywordGuesser => "keyword guesser",
        }
    }
}

/// A stream of random numbers.
///
/// ```
/// use overhear_engine::game::{Seed, Stream};
/// let mut stream = Stream::of_deal(Seed(1), 7);
/// let first = stream.below(440);
/// assert!(first < 440);
/// assert_eq!(Stream::of_deal(Seed(1), 7).below(440), first);
/// ```
#[derive(Clone)]
pub struct Stream(StreamState);

/// State of a stream. Most streams are never used, so a name is hashed only when the first number is drawn.
#[derive(Clone)]
enum StreamState {
    Named(Key, u64),
    Drawn(Xoshiro256PlusPlus),
}

/// Bits of a stream's name below the number of the deal: kind 1, side 1, member 2, round 5, role 2.
const NAME_BITS: u32 = 11;

impl Stream {
    /// Returns the stream from which a deal is drawn.
    pub fn of_deal(keys: impl Into<Keys>, deal: u64) -> Stream {
        Stream::for_deal(keys.into(), deal << NAME_BITS)
    }

    /// Returns the stream of one call to a player.
    pub fn of_call(
        keys: impl Into<Keys>,
        deal: u64,
        side: Side,
        member: u8,
        round: u8,
        role: Role,
    ) -> Stream {
        Stream(StreamState::Named(
            keys.into().calls,
            deal << NAME_BITS | call_name(side, member, round, role),
        ))
    }

    /// Returns the stream for the order of the deck and of the words on its cards in a session (R2).
    pub(super) fn of_session(keys: Keys, session: u64) -> Stream {
        Stream::for_deal(keys, session << NAME_BITS | SESSION)
    }

    /// Returns the stream for the codes that replace repeated ones (R3).
    pub(super) fn of_other_codes(keys: Keys, deal: u64) -> Stream {
        Stream::for_deal(keys, deal << NAME_BITS | OTHER_CODES)
    }

    /// Returns the stream for the times of an Encryptor's clues (R24).
    pub(super) fn of_pace(keys: Keys, deal: u64, side: Side, member: u8, round: u8) -> Stream {
        Stream::for_deal(keys, deal << NAME_BITS | pace_name(side, member, round))
    }

    /// Returns the stream with a name under the key of the deals.
    const fn for_deal(keys: Keys, name: u64) -> Stream {
        Stream(StreamState::Named(keys.deals, name))
    }

    /// Returns the generator, and seeds it on the first call.
    fn generator(&mut self) -> &mut Xoshiro256PlusPlus {
        if let StreamState::Named(key, name) = self.0 {
            self.0 = StreamState::Drawn(Xoshiro256PlusPlus::seed_from_u64(key.hash(name)));
        }
        match &mut self.0 {
            StreamState::Drawn(generator) => generator,
            StreamState::Named(..) => unreachable!("the name was hashed above"),
        }
    }

    /// Returns a uniformly distributed number in 0..`limit`.
    ///
    /// # Panics
    /// If `limit` is 0.
    #[inline]
    pub fn below(&mut self, limit: u32) -> u32 {
        self.generator().random_range(0..limit)
    }

    /// Returns a uniformly distributed number in [0, 1).
    #[inline]
    pub fn unit(&mut self) -> f32 {
        self.generator().random()
    }

    /// Returns a uniformly distributed number in [0, 1), with 53 bits.
    #[inline]
    pub fn unit_f64(&mut self) -> f64 {
        self.generator().random()
    }

    /// Returns 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.generator().random()
    }

    /// Puts items in a random order, every order equally likely (Fisher & Yates 1938; Durstenfeld 1964).
    ///
    /// ```
    /// use overhear_engine::game::{Seed, Stream};
    /// let mut items = [1, 2, 3, 4, 5];
    /// Stream::of_deal(Seed(1), 7).shuffle(&mut items);
    /// items.sort_unstable();
    /// assert_eq!(items, [1, 2, 3, 4, 5]);
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for n in (1..items.len()).rev() {
            items.swap(n, self.below(n as u32 + 1) as usize);
        }
    }
}

const SESSION: u64 = 1;
const OTHER_CODES: u64 = 2;

/// Returns the name of a stream of times. Names of kind 0 with round 0 belong to deals.
const fn pace_name(side: Side, member: u8, round: u8) -> u64 {
    (side as u64) << 9 | (member as u64) << 7 | (round as u64) << 2
}

const fn call_name(side: Side, member: u8, round: u8, role: Role) -> u64 {
    1 << 10 | (side as u64) << 9 | (member as u64) << 7 | (round as u64) << 2 | role as u64
}

impl fmt::Debug for Stream {
    /// Prints no state, so that a stream reveals no later numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream")
    }
}

/// The source of a game's random numbers: the keys of the run and the number of the deal.
#[derive(Clone, Copy, Debug)]
pub(super) struct StreamSource {
    pub(super) keys: Keys,
    pub(super) deal: u64,
}

impl StreamSource {
    /// Returns the source for an agent with this salt.
    pub(super) fn salted(self, salt: u64) -> StreamSource {
        StreamSource { keys: self.keys.salted(salt), ..self }
    }

    pub(super) fn stream(self, side: Side, member: u8, round: u8, role: Role) -> Stream {
        Stream::of_call(self.keys, self.deal, side, member, round, role)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::Seed;

    #[test]
    fn every_role_has_the_name_that_messages_print() {
        let names = ["encryptor", "guesser", "interceptor", "keyword guesser"];
        assert_eq!(Role::ALL.map(Role::name), names);
    }

    #[test]
    fn every_call_of_a_deal_has_a_name_of_its_own() {
        let mut names = HashSet::from([0, SESSION, OTHER_CODES]);
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
    fn every_deal_has_other_codes_and_times_of_its_own() {
        let keys = Keys::from(Seed(1));
        let name = |stream: Stream| match stream.0 {
            StreamState::Named(_, name) => name,
            StreamState::Drawn(_) => unreachable!("nothing was drawn from it"),
        };
        let names = (0..8).flat_map(|deal| {
            [Stream::of_other_codes(keys, deal), Stream::of_pace(keys, deal, Side::White, 0, 1)].map(name)
        });
        assert_eq!(names.collect::<HashSet<_>>().len(), 16);
    }

    #[test]
    fn a_salt_changes_every_call_and_no_salt_changes_none() {
        let draw = |salt, round| {
            let keys = Keys::from(Seed(1)).salted(salt);
            Stream::of_call(keys, 2, Side::White, 0, round, Role::Guesser).bits()
        };
        for round in 1..=16 {
            let unsalted = Stream::of_call(Seed(1), 2, Side::White, 0, round, Role::Guesser).bits();
            assert_eq!(draw(0, round), unsalted);
            assert!(draw(1, round) != unsalted && draw(1, round) != draw(2, round));
        }
    }

    /// Inverts the `SplitMix64` step with which xoshiro is seeded: from a generator's state back to its seed.
    fn unmix(x: u64) -> u64 {
        let unshift = |x: u64, by: u32| (1..=(64 / by)).fold(x, |partial, _| x ^ (partial >> by));
        let x = unshift(x, 31).wrapping_mul(0x3196_42B2_D24D_8EC3);
        let x = unshift(x, 27).wrapping_mul(0x96DE_1B17_3F11_9089);
        unshift(x, 30).wrapping_sub(0x9E37_79B9_7F4A_7C15)
    }

    /// Returns the seed that a generator's state reveals.
    fn beginning(generator: &Xoshiro256PlusPlus) -> u64 {
        let state = format!("{generator:?}");
        let mut digits =
            state.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse::<u64>().ok());
        unmix(digits.find(|&number| number > 256).expect("the generator shows its state"))
    }

    #[test]
    fn r5_a_stream_run_backwards_leads_neither_to_the_key_nor_to_another_stream() {
        assert_eq!(beginning(&Xoshiro256PlusPlus::seed_from_u64(77)), 77, "the first step back can be made");
        let stream = |side, round| Stream::of_call(Seed(5), 2, side, 0, round, Role::Encryptor);
        let mut own = stream(Side::White, 1);
        let seed = beginning(own.generator());
        let mut again = Stream(StreamState::Drawn(Xoshiro256PlusPlus::seed_from_u64(seed)));
        assert_eq!(
            again.bits(),
            stream(Side::White, 1).bits(),
            "a stream gives itself away, and nothing else"
        );
        let name = |side, round| 2 << NAME_BITS | call_name(side, 0, round, Role::Encryptor);
        let own_name = name(Side::White, 1);
        for guess in [seed ^ own_name, unmix(seed) ^ own_name, unmix(unmix(seed) ^ own_name)] {
            assert_ne!(guess, 5, "the seed");
            assert!(Keys::from(Seed(guess)).calls.hash(own_name) != seed, "a key");
        }
        let bridge = name(Side::Black, 1) ^ own_name;
        for guess in [seed ^ bridge, unmix(seed) ^ bridge, unmix(unmix(seed) ^ bridge)] {
            assert_ne!(guess, beginning(stream(Side::Black, 1).generator()));
        }
    }

    #[test]
    fn r5_what_a_stream_prints_is_the_same_for_all() {
        let mut stream = Stream::of_deal(Seed(1), 2);
        assert_eq!(format!("{stream:?}"), "Stream");
        stream.bits();
        assert_eq!(format!("{stream:?} {stream:#?}"), "Stream Stream");
    }

    #[test]
    fn the_seed_decides_and_nothing_else_does() {
        let draw = |seed, deal| Stream::of_deal(Seed(seed), deal).bits();
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(2, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
    }
}
