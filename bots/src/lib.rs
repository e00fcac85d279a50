#![doc = include_str!("../README.md")]
//!
//! A [`Bot`] is a program that is told questions and says answers, as lines of JSON over its standard input and output: any
//! language will do. `docs/bots.md` specifies the messages, `bots/schema/protocol-1.json` is their JSON Schema, and
//! `bots/kit/overhear_bot.py` speaks them for a bot in Python.
//!
//! - [`protocol`]: the messages. What a message tells is what the view of its question tells ([`Question`]), and nothing
//!   more: no number that leads to a deal travels, nor another member's head.
//! - [`Order`]: how a bot is started, and what it may take.
//! - [`Bot`]: processes of one program. It is a [`Correspondent`](overhear_engine::table::Correspondent): batches are
//!   split among the processes, and a crash is traced to the question that caused it.
//! - [`Seated`]: an agent whose answers a bot gives, in all roles or in some.
//!
//! - [`Answers`]: a file in which answers are kept, so that nothing is asked twice.
//!
//! What goes wrong has a [`TroubleKind`] and is counted ([`TroubleCounts`]); no process is left behind.
//!
//! [`Question`]: overhear_engine::table::Question

mod agent;
mod answer_line;
mod ask;
mod bot;
mod desk;
mod group;
mod hello;
mod identity;
mod interrupt;
mod judge;
mod kept;
mod lines;
mod mailbox;
mod order;
mod parallel;
mod process;
pub mod protocol;
mod sent;
mod shared;
mod tail;
mod text;
mod trouble;
mod words;

pub use agent::{MissingRole, Seated};
pub use bot::{Bot, Surroundings};
pub use group::end_all;
pub use interrupt::{INTERRUPTED, Interrupt};
pub use kept::{Answers, AnswersError};
pub use order::{Order, OrderError, UnknownClue};
pub use text::{LAST_ROUND, TextHalf, TextQuestion};
pub use trouble::{Trouble, TroubleCounts, TroubleKind};
pub use words::Words;
