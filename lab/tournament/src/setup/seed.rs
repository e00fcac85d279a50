//! The seed of a run.

use std::hash::{BuildHasher as _, Hasher as _};

use overhear_engine::game::Seed;

/// Returns the seed that was given, or a random one below 2⁵³, which every JSON reader represents exactly.
pub fn seed(asked: Option<u64>) -> Seed {
    Seed(asked.unwrap_or_else(|| std::hash::RandomState::new().build_hasher().finish() >> 11))
}
