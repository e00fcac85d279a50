//! Fitting by Newton's method, with a stated penalty where the likelihood has no finite maximum.

use super::DavidsonError;
use super::anchor::Anchor;
use super::covariance::{ErrorModel, ParameterCovariance, tied_to_mean_zero, without_mean};
use super::deals::DealMoments;
use super::likelihood::{Chances, Likelihood, Point};
use super::table::{GameTable, check_pair};
use crate::matrix::{Cholesky, product};
use crate::special::chi_square_tail;
use crate::{ELO_PER_NAT, Estimate};
use ndarray::Array2;

/// The penalty in games per agent, half won and half lost, spread evenly over all opponents and both seats.
///
/// Added only where the likelihood has no finite maximum; [`Existence`] says so. Ties would not do in place of
/// wins and losses: they leave the tie parameter, and with it the ratings, unbounded.
pub const PENALTY_GAMES_PER_AGENT: f64 = 1.0;

const MOST_ITERATIONS: usize = 200;
const LONGEST_STEP: f64 = 2.0;
const CONVERGED: f64 = 1e-12;
const LEAST_INFORMATION: f64 = 1e-6;

/// Whether the ratings maximise the likelihood of the games alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Existence {
    /// They do.
    Exact,
    /// No finite ratings do; [`PENALTY_GAMES_PER_AGENT`] were added.
    Penalised {
        /// Why.
        cause: PenaltyCause,
        /// The groups of agents that have scored against each other, directly or through others.
        components: Vec<Vec<usize>>,
    },
}

/// Why the likelihood of the games alone has no finite maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PenaltyCause {
    /// Some group of agents never scored against another.
    NotConnected,
    /// All agents are connected, and yet the seat effect, the tie parameter or both are unbounded or undetermined:
    /// the first seat always won, no game was decided, or two agents never changed seats.
    SeatOrTies,
}

/// A test of the model against the games that it was fitted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LackOfFit {
    /// Twice the log-likelihood ratio, χ² distributed if the model holds and games are independent.
    pub deviance: f64,
    /// Its degrees of freedom.
    pub freedom: u64,
    /// The probability of so large a value if the model holds.
    pub p_value: f64,
}

/// Ratings fitted to games.
#[derive(Clone, Debug)]
pub struct DavidsonFit {
    point: Point,
    bread: Array2<f64>,
    sums: Vec<i128>,
    existence: Existence,
}

/// Fits ratings, seat effect and tie parameter to games.
///
/// Without a tied game the tie parameter is 0 (the model of Bradley and Terry). Where the likelihood has no finite
/// maximum, a penalty is added and [`DavidsonFit::existence`] says so.
///
/// # Errors
/// [`DavidsonError::NoGames`]; [`DavidsonError::NotConverged`] for counts that exhaust floating-point numbers.
///
/// ```
/// use overhear_stats::{Anchor, Encounter, Existence, GameTable, fit_davidson};
/// let mut table = GameTable::new(2);
/// table.add(Encounter { first: 0, second: 1, first_wins: 60, second_wins: 30, ties: 10 })?;
/// table.add(Encounter { first: 1, second: 0, first_wins: 45, second_wins: 45, ties: 10 })?;
/// let fit = fit_davidson(&table)?;
/// assert_eq!(*fit.existence(), Existence::Exact);
/// let ratings = fit.ratings_with_errors(Anchor::Mean, &fit.fisher());
/// assert!(ratings[0].value > 0.0 && ratings[0].interval.contains(ratings[0].value));
/// # Ok::<(), overhear_stats::DavidsonError>(())
/// ```
pub fn fit_davidson(table: &GameTable) -> Result<DavidsonFit, DavidsonError> {
    if table.games() == 0 {
        return Err(DavidsonError::NoGames);
    }
    let components = table.components();
    let likelihood = Likelihood::new(table);
    let exact = if components.len() == 1 { maximise(&likelihood) } else { None };
    let cause = if components.len() == 1 { PenaltyCause::SeatOrTies } else { PenaltyCause::NotConnected };
    let (existence, (point, bread)) = match exact {
        Some(found) => (Existence::Exact, found),
        None => (Existence::Penalised { cause, components }, maximise_penalised(likelihood, table)?),
    };
    Ok(DavidsonFit { point, bread, sums: table.sufficient_half_points(), existence })
}

