//! Experiments on rules and words in parts: each part seals its counts, and a merge makes one result of them.

mod merge;
mod pieces;
mod play_part;
mod request;
mod result;
mod sealed_part;

pub use merge::{are_enough, are_parts, is_part, merge_parts, merge_shards};
pub use request::ExperimentRequest;
pub use result::ExperimentResult;
