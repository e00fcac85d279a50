//! The keys of a run: two secrets derived from the seed by a one-way function.
//!
//! One key draws the deals, the other the random numbers of players. Both are parts of a SHA-256 digest of
//! the seed (FIPS 180-4). Every stream and noise seed is SipHash-1-3 of its name under a key (Aumasson & Bernstein
//! 2012). This keyed hash is designed so that known results reveal neither the key nor other results. The
//! numbers handed to a player therefore reveal neither the seed, the deal, a teammate's noise seed nor an
//! opponent's stream. A seed is only as secret as it is hard to guess: 7 can be tried.

use std::fmt;
use std::hash::Hasher;

use hmac_sha256::Hash as Sha256;
use siphasher::sip::SipHasher13;

/// The seed of a run. Users see it, players do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

/// The keys of a run.
///
/// ```
/// use overhear_engine::game::{Keys, Seed};
/// let keys = Keys::from(Seed(7));
/// assert_eq!(format!("{keys:?}"), "Keys");
/// ```
#[derive(Clone, Copy)]
pub struct Keys {
    pub(super) deals: Key,
    pub(super) calls: Key,
}

/// A key of a keyed hash.
#[derive(Clone, Copy)]
pub(super) struct Key(u64, u64);

impl From<Seed> for Keys {
    fn from(seed: Seed) -> Keys {
        let mut hasher = Sha256::new();
        hasher.update("overhear: the keys of a run");
        hasher.update(seed.0.to_le_bytes());
        let digest = hasher.finalize();
        let bytes = digest.as_chunks::<8>().0;
        let [deals, calls] =
            [0, 2].map(|n| Key(u64::from_be_bytes(bytes[n]), u64::from_be_bytes(bytes[n + 1])));
        Keys { deals, calls }
    }
}

impl Keys {
    /// Returns the keys for the calls to an agent with this salt. Salt 0 keeps the keys.
    pub(super) fn salted(self, salt: u64) -> Keys {
        if salt == 0 { self } else { Keys { calls: self.calls.derived(salt), ..self } }
    }
}

impl Key {
    /// Creates a key from secret numbers.
    pub(super) const fn new(secret: [u64; 2]) -> Key {
        Key(secret[0], secret[1])
    }

    /// Returns 64 bits for a name.
    pub(super) fn hash(self, name: u64) -> u64 {
        let mut hasher = SipHasher13::new_with_keys(self.0, self.1);
        hasher.write_u64(name);
        hasher.finish()
    }

    /// Returns a noise seed for a number. The hashed data are longer than a name, so no stream starts with a noise seed.
    pub(super) fn noise_seed(self, number: u64) -> u64 {
        self.hash_for(NOISE_SEED, number)
    }

    /// Returns the key for agents with a salt.
    fn derived(self, salt: u64) -> Key {
        Key(self.hash_for(FIRST_HALF, salt), self.hash_for(SECOND_HALF, salt))
    }

    fn hash_for(self, purpose: u8, number: u64) -> u64 {
        let mut hasher = SipHasher13::new_with_keys(self.0, self.1);
        hasher.write_u64(number);
        hasher.write_u8(purpose);
        hasher.finish()
    }
}

const NOISE_SEED: u8 = 0;
const FIRST_HALF: u8 = 1;
const SECOND_HALF: u8 = 2;

impl fmt::Debug for Keys {
    /// Prints no secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys")
    }
}

impl fmt::Debug for Key {
    /// Prints no secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_its_paper() {
        let key = Key::new([0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908]);
        assert_eq!(key.hash(0x0706_0504_0302_0100), SIP_1_3_OF_EIGHT_BYTES);
    }

    /// SipHash-1-3 of the bytes 0 to 7 under the key of the bytes 0 to 15, computed by another program from
    /// the paper.
    const SIP_1_3_OF_EIGHT_BYTES: u64 = 0x3690_9511_8d29_9a8e;

    #[test]
    fn deals_and_calls_have_keys_of_their_own_and_so_has_every_seed_and_salt() {
        let keys: Vec<Keys> = (0..50).map(|seed| Keys::from(Seed(seed))).collect();
        let salted = (1..50).map(|salt| keys[0].salted(salt).calls);
        let all = keys.iter().flat_map(|keys| [keys.deals, keys.calls]).chain(salted);
        let hashes: std::collections::HashSet<u64> = all.map(|key| key.hash(1)).collect();
        assert_eq!(hashes.len(), 149);
        assert_eq!(keys[3].salted(0).calls.hash(1), keys[3].calls.hash(1));
    }

    #[test]
    fn neither_shows_what_it_is() {
        let keys = Keys::from(Seed(1));
        assert_eq!(format!("{keys:?} {:?}", keys.deals), "Keys Key");
    }
}
