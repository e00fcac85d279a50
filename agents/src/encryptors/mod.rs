//! Encryptors, one in each file. A new one needs a file with a `KIND`, its `mod` here and a line in the registry.

mod candidates;
pub(crate) mod decoy;
pub(crate) mod faulty;
#[cfg(feature = "minds")]
pub(crate) mod grounded;
pub(crate) mod guarded;
pub(crate) mod margin;
#[cfg(feature = "minds")]
pub(crate) mod minds;
pub(crate) mod nearest;
pub(crate) mod nearest_k;
pub(crate) mod pragmatic;
pub(crate) mod random;
pub(crate) mod sampler;
pub(crate) mod steganographer;
pub(crate) mod value;

use candidates::TeamCandidates;
use overhear_engine::game::EncryptorView;
use overhear_engine::rules::{Clue, Slot};

/// Returns the first of so many clues that a team may give after those of the half so far, for a slot without a better one.
fn first_legal(clues: usize, view: &EncryptorView<'_>, slot: Slot, earlier: &[Option<Clue>]) -> Option<Clue> {
    (0..clues as u32).map(Clue::new).find(|&clue| view.is_legal(slot, earlier, clue))
}
