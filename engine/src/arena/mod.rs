//! Many games: schedules of paired games, played in parallel and counted in integers.

mod batched;
mod block;
mod deal_counter;
mod dispatch;
mod game_slot;
mod merged_tallies;
mod moments;
mod outcome;
mod recorder;
mod reorder;
mod runner;
mod schedule;
mod talk_counts;
mod tally;
mod validate;

pub use batched::{BatchOptions, RunError};
pub use block::{Block, Fault};
pub use merged_tallies::PairOnDeal;
pub use moments::BitMoments;
pub use outcome::Outcome;
pub use recorder::{OnFault, Recorder};
pub use runner::{Arena, ArenaError};
pub use schedule::{GameNumber, Pairing, Schedule, Seating};
pub use talk_counts::{AnswerMoments, CountMoments, TalkCounts};
pub use tally::{AgentTally, PairingTally, ScoreMoments, Tally};
