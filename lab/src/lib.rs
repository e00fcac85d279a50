#![doc = include_str!("../README.md")]
//!
//! Every experiment is a function of a configuration and a [`RunControl`] that returns its findings. No
//! function parses a command line, writes to a terminal, exits the program, changes the working directory or
//! uses global state. Work runs on the caller's thread pool, and results never depend on the number of
//! threads.

#![warn(missing_debug_implementations)]

pub mod balance;
mod bench;
mod calibrate;
mod check;
mod clue;
mod clue_file;
mod clue_outcomes;
pub mod command_line;
mod compare_results;
pub mod comparison_answers;
mod cross;
pub mod eval;
pub mod experiment;
mod exploit_search;
mod exploitability;
mod forgiven_agent;
mod frontier;
pub mod league;
mod match_setup;
pub mod measurement;
pub mod paired;
mod partial_result;
pub mod parts;
mod people;
pub mod replay;
pub mod rule_search;
pub mod run;
mod seat_sentence;
mod selfcheck;
pub mod spaces;
#[cfg(feature = "minds")]
mod strangers;
mod tune;
mod unique_keys;
pub mod wording;

pub use balance::{BalanceResult, balance};
pub use bench::{
    BenchCard, BenchConfig, CardComparison, CardDifference, CompareCardsConfig, LeaderboardRow, bench,
    bench_items, certain_bits, compare_cards, is_card, leaderboard,
};
pub use calibrate::{
    CalibrateConfig, CalibrateResult, CalibrationRows, CoverageRow, TestErrorRow, calibrate,
};
pub use check::{AgentCheck, CheckConfig};
pub use clue::{ClueConfig, clue_verdict};
pub use clue_file::{ClueFileConfig, clue_verdicts};
pub use compare_results::{CompareResultsConfig, ResultComparison, ResultDifference, compare_results};
pub use cross::{CrossConfig, CrossResult, CrossRow, cross};
pub use eval::{
    EvalConfig, EvalResult, EvalRow, RecordedGamesConfig, WrittenSheet, evaluate, import_recorded_games,
};
pub use experiment::BalanceConfig;
pub use exploit_search::{ExploitConfig, ExploitRow, Opponent, exploit};
pub use frontier::{FrontierConfig, FrontierRow, frontier};
pub use league::{LeagueConfig, LeagueResult, league};
// What experiments have in common with tournaments, so that programs import it from here too.
pub use overhear_tournament::{
    ErrorKind, ExitState, LabError, MOST_THREADS, Message, Progress, ReplyFault, RequestLimits, RunControl,
    SettingRef, StopHandle, TournamentConfig, TournamentResult, UnfinishedRun, agents_list, agents_show,
    end_bots, input, setup, statistics, store, table, threads, tournament, with_bots,
};
pub use overhear_tournament::{
    bot_requests, csv_records, error, further_games, message, run_control, run_games, setting_ref, settings,
    strength,
};
pub use paired::{CompareRulesConfig, RulesComparison, compare, sweep};
pub use partial_result::PartialResult;
pub use people::{PeopleConfig, PeopleLine, people};
pub use replay::{ReplayConfig, ReplayRun, replay};
pub use rule_search::{FoundRules, RuleSearchConfig, RuleSearchRow, search_rules};
pub use seat_sentence::{SEAT_MARGIN, TABLE_PLACES, seat_sentence};
pub use selfcheck::{CheckOutcome, Selfcheck};
#[cfg(feature = "minds")]
pub use strangers::{ByStrangerRow, StrangersConfig, StrangersResult, StrangersRow, strangers};
pub use tune::{TuneConfig, TuneResult, TunedRow, tune};

#[cfg(test)]
mod tests;
