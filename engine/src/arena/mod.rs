//! Many games: schedules of paired games, played in parallel and counted in integers.

mod block;
mod books;
mod joined;
mod ledger;
mod lots;
mod moments;
mod post;
mod recorder;
mod runner;
mod schedule;
mod slot;
mod sound;
mod tally;

pub use block::{Block, Fault};
pub use joined::PairOnDeal;
pub use lots::{Lots, Stopped};
pub use moments::BitMoments;
pub use recorder::{OnFault, Recorder};
pub use runner::{Arena, ArenaError};
pub use schedule::{GameNumber, Pairing, Schedule, Seating};
pub use tally::{AgentTally, Outcome, PairingTally, ScoreMoments, Tally};
