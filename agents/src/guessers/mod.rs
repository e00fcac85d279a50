//! Guessers, one in each file. A new one needs a file with a `KIND` and a line in the registry.

pub(crate) mod adaptive;
pub(crate) mod bayes;
#[cfg(test)]
mod brute_force_tests;
mod habits;
pub(crate) mod history;
mod joint_guesser;
pub(crate) mod levelk;
#[cfg(feature = "minds")]
pub(crate) mod minds;
pub(crate) mod oracle;
pub(crate) mod robust;
pub(crate) mod steganographer;
pub(crate) mod uniform;

pub(crate) use habits::PRAGMATIC_RANKS;
