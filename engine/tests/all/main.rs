//! All integration tests of this crate in one program: it is linked once.

mod common;

mod arena;
mod batched;
mod faults;
mod hidden;
mod illegal_clues;
mod playthroughs;
mod properties;
mod ranges;
mod rejudged;
mod resumable;
mod rule_numbers;
mod sees_all;
mod talk;
mod tally_checks;
mod token_game;
