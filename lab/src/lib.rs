#![doc = include_str!("../README.md")]
//!
//! Every experiment is a function of a configuration and a [`RunControl`] that returns its findings. No
//! function parses a command line, writes to a terminal, exits the program, changes the working directory or
//! uses global state. Work runs on the caller's thread pool, and results never depend on the number of
//! threads.

#![warn(missing_debug_implementations)]

pub mod advise;
pub mod balance;
mod bench;
mod bot_requests;
mod calibrate;
mod catalogue;
mod check;
mod checkpoint;
mod clue;
mod clue_file;
mod clue_outcomes;
mod command_line;
mod compare_results;
mod cross;
mod csv_records;
mod error;
pub mod eval;
pub mod experiment;
mod exploit_search;
mod exploitability;
mod frontier;
pub mod fuzz_inputs;
pub mod input;
pub mod league;
mod match_setup;
pub mod measurement;
mod mention;
mod more_games;
mod opaque;
pub mod page_api;
pub mod paired;
mod partial_result;
pub mod parts;
mod people;
pub mod replay;
pub mod report;
mod run_control;
mod run_games;
mod selfcheck;
mod setting_ref;
pub mod setup;
pub mod spaces;
pub mod statistics;
pub mod store;
mod strength;
mod system;
pub mod table;
mod threads;
pub mod tournament;
mod tune;
mod wording;

pub use advise::{AdviseConfig, advise};
pub use balance::{BalanceResult, balance};
pub use bench::{BenchCard, BenchConfig, bench, bench_items};
pub use bot_requests::RequestLimits;
pub use calibrate::{CalibrateConfig, CalibrateResult, calibrate, coverage};
pub use catalogue::{agents_list, agents_show};
pub use check::{AgentCheck, CheckConfig};
pub use clue::{ClueConfig, clue_verdict};
pub use clue_file::{ClueFileConfig, clue_verdicts};
pub use compare_results::{CompareResultsConfig, ResultComparison, compare_results};
pub use cross::{CrossConfig, cross};
pub use error::{ErrorKind, LabError, UnfinishedRun};
pub use eval::{EvalConfig, EvalResult, evaluate};
pub use experiment::BalanceConfig;
pub use exploit_search::{ExploitConfig, Opponent, exploit};
pub use frontier::{FrontierConfig, frontier};
pub use league::{LeagueConfig, LeagueResult, league};
pub use mention::SettingMention;
pub use overhear_bots::{ReplyFault, end_all as end_bots};
pub use paired::{CompareRulesConfig, RulesComparison, compare, sweep};
pub use partial_result::PartialResult;
pub use people::{PeopleConfig, PeopleLine, people, people_frame};
pub use replay::{ReplayConfig, ReplayRun, replay};
pub use run_control::{ExitState, Progress, RunControl, StopHandle};
pub use selfcheck::{CheckOutcome, Selfcheck};
pub use setting_ref::SettingRef;
pub use setup::with_bots;
pub use threads::{MOST_THREADS, threads};
pub use tournament::{TournamentConfig, TournamentResult, tournament};
pub use tune::{TuneConfig, TuneResult, resume_tune, tune};

#[cfg(test)]
mod tests;
