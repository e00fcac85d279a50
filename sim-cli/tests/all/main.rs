//! All integration tests of this crate in one program: it is linked once.
#![cfg_attr(not(unix), allow(unused_imports, reason = "what sends signals is tested on Unix"))]

mod common;

mod advise;
mod agreement;
mod associations;
mod balance;
mod balance_comparisons;
mod bench;
mod bench_talk;
#[cfg(unix)]
mod bot_processes;
mod bot_readers;
mod bots;
mod bounds;
mod calibrate;
mod checks;
mod clue_chances;
#[cfg(unix)]
mod cluster;
mod commands;
mod compare_cards;
mod compare_results;
#[cfg(target_os = "linux")]
mod disk;
mod eval;
mod faults;
mod flipped_bits;
mod free_words;
mod gauntlet;
mod golden;
mod kept_results;
mod language_lists;
mod law;
mod league;
mod limits;
mod missing_values;
mod own_agents;
mod own_files;
mod people;
mod published;
mod random_arguments;
mod readers;
mod refusals;
mod replace;
mod replay;
mod report;
mod report_commands;
mod report_games;
mod report_refusals;
mod results;
mod resume;
mod rule_shards;
mod rules_search;
mod schema;
mod sequential;
mod sequential_shards;
mod serve;
mod serve_limits;
mod shards;
mod shell_habits;
mod stats;
mod stored_commands;
mod strangers;
mod streams;
mod tables;
mod talk;
mod tune;
mod variants;
mod word_files;
