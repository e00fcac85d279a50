//! Fitting by Newton's method, with a stated penalty where the likelihood has no finite maximum.

use super::DavidsonError;
use super::anchor::Anchor;
use super::covariance::{ErrorModel, ParameterCovariance, tied_to_mean_zero, without_mean};
use super::deals::DealMoments;
use super::likelihood::{DavidsonPoint, Likelihood, OutcomeProbabilities};
use super::table::{GameTable, check_pair};
use crate::matrix::{Cholesky, product};
use crate::special::chi_square_tail;
use crate::{ELO_PER_NAT, Estimate};
use ndarray::Array2;

/// The penalty in games per agent, half won and half lost, spread evenly over all opponents and both seats.
///
/// The penalty is added only if the likelihood has no finite maximum; [`RatingBasis`] says so. Ties would not
/// serve instead of wins and losses: they leave the tie parameter, and with it the ratings, unbounded.
pub const PENALTY_GAMES_PER_AGENT: f64 = 1.0;

const MOST_ITERATIONS: usize = 200;
const LONGEST_STEP: f64 = 2.0;
const CONVERGED: f64 = 1e-12;
const LEAST_INFORMATION: f64 = 1e-6;

/// The basis of the ratings: the games alone, or the games with a penalty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingBasis {
    /// The ratings maximise the likelihood of the games alone.
    Exact,
    /// No finite ratings maximise the likelihood; [`PENALTY_GAMES_PER_AGENT`] were added.
    Penalised {
        /// The reason why no finite maximum exists.
        cause: PenaltyCause,
        /// The groups of agents that have scored against each other, directly or through others.
        components: Vec<Vec<usize>>,
    },
}

/// Reason why the likelihood of the games alone has no finite maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PenaltyCause {
    /// Some group of agents never scored against another.
    NotConnected,
    /// All agents are connected, but the seat effect, the tie parameter or both are unbounded or
    /// undetermined.
    ///
    /// For example, the first seat always won, no game was decided, or two agents never changed seats.
    SeatOrTies,
}

/// A test of the model against the games that it was fitted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LackOfFit {
    /// Twice the log-likelihood ratio, χ² distributed if the model holds and games are independent.
    pub deviance: f64,
    /// The degrees of freedom.
    pub freedom: u64,
    /// The probability of a deviance at least as large if the model holds.
    pub p_value: f64,
}

/// Ratings fitted to games.
#[derive(Clone, Debug)]
pub struct DavidsonFit {
    point: DavidsonPoint,
    bread: Array2<f64>,
    sums: Vec<i128>,
    basis: RatingBasis,
}

/// Fits ratings, seat effect and tie parameter to games.
///
/// Without a tied game the tie parameter is 0 (the model of Bradley and Terry). If the likelihood has no
/// finite maximum, a penalty is added and [`DavidsonFit::basis`] says so.
///
/// # Errors
/// [`DavidsonError::NoGames`]; [`DavidsonError::NotConverged`] for counts that exhaust floating-point
/// numbers.
///
/// ```
/// use overhear_stats::{Anchor, Encounter, RatingBasis, GameTable, fit_davidson};
/// let mut table = GameTable::new(2);
/// table.add(Encounter { first: 0, second: 1, first_wins: 60, second_wins: 30, ties: 10 })?;
/// table.add(Encounter { first: 1, second: 0, first_wins: 45, second_wins: 45, ties: 10 })?;
/// let fit = fit_davidson(&table)?;
/// assert_eq!(*fit.basis(), RatingBasis::Exact);
/// let ratings = fit.ratings_with_errors(Anchor::Mean, &fit.fisher());
/// assert!(ratings[0].value > 0.0 && ratings[0].interval.contains(ratings[0].value));
/// # Ok::<(), overhear_stats::DavidsonError>(())
/// ```
pub fn fit_davidson(table: &GameTable) -> Result<DavidsonFit, DavidsonError> {
    if table.games() == 0 {
        return Err(DavidsonError::NoGames);
    }
    // A finite maximum needs one strongly connected component (Ford 1957); even then the seat or tie
    // parameter may run off, which shows as a failed factorisation. Both cases fall back to the penalty.
    let components = table.components();
    let likelihood = Likelihood::new(table);
    let exact = if components.len() == 1 { maximise(&likelihood) } else { None };
    let cause = if components.len() == 1 { PenaltyCause::SeatOrTies } else { PenaltyCause::NotConnected };
    let (basis, (point, bread)) = match exact {
        Some(found) => (RatingBasis::Exact, found),
        None => (RatingBasis::Penalised { cause, components }, maximise_penalised(likelihood, table)?),
    };
    Ok(DavidsonFit { point, bread, sums: table.sufficient_half_points(), basis })
}

