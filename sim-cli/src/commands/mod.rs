//! The commands that are no tournaments.

pub(crate) mod agents;
mod check;
pub(crate) mod clue;
mod cross;
pub(crate) mod exploit;
mod exposure;
mod frontier;
mod paired;
mod people;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod space;
pub(crate) mod stats;
pub(crate) mod tools;
