//! People's play by round: recorded counts, target ranges for models, and the distance between both.
//!
//! The evidence is small:
//! - A. Lupu, T. Willi, J. Foerster, *The Decrypto Benchmark for Multi-Agent Reasoning and Theory of Mind*
//!   (arXiv 2506.20664):
//!   ten games whose clues people gave and decoded. Missed: 0 of 10 codes in round 1, 5 of 30 in rounds 2 to 4,
//!   7 of 32 in rounds 5 to 8; overheard, by a language model of 70 billion parameters and not by people: 6 of
//!   30, and 6 of 32.
//! - The English rulebook says that games usually last 4 to 6 rounds, `BoardGameGeek` four to seven.
//!
//! [`PeopleRate::cases_and_codes`] has these counts, [`Familiarity::range`] the ranges that follow for three kinds of
//! teams.

mod counts;
mod familiarity;
mod figure;

pub use counts::{Counts, RoundCountsRecorder};
pub use familiarity::{Familiarity, FitTarget};
pub use figure::{PeopleRate, RoundRange};