fn maximise_penalised(
    likelihood: Likelihood,
    table: &GameTable,
) -> Result<(Point, Array2<f64>), DavidsonError> {
    let weight = PENALTY_GAMES_PER_AGENT / (table.agents() - 1) as f64;
    maximise(&likelihood.with_virtual_games(weight)).ok_or(DavidsonError::NotConverged)
}

/// The maximum and the inverse information there, ratings of mean 0; nothing if there is none.
fn maximise(likelihood: &Likelihood) -> Option<(Point, Array2<f64>)> {
    let mut point = likelihood.start();
    let mut value = likelihood.value(&point);
    for _ in 0..MOST_ITERATIONS {
        let information = tied_to_mean_zero(&likelihood.information(&point), point.theta.len());
        let largest = (0..information.nrows()).map(|i| information[[i, i]]).fold(0.0, f64::max);
        let floor = LEAST_INFORMATION.max(1e-13 * largest);
        let factor = Cholesky::of(&information, floor)?;
        let step = factor.solve(&likelihood.gradient(&point));
        let longest = step.iter().fold(0.0, |longest: f64, by| longest.max(by.abs()));
        if longest < CONVERGED {
            return Some((point.clone(), without_mean(&factor.inverse(), point.theta.len())));
        }
        (point, value) = climb(likelihood, &point, value, &step, (LONGEST_STEP / longest).min(1.0))?;
    }
    None
}

/// Goes along the step, halving it until the likelihood does not fall by more than its rounding.
fn climb(
    likelihood: &Likelihood,
    from: &Point,
    value: f64,
    step: &[f64],
    longest: f64,
) -> Option<(Point, f64)> {
    let slack = 1e-12 * (1.0 + value.abs());
    let halvings = core::iter::successors(Some(longest), |share| Some(share / 2.0)).take(40);
    halvings
        .map(|share| from.moved(step, share))
        .map(|to| (likelihood.value(&to), to))
        .find_map(|(reached, to)| (reached >= value - slack).then_some((to, reached)))
}

impl DavidsonFit {
    /// The number of agents.
    pub fn agents(&self) -> usize {
        self.point.theta.len()
    }

    /// Whether the ratings are those of the games alone.
    pub fn existence(&self) -> &Existence {
        &self.existence
    }

    /// The strengths θ in natural units, of mean 0.
    pub fn strengths(&self) -> &[f64] {
        &self.point.theta
    }

    /// The seat effect η in natural units: how much stronger the first seat makes.
    pub fn seat_effect(&self) -> f64 {
        self.point.eta
    }

    /// The tie parameter ν: between equals, ν ties to one win each.
    pub fn tie_parameter(&self) -> f64 {
        self.point.nu()
    }

    /// The ratings in Elo points.
    ///
    /// # Panics
    /// If the anchor is no agent.
    pub fn ratings(&self, anchor: Anchor) -> Vec<f64> {
        let origin = match anchor {
            Anchor::Mean => 0.0,
            Anchor::Agent(agent) => self.point.theta[agent],
        };
        self.point.theta.iter().map(|theta| ELO_PER_NAT * (theta - origin)).collect()
    }

    /// The ratings in Elo points with their errors.
    ///
    /// # Panics
    /// If the anchor is no agent, or the errors are those of fewer agents.
    pub fn ratings_with_errors(&self, anchor: Anchor, errors: &ParameterCovariance) -> Vec<Estimate> {
        let ratings = self.ratings(anchor).into_iter().enumerate();
        ratings.map(|(agent, rating)| errors.estimate(rating, errors.rating_se(agent, anchor))).collect()
    }

    /// By how many Elo points `one` is rated above `other`.
    ///
    /// # Errors
    /// [`DavidsonError::NoSuchAgent`] and [`DavidsonError::SelfPlay`]; [`DavidsonError::ErrorsDisagree`] if the errors are
    /// those of other ratings.
    pub fn difference(
        &self,
        one: usize,
        other: usize,
        errors: &ParameterCovariance,
    ) -> Result<Estimate, DavidsonError> {
        check_pair(one, other, self.agents())?;
        self.check_errors(errors)?;
        let difference = ELO_PER_NAT * (self.point.theta[one] - self.point.theta[other]);
        Ok(errors.estimate(difference, errors.rating_se(one, Anchor::Agent(other))))
    }

