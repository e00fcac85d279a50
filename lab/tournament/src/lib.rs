#![doc = include_str!("../README.md")]
//!
//! [`setup`] reads agents, rules and words; [`mod@tournament`] plays and counts; [`table`] and [`store`] write
//! the result; [`statistics`] computes from tables of others. The crate `overhear-lab` builds its experiments
//! on this and passes on what they have in common with tournaments. These modules are public only for the other
//! crates of this workspace and are no stable interface: [`bot_requests`], [`csv_records`], [`further_games`],
//! [`run_games`], [`strength`], [`system`].

#![warn(missing_debug_implementations)]

// Derived implementations name this crate.
extern crate self as overhear_tournament;

mod bot_entry;
pub mod bot_requests;
pub mod catalogue;
pub mod csv_records;
pub mod error;
pub mod further_games;
pub mod input;
pub mod message;
mod opaque;
pub mod run_control;
pub mod run_games;
pub mod setting_ref;
pub mod settings;
pub mod setup;
pub mod statistics;
pub mod store;
mod stored_commands;
pub mod strength;
pub mod system;
pub mod table;
pub mod threads;
pub mod tournament;

#[cfg(test)]
mod tests;

pub use bot_requests::RequestLimits;
pub use catalogue::{agents_list, agents_show};
pub use error::{ErrorKind, LabError, UnfinishedRun};
pub use message::{IntoMessage, Message};
pub use overhear_bots::{ReplyFault, end_all as end_bots};
pub use run_control::{ExitState, Progress, RunControl, StopHandle};
pub use setting_ref::SettingRef;
pub use setup::with_bots;
pub use threads::{MOST_THREADS, threads};
pub use tournament::{TournamentConfig, TournamentResult, tournament};