fn maximise_penalised(
    likelihood: Likelihood,
    table: &GameTable,
) -> Result<(DavidsonPoint, Array2<f64>), DavidsonError> {
    let weight = PENALTY_GAMES_PER_AGENT / (table.agents() - 1) as f64;
    maximise(&likelihood.with_virtual_games(weight)).ok_or(DavidsonError::NotConverged)
}

/// Returns the maximum and the inverse information at it, for ratings of mean 0; `None` if there is no
/// maximum.
fn maximise(likelihood: &Likelihood) -> Option<(DavidsonPoint, Array2<f64>)> {
    let mut point = likelihood.start();
    let mut value = likelihood.value(&point);
    // Newton's method on a concave function. 1. Information matrix, made regular. 2. Cholesky factor; a pivot
    // below the floor means a flat direction, so no maximum exists. 3. Step H⁻¹ g, at most `LONGEST_STEP`
    // long. 4. Line search by halving. Each round costs O(encounters + parameters³).
    for _ in 0..MOST_ITERATIONS {
        let information = tied_to_mean_zero(&likelihood.information(&point), point.theta.len());
        let largest = (0..information.nrows()).map(|i| information[[i, i]]).fold(0.0, f64::max);
        let floor = LEAST_INFORMATION.max(1e-13 * largest);
        let factor = Cholesky::decompose(&information, floor)?;
        let step = factor.solve(&likelihood.gradient(&point));
        let longest = step.iter().fold(0.0, |longest: f64, by| longest.max(by.abs()));
        if longest < CONVERGED {
            return Some((point.clone(), without_mean(&factor.inverse(), point.theta.len())));
        }
        (point, value) = climb(likelihood, &point, value, &step, (LONGEST_STEP / longest).min(1.0))?;
    }
    None
}

/// Moves along the step, halving it until the likelihood falls by no more than its rounding error.
fn climb(
    likelihood: &Likelihood,
    from: &DavidsonPoint,
    value: f64,
    step: &[f64],
    longest: f64,
) -> Option<(DavidsonPoint, f64)> {
    let slack = 1e-12 * (1.0 + value.abs());
    let halvings = core::iter::successors(Some(longest), |share| Some(share / 2.0)).take(40);
    halvings
        .map(|share| from.moved(step, share))
        .map(|to| (likelihood.value(&to), to))
        .find_map(|(reached, to)| (reached >= value - slack).then_some((to, reached)))
}

impl DavidsonFit {
    /// Returns the number of agents.
    pub fn agents(&self) -> usize {
        self.point.theta.len()
    }

    /// Returns the basis of the ratings: the games alone, or the games with a penalty.
    pub fn basis(&self) -> &RatingBasis {
        &self.basis
    }

    /// Returns the strengths θ in natural units, of mean 0.
    pub fn strengths(&self) -> &[f64] {
        &self.point.theta
    }

    /// Returns the seat effect η in natural units: the gain in strength from the first seat.
    pub fn seat_effect(&self) -> f64 {
        self.point.eta
    }

