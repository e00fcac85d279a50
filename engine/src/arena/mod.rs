//! Many games: schedules of paired games, played in parallel and counted in integers.

mod added_agent;
mod batched;
mod block;
mod deal_counter;
mod dispatch;
mod game_slot;
mod moments;
mod recorder;
mod reorder;
mod runner;
mod schedule;
mod talk_counts;
mod tally;
mod validate;

pub use added_agent::PairOnDeal;
pub use batched::{BatchOptions, RunError};
pub use block::{Block, Fault};
pub use moments::BitMoments;
pub use recorder::{OnFault, Recorder};
pub use runner::{Arena, ArenaError};
pub use schedule::{GameNumber, Pairing, Schedule, Seating};
pub use talk_counts::{AnswerMoments, CountMoments, TalkCounts};
pub use tally::{AgentTally, Outcome, PairingTally, ScoreMoments, Tally};
