#![doc = include_str!("../README.md")]
//!
//! A [`Bot`] is a program in any language that receives questions and sends answers, as lines of JSON over
//! its standard input and output. `docs/bots.md` specifies the messages, `bots/schema/protocol-1.json` is
//! their JSON Schema, and `bots/kit/overhear_bot.py` implements them for bots in Python.
//!
//! - [`protocol`]: the messages. A message contains what the view of its question ([`Question`]) contains,
//!   and nothing more: no number that leads to a deal, and no other member's individual associations.
//! - [`BotConfig`]: command, environment, options and limits of a bot.
//! - [`Bot`]: processes of one program. It is an [`ExternalPlayer`](overhear_engine::game::ExternalPlayer):
//!   batches are divided among the processes, and a crash is traced to the question that caused it.
//! - [`BotAgent`]: an agent backed by a bot, in all roles or in some.
//! - [`AnswerFile`]: a file of stored answers, so that nothing is asked twice.
//!
//! Faults have a [`BotFaultKind`] and are counted ([`BotFaultCounts`]). No process is left behind.
//!
//! [`Question`]: overhear_engine::game::Question

mod agent;
mod answer_file;
mod answer_index;
mod answer_line;
mod ask;
mod believe;
mod bot;
mod bot_fault;
mod config;
mod file_lock;
mod group;
mod hello;
mod identity;
mod interrupt;
mod judge;
mod lines;
mod mailbox;
mod parallel;
mod predict;
mod process;
pub mod protocol;
mod remarks;
mod reply;
mod reply_check;
mod requests;
mod sent;
mod shared;
mod start;
mod stated_chances;
mod tail;
mod text;
mod usage;
mod words;
mod worker;

pub use agent::{BotAgent, MissingRole};
pub use answer_file::{AnswerFile, AnswersError};
pub use believe::{BelieveQuestion, OfferedBelief};
pub use bot::{Bot, BotContext};
pub use bot_fault::{BotFault, BotFaultKind};
pub use config::{BotConfig, BotConfigError, UnknownClue};
pub use file_lock::lock_within_a_second;
pub use group::end_all;
pub use interrupt::{INTERRUPTED, Interrupt};
pub use judge::{ClueVerdict, JudgeQuestion};
pub use lines::problem_in_line;
pub use predict::PredictQuestion;
pub use remarks::RemarkCallback;
pub use reply::{BotWord, Reply, ReplyFault};
pub use requests::RequestBudget;
pub use stated_chances::{ClueTurn, StatedChances};
pub use text::{LAST_ROUND, TextHalf, TextQuestion};
pub use usage::{BotFaultCounts, Usage};
pub use words::WordLists;
