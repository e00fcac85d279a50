//! Ratings from games with ties: the model of Davidson (1970) with an advantage of the first seat (Davidson &
//! Beaver 1977).
//!
//! With d = θ₁ − θ₂ + η, the first seat wins in proportion to e^{d/2}, the second to e^{−d/2}, and the game
//! is tied in proportion to ν. Ratings are 400/ln 10 · θ, so they read like Elo. At the maximum of the
//! likelihood every agent's observed score is its expected score.

mod covariance;
mod deals;
mod expected;
mod fit;
mod groups;
mod likelihood;
mod maximum;
mod table;
#[cfg(test)]
mod tests;

pub use covariance::{ErrorModel, ParameterCovariance};
pub use deals::{DealMoments, DealScores};
pub use fit::{DavidsonFit, LackOfFit, PENALTY_GAMES_PER_AGENT, PenaltyCause, RatingBasis, fit_davidson};
pub use table::{Encounter, GameTable};

/// The origin of the rating scale; games determine only differences of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The mean of all ratings is 0.
    Mean,
    /// This agent's rating is 0.
    Agent(usize),
}

/// Error returned when games have no ratings, or ratings no errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DavidsonError {
    /// An agent's number is not below the number of agents.
    #[error("agent {agent} of {agents}: agents are counted from 0")]
    NoSuchAgent {
        /// The number given.
        agent: usize,
        /// The number of agents.
        agents: usize,
    },
    /// An agent plays against itself.
    #[error("agent {agent} against itself says nothing of its rating")]
    SelfPlay {
        /// The agent on both sides.
        agent: usize,
    },
    /// Two agents have not met, neither directly nor through others.
    #[error(
        "agents {one} and {other} have not met, neither directly nor through others: nothing compares them"
    )]
    NeverMet {
        /// One agent.
        one: usize,
        /// The other.
        other: usize,
    },
    /// There are no games.
    #[error("no games: there is nothing to rate")]
    NoGames,
    /// There are fewer than two deals, too few for errors clustered by deal.
    #[error("number of deals {deals}: errors clustered by deal need at least two")]
    TooFewDeals {
        /// The number of deals.
        deals: u64,
    },
    /// The deals do not add up to the rated games: other agents or other totals.
    #[error("the scores by deal do not add up to the rated games")]
    DealsDisagree,
    /// The errors belong to the ratings of another fit.
    #[error("errors of the ratings of {errors} agents do not go with the ratings of {agents}")]
    ErrorsDisagree {
        /// The number of agents rated.
        agents: usize,
        /// The number of agents covered by the errors.
        errors: usize,
    },
    /// The games are not the rated games.
    #[error("these are not the games that were rated: agents, results and ties do not add up to the same")]
    GamesDisagree,
    /// The maximisation of the penalised likelihood failed, as counts beyond 10^15 can cause.
    #[error("the likelihood has no maximum that floating-point numbers can find")]
    NotConverged,
}
