//! Commands of a single file.

pub(crate) mod agents;
pub(crate) mod checks;
pub(crate) mod cluster;
pub(crate) mod compare_cards;
pub(crate) mod compare_results;
pub(crate) mod eval;
pub(crate) mod kept_run;
mod people;
pub(crate) mod results;
pub(crate) mod rules;
pub(crate) mod space;
pub(crate) mod stats;
pub(crate) mod tools;
