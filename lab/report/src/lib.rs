#![doc = include_str!("../README.md")]
//!
//! - [`report`]: pages of results.
//! - [`mod@advise`]: advice to players of a real game.
//! - [`page_api`]: the answers of the live page.

#![warn(missing_debug_implementations)]

pub mod advise;
pub mod fuzz_inputs;
pub mod page_api;
pub mod report;

pub use advise::{AdviseConfig, advise};
