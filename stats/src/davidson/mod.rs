//! Ratings from games with ties: the model of Davidson (1970) with an advantage of the first seat (Davidson &
//! Beaver 1977).
//!
//! With d = θ₁ − θ₂ + η, the first seat wins in proportion to e^{d/2}, the second to e^{−d/2}, and the game is
//! tied in proportion to ν. Ratings are 400/ln 10 · θ, so they read like Elo. At the maximum of the likelihood
//! every agent's observed score is its expected score.

mod anchor;
mod covariance;
mod deals;
mod expected;
mod fit;
mod likelihood;
mod table;
#[cfg(test)]
mod tests;

pub use anchor::Anchor;
pub use covariance::{ErrorModel, ParameterCovariance};
pub use deals::{DealMoments, DealScores};
pub use fit::{DavidsonFit, Existence, LackOfFit, PENALTY_GAMES_PER_AGENT, PenaltyCause, fit_davidson};
pub use table::{Encounter, GameTable};

/// Why games have no ratings, or ratings no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DavidsonError {
    /// An agent's number is not below the number of agents.
    #[error("agent {agent} of {agents}: agents are counted from 0")]
    NoSuchAgent {
        /// The number given.
        agent: usize,
        /// How many agents there are.
        agents: usize,
    },
    /// An agent plays no games against itself here.
    #[error("agent {agent} against itself says nothing of its rating")]
    SelfPlay {
        /// The agent on both sides.
        agent: usize,
    },
    /// There is nothing to rate.
    #[error("no games: there is nothing to rate")]
    NoGames,
    /// An error clustered by deal needs at least two deals.
    #[error("{deals} deals: errors clustered by deal need at least two")]
    TooFewDeals {
        /// The deals given.
        deals: u64,
    },
    /// The deals are not those of the rated games: other agents, or other totals.
    #[error("the scores by deal do not add up to the rated games")]
    DealsDisagree,
    /// The errors are those of other ratings.
    #[error("errors of the ratings of {errors} agents do not go with the ratings of {agents}")]
    ErrorsDisagree {
        /// How many agents are rated.
        agents: usize,
        /// How many agents the errors are about.
        errors: usize,
    },
    /// The games are not those that were rated.
    #[error("these are not the games that were rated: agents, results and ties do not add up to the same")]
    GamesDisagree,
    /// Even the penalised likelihood could not be maximised; counts beyond 10^15 can do that.
    #[error("the likelihood has no maximum that floating-point numbers can find")]
    NotConverged,
}
