#![doc = include_str!("../README.md")]
//!
//! A [`Bot`] is a program that is told questions and says answers, as lines of JSON over its standard input
//! and output: any language will do. `docs/bots.md` specifies the messages, `bots/schema/protocol-1.json` is
//! their JSON Schema, and `bots/kit/overhear_bot.py` speaks them for a bot in Python.
//!
//! - [`protocol`]: the messages. What a message tells is what the view of its question tells ([`Question`]),
//! and nothing
//!   more: no number that leads to a deal travels, nor another member's head.
//! - [`BotConfig`]: how a bot is started, and what it may take.
//! - [`Bot`]: processes of one program. It is a [`ExternalPlayer`](overhear_engine::game::ExternalPlayer):
//! batches are
//!   split among the processes, and a crash is traced to the question that caused it.
//! - [`BotAgent`]: an agent whose answers a bot gives, in all roles or in some.
//!
//! - [`AnswerFile`]: a file in which answers are kept, so that nothing is asked twice.
//!
//! What goes wrong has a [`BotFaultKind`] and is counted ([`BotFaultCounts`]); no process is left behind.
//!
//! [`Question`]: overhear_engine::game::Question

mod agent;
mod answer_file;
mod answer_line;
mod ask;
mod bot;
mod config;
mod group;
mod hello;
mod identity;
mod interrupt;
mod judge;
mod lines;
mod mailbox;
mod parallel;
mod process;
pub mod protocol;
mod sent;
mod shared;
mod tail;
mod text;
mod trouble;
mod words;
mod worker;

pub use agent::{BotAgent, MissingRole};
pub use answer_file::{AnswerFile, AnswersError};
pub use bot::{Bot, Surroundings};
pub use config::{BotConfig, OrderError, UnknownClue};
pub use group::end_all;
pub use interrupt::{INTERRUPTED, Interrupt};
pub use text::{LAST_ROUND, TextHalf, TextQuestion};
pub use trouble::{BotFault, BotFaultCounts, BotFaultKind};
pub use words::WordLists;
