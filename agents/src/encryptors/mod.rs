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
