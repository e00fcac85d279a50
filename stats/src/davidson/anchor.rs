//! The origin of the rating scale.

/// The origin of the rating scale; games determine only differences of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The mean of all ratings is 0.
    Mean,
    /// This agent's rating is 0.
    Agent(usize),
}
