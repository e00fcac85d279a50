//! The covariance of ratings, seat effect and tie parameter, and the standard errors derived from it.

use super::Anchor;
use crate::{ELO_PER_NAT, Estimate};
use ndarray::Array2;

/// The unit of observation that a covariance treats as independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorModel {
    /// Single games, by Fisher's information. Intervals are normal.
    Independent,
    /// Deals; games of one deal may depend on each other in any way. Intervals use Student's t with deals − 1
    /// degrees.
    Clustered {
        /// The number of deals.
        deals: u64,
    },
}

/// The full covariance matrix of the parameters of a [`DavidsonFit`](super::DavidsonFit).
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterCovariance {
    natural: Array2<f64>,
    agents: usize,
    model: ErrorModel,
}

impl ParameterCovariance {
    pub(super) fn new(natural: Array2<f64>, agents: usize, model: ErrorModel) -> Self {
        Self { natural, agents, model }
    }

    /// Returns the number of agents covered.
    pub fn agents(&self) -> usize {
        self.agents
    }

    /// Returns the unit of observation that is treated as independent.
    pub fn model(&self) -> ErrorModel {
        self.model
    }

    /// Returns the covariance in natural units: the strengths θ, the seat effect η, and ln ν if
    /// any game was tied.
    pub fn natural(&self) -> &Array2<f64> {
        &self.natural
    }

    /// Returns the covariance of the ratings in squared Elo points.
    ///
    /// # Panics
    /// If the anchor is not an agent of the fit.
    pub fn ratings(&self, anchor: Anchor) -> Array2<f64> {
        let (natural, scale) = (&self.natural, ELO_PER_NAT * ELO_PER_NAT);
        Array2::from_shape_fn((self.agents, self.agents), |(i, j)| match anchor {
            Anchor::Mean => scale * natural[[i, j]],
            Anchor::Agent(a) => {
                scale * (natural[[i, j]] - natural[[i, a]] - natural[[a, j]] + natural[[a, a]])
            }
        })
    }

    /// Returns the standard error of an agent's rating, in Elo points.
    ///
    /// # Panics
    /// If the agent or the anchor does not exist.
    pub fn rating_se(&self, agent: usize, anchor: Anchor) -> f64 {
        let natural = &self.natural;
        let variance = match anchor {
            Anchor::Mean => natural[[agent, agent]],
            Anchor::Agent(a) => natural[[agent, agent]] - 2.0 * natural[[agent, a]] + natural[[a, a]],
        };
        ELO_PER_NAT * variance.max(0.0).sqrt()
    }

    /// Returns the standard error of the seat effect, in Elo points.
    pub fn seat_se(&self) -> f64 {
        ELO_PER_NAT * self.natural[[self.agents, self.agents]].max(0.0).sqrt()
    }

    /// Returns the standard error of ln ν; `None` if no game was tied.
    pub fn ln_tie_parameter_se(&self) -> Option<f64> {
        let tie = self.agents + 1;
        (tie < self.natural.nrows()).then(|| self.natural[[tie, tie]].max(0.0).sqrt())
    }

    /// Returns `value` with the standard error `se` and the interval of the [`model`](Self::model).
    pub fn estimate(&self, value: f64, se: f64) -> Estimate {
        match self.model {
            ErrorModel::Independent => Estimate::normal(value, se),
            ErrorModel::Clustered { deals } => Estimate::student(value, se, deals.saturating_sub(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> ParameterCovariance {
        let raw = Array2::from_shape_fn((4, 4), |(i, j)| if i == j { 2.0 + i as f64 } else { 0.5 });
        ParameterCovariance::new(raw, 3, ErrorModel::Independent)
    }

    #[test]
    fn the_anchor_has_no_error_and_differences_do_not_care() {
        let covariance = sample();
        assert!(covariance.rating_se(1, Anchor::Agent(1)) < 1e-12);
        let anchored = covariance.ratings(Anchor::Agent(1));
        assert!((anchored[[2, 2]].sqrt() - covariance.rating_se(2, Anchor::Agent(1))).abs() < 1e-9);
        assert!((anchored[[2, 2]].sqrt() - covariance.rating_se(1, Anchor::Agent(2))).abs() < 1e-9);
        assert_eq!(covariance.ln_tie_parameter_se(), None);
    }
}