    pub(super) fn check_errors(&self, errors: &ParameterCovariance) -> Result<(), DavidsonError> {
        let (agents, errors) = (self.agents(), errors.agents());
        if agents == errors { Ok(()) } else { Err(DavidsonError::ErrorsDisagree { agents, errors }) }
    }

    /// The advantage of the first seat in Elo points.
    pub fn seat(&self, errors: &ParameterCovariance) -> Estimate {
        errors.estimate(ELO_PER_NAT * self.point.eta, errors.seat_se())
    }

    /// The expected score of `first` against `second`, who has the second seat.
    ///
    /// # Errors
    /// [`DavidsonError::NoSuchAgent`] and [`DavidsonError::SelfPlay`].
    pub fn expected_score(&self, first: usize, second: usize) -> Result<f64, DavidsonError> {
        let chances = self.chances(first, second)?;
        Ok(chances.first + chances.tie / 2.0)
    }

    /// The chances of a game between two agents.
    pub(super) fn chances(&self, first: usize, second: usize) -> Result<Chances, DavidsonError> {
        check_pair(first, second, self.agents())?;
        Ok(self.point.chances(first, second))
    }

    /// How badly the model fits these games: the likelihood-ratio statistic against free probabilities of every encounter's
    /// three outcomes, with its degrees of freedom and p-value, games being taken for independent.
    ///
    /// A large statistic says that strength is not one number: who beats whom depends on more. Nothing where there are no
    /// degrees of freedom left.
    ///
    /// # Errors
    /// [`DavidsonError::GamesDisagree`] if the games are not those that were rated.
    pub fn lack_of_fit(&self, table: &GameTable) -> Result<Option<LackOfFit>, DavidsonError> {
        if table.sufficient_half_points() != self.sums {
            return Err(DavidsonError::GamesDisagree);
        }
        let (mut deviance, mut cells) = (0.0, 0_u64);
        for encounter in table.encounters() {
            let chances = self.point.chances(encounter.first, encounter.second);
            let outcomes = [
                (encounter.first_wins, chances.first),
                (encounter.second_wins, chances.second),
                (encounter.ties, chances.tie),
            ];
            let games: u64 = outcomes.iter().map(|(count, _)| count).sum();
            let term = |&(count, chance): &(u64, f64)| {
                if count == 0 {
                    0.0
                } else {
                    count as f64 * libm::log(count as f64 / (games as f64 * chance))
                }
            };
            deviance += 2.0 * outcomes.iter().map(term).sum::<f64>();
            cells += if self.point.nu() > 0.0 { 2 } else { 1 };
        }
        let parameters = self.agents() as u64 + u64::from(self.point.nu() > 0.0);
        let freedom = cells.checked_sub(parameters).filter(|&freedom| freedom > 0);
        let deviance = deviance.max(0.0);
        Ok(freedom.map(|freedom| LackOfFit {
            deviance,
            freedom,
            p_value: chi_square_tail(deviance, freedom),
        }))
    }

    /// The covariance if all games are independent: the inverse of Fisher's information.
    pub fn fisher(&self) -> ParameterCovariance {
        ParameterCovariance::new(self.bread.clone(), self.agents(), ErrorModel::Independent)
    }

    /// The covariance if only deals are independent: H⁻¹ (Σ g gᵀ) H⁻¹, g being what one deal adds to the gradient.
    ///
    /// Every deal must have been played to the same schedule, as in a round robin: what a deal is expected to score
    /// is then the mean over all deals.
    ///
    /// # Errors
    /// [`DavidsonError::TooFewDeals`]; [`DavidsonError::DealsDisagree`] if the deals are not those of the table.
    pub fn clustered(&self, deals: &DealMoments) -> Result<ParameterCovariance, DavidsonError> {
        if deals.deals() < 2 {
            return Err(DavidsonError::TooFewDeals { deals: deals.deals() });
        }
        if deals.sums() != self.sums {
            return Err(DavidsonError::DealsDisagree);
        }
        let meat = Array2::from_shape_fn(self.bread.dim(), |(i, j)| deals.centred(i, j));
        let sandwich = product(&product(&self.bread, &meat), &self.bread);
        let model = ErrorModel::Clustered { deals: deals.deals() };
        Ok(ParameterCovariance::new(sandwich, self.agents(), model))
    }
}
