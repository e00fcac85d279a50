//! Many games: who plays whom on which deal, in parallel, added up in integers.

mod books;
mod joined;
mod ledger;
mod lots;
mod moments;
mod post;
mod runner;
mod schedule;
mod sound;
mod tally;

pub use joined::PairOnDeal;
pub use lots::{Lots, Stopped};
pub use moments::BitMoments;
pub use runner::{Arena, ArenaError, Block, Fault, OnFault, Recorder};
pub use schedule::{GameNumber, Pairing, Schedule, Seating};
pub use tally::{AgentTally, Outcome, PairingTally, ScoreMoments, Tally};
