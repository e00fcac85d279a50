//! What is shown of the experiments of `overhear-lab`: the pages of results ([`report`]), the answers of the
//! live page ([`page_api`]), and advice to players of a real game ([`mod@advise`]).

#![warn(missing_debug_implementations)]

pub mod advise;
pub mod fuzz_inputs;
pub mod page_api;
pub mod report;

pub use advise::{AdviseConfig, advise};
