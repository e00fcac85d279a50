//! Where the scale of ratings has its 0.

/// What ratings are measured from; only their differences are data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The mean of all ratings is 0.
    Mean,
    /// This agent's rating is 0.
    Agent(usize),
}
