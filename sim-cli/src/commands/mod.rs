//! Commands of a single file.

pub(crate) mod agents;
pub(crate) mod bench;
pub(crate) mod calibrate;
mod clue;
pub(crate) mod cluster;
pub(crate) mod compare_cards;
pub(crate) mod compare_results;
pub(crate) mod findings;
pub(crate) mod kept_run;
pub(crate) mod leaderboard;
mod people;
pub(crate) mod report;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod space;
pub(crate) mod stats;
pub(crate) mod tools;
pub(crate) mod tune;
