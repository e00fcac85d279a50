//! All integration tests of this crate in one program: it is linked once.

mod common;

mod again;
mod arena;
mod faults;
mod hidden;
mod illegal_clues;
mod lots;
mod playthroughs;
mod properties;
mod ranges;
mod rule_numbers;
mod sitting;
mod talk;
mod token_game;