    /// Returns the tie parameter ν: the weight of a tie relative to a win between equal agents.
    pub fn tie_parameter(&self) -> f64 {
        self.point.nu()
    }

    /// Returns the ratings in Elo points.
    ///
    /// # Panics
    /// If the anchor is not an agent of the fit.
    pub fn ratings(&self, anchor: Anchor) -> Vec<f64> {
        let origin = match anchor {
            Anchor::Mean => 0.0,
            Anchor::Agent(agent) => self.point.theta[agent],
        };
        self.point.theta.iter().map(|theta| ELO_PER_NAT * (theta - origin)).collect()
    }

    /// Returns the ratings in Elo points with their errors.
    ///
    /// # Panics
    /// If the anchor is not an agent of the fit, or the errors cover fewer agents.
    pub fn ratings_with_errors(&self, anchor: Anchor, errors: &ParameterCovariance) -> Vec<Estimate> {
        let ratings = self.ratings(anchor).into_iter().enumerate();
        ratings.map(|(agent, rating)| errors.estimate(rating, errors.rating_se(agent, anchor))).collect()
    }

    /// Returns the rating of `one` less that of `other`, in Elo points.
    ///
    /// # Errors
    /// [`DavidsonError::NoSuchAgent`] and [`DavidsonError::SelfPlay`]; [`DavidsonError::ErrorsDisagree`] if
    /// the errors belong to another fit.
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

    /// Returns the advantage of the first seat in Elo points.
    pub fn seat(&self, errors: &ParameterCovariance) -> Estimate {
        errors.estimate(ELO_PER_NAT * self.point.eta, errors.seat_se())
    }

    /// Returns the expected score of `first` in the first seat against `second`.
    ///
    /// # Errors
    /// [`DavidsonError::NoSuchAgent`] and [`DavidsonError::SelfPlay`].
    pub fn expected_score(&self, first: usize, second: usize) -> Result<f64, DavidsonError> {
        let chances = self.chances(first, second)?;
        Ok(chances.first + chances.tie / 2.0)
    }

    /// Returns the win, loss and tie probabilities of a game between two agents.
    pub(super) fn chances(&self, first: usize, second: usize) -> Result<OutcomeProbabilities, DavidsonError> {
        check_pair(first, second, self.agents())?;
        Ok(self.point.chances(first, second))
    }

    /// Tests the fit by the likelihood ratio against free probabilities of every encounter's three outcomes.
    ///
    /// Games are treated as independent.
    ///
    /// A large statistic says that one number per agent is not enough: results depend on the pairing. The
    /// result is `None` if no degrees of freedom are left.
    ///
    /// # Errors
    /// [`DavidsonError::GamesDisagree`] if the games are not those of the fit.
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
        // θ has agents − 1 free values, since only differences count; with η that makes `agents`, and ln ν
        // adds one.
        let parameters = self.agents() as u64 + u64::from(self.point.nu() > 0.0);
        let freedom = cells.checked_sub(parameters).filter(|&freedom| freedom > 0);
        let deviance = deviance.max(0.0);
        Ok(freedom.map(|freedom| LackOfFit {
            deviance,
            freedom,
            p_value: chi_square_tail(deviance, freedom),
        }))
    }

    /// Returns the covariance if all games are independent: the inverse of Fisher's information.
    pub fn fisher(&self) -> ParameterCovariance {
        ParameterCovariance::new(self.bread.clone(), self.agents(), ErrorModel::Independent)
    }

    /// Returns the covariance if only deals are independent: the sandwich H⁻¹ (Σ g gᵀ) H⁻¹, g being the
    /// gradient of one deal.
    ///
    /// Every deal must follow one schedule, as in a round robin. The expected score of a deal is then the
    /// mean over all deals.
    ///
    /// # Errors
    /// [`DavidsonError::TooFewDeals`]; [`DavidsonError::DealsDisagree`] if the deals do not add up to the
    /// games of the fit.
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
