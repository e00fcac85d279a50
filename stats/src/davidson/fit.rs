//! Fitting by Newton's method, with a stated penalty where the likelihood has no finite maximum.

use super::Anchor;
use super::DavidsonError;
use super::covariance::{ErrorModel, ParameterCovariance};
use super::deals::DealMoments;
use super::groups::Groups;
use super::likelihood::{DavidsonPoint, Likelihood, OutcomeProbabilities};
use super::maximum::{Maximum, Sought, maximise};
use super::table::{GameTable, check_pair};
use crate::matrix::product;
use crate::special::chi_square_tail;
use crate::{ELO_PER_NAT, Estimate};
use ndarray::Array2;

/// The penalty in games per agent, half won and half lost, spread evenly over the agents that it has met,
/// directly or through others, and both seats.
///
/// The penalty is added only where the likelihood has no finite maximum; [`RatingBasis`] says so. Ties would not
/// serve instead of wins and losses: they leave the tie parameter, and with it the ratings, unbounded.
pub const PENALTY_GAMES_PER_AGENT: f64 = 1.0;

/// The basis of the ratings: the games alone, or the games with a penalty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingBasis {
    /// The ratings maximise the likelihood of the games alone.
    Exact,
    /// No finite ratings of all agents maximise the likelihood; [`PENALTY_GAMES_PER_AGENT`] were added.
    ///
    /// [`DavidsonFit::is_exact`] tells the agents whose ratings the games alone determine all the same.
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
    groups: Groups,
    is_exact: Vec<bool>,
}

/// Fits ratings, seat effect and tie parameter to games.
///
/// Without a tied game the tie parameter is 0 (the model of Bradley and Terry). Agents that have met, directly
/// or through others, are rated beside each other; the mean of their ratings is 0.
///
/// If some of them have never scored against others, their distance is infinite. The largest group that has
/// scored against each other is then rated by its own games, which is the limit of the likelihood, and has the
/// mean 0; with it held, a penalty makes the ratings of the others finite. If the games do not determine the
/// seat effect or the ties, the penalty is added to the games of all. [`DavidsonFit::basis`] says so.
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
    let groups = Groups::new(table);
    let (cause, Maximum { point, bread }, is_exact) = match by_their_games(table, &groups) {
        Some(maximum) if !groups.are_parted() => {
            let is_exact = (0..table.agents()).map(|agent| groups.islands.of(agent).len() > 1).collect();
            (None, maximum, is_exact)
        }
        Some(maximum) => {
            let (maximum, is_exact) = beside_the_main(table, &groups, maximum)?;
            (Some(PenaltyCause::NotConnected), maximum, is_exact)
        }
        None => {
            let cause = if groups.rated().next().is_some() {
                PenaltyCause::SeatOrTies
            } else {
                PenaltyCause::NotConnected
            };
            (Some(cause), held_back(table, &groups)?, vec![false; table.agents()])
        }
    };
    let basis = match cause {
        Some(cause) => RatingBasis::Penalised { cause, components: groups.components.groups().to_vec() },
        None => RatingBasis::Exact,
    };
    Ok(DavidsonFit { point, bread, sums: table.sufficient_half_points(), basis, groups, is_exact })
}

/// Rates each group that has scored against each other by its own games; `None` if there is none, or if the seat
/// effect or the ties run off.
fn by_their_games(table: &GameTable, groups: &Groups) -> Option<Maximum> {
    // A finite maximum needs a strongly connected component (Ford 1957). Games between components are certain in
    // the limit and say nothing more. A seat or tie parameter that runs off shows as a failed factorisation.
    groups.rated().next()?;
    let likelihood = Likelihood::new(table, |one, other| groups.components.joins(one, other));
    let is_free = (0..likelihood.parameters())
        .map(|parameter| parameter >= table.agents() || groups.components.of(parameter).len() > 1);
    let sought = Sought { is_free: is_free.collect(), groups: groups.rated().cloned().collect() };
    maximise(&likelihood, likelihood.start(), &sought)
}

/// Rates the agents outside of the main group of their island beside it, with the penalty.
///
/// Also returns for each agent whether its strength is that of the maximum without the penalty.
fn beside_the_main(
    table: &GameTable,
    groups: &Groups,
    Maximum { point, bread }: Maximum,
) -> Result<(Maximum, Vec<bool>), DavidsonError> {
    let likelihood = with_penalty(table, groups, |one, other| !groups.components.joins(one, other));
    let is_exact: Vec<bool> = (0..table.agents())
        .map(|agent| groups.main(groups.islands.of(agent)).is_some_and(|main| main.contains(&agent)))
        .collect();
    let sought = Sought {
        is_free: (0..likelihood.parameters()).map(|parameter| !is_held(&is_exact, parameter)).collect(),
        groups: groups
            .islands
            .groups()
            .iter()
            .filter(|island| groups.main(island).is_none())
            .cloned()
            .collect(),
    };
    let of_others = maximise(&likelihood, point, &sought).ok_or(DavidsonError::NotConverged)?;
    let of_all =
        Array2::from_shape_fn(bread.dim(), |(i, j)| match [is_held(&is_exact, i), is_held(&is_exact, j)] {
            [true, true] => bread[[i, j]],
            _ => of_others.bread[[i, j]],
        });
    Ok((Maximum { point: of_others.point, bread: of_all }, is_exact))
}

/// Returns `true` for an agent whose strength is exact, and for the parameters of seats and ties.
fn is_held(is_exact: &[bool], parameter: usize) -> bool {
    is_exact.get(parameter).copied().unwrap_or(true)
}

/// Rates all agents with the penalty.
fn held_back(table: &GameTable, groups: &Groups) -> Result<Maximum, DavidsonError> {
    let likelihood = with_penalty(table, groups, |_, _| true);
    let is_free = vec![true; likelihood.parameters()];
    let sought = Sought { is_free, groups: groups.islands.groups().to_vec() };
    maximise(&likelihood, likelihood.start(), &sought).ok_or(DavidsonError::NotConverged)
}

/// Returns the likelihood of all games, and of virtual ones of the agents of an island that are `penalised`.
fn with_penalty(table: &GameTable, groups: &Groups, penalised: impl Fn(usize, usize) -> bool) -> Likelihood {
    let mut likelihood = Likelihood::new(table, |_, _| true);
    for island in groups.islands.groups() {
        let weight = PENALTY_GAMES_PER_AGENT / (island.len() - 1).max(1) as f64;
        for (place, &one) in island.iter().enumerate() {
            for &other in island[place + 1..].iter().filter(|&&other| penalised(one, other)) {
                likelihood.add_virtual_games([one, other], weight);
            }
        }
    }
    likelihood
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

    /// Returns `true` if the games alone determine an agent's rating beside the others of its
    /// [`origin`](Self::origin).
    pub fn is_exact(&self, agent: usize) -> bool {
        self.is_exact[agent]
    }

    /// Returns the groups of agents that have met, directly or through others. Ratings of different groups cannot
    /// be compared.
    pub fn islands(&self) -> &[Vec<usize>] {
        self.groups.islands.groups()
    }

    /// Returns `true` if the games compare two agents: they have met, directly or through others.
    pub fn compares(&self, one: usize, other: usize) -> bool {
        self.groups.islands.joins(one, other)
    }

    /// Returns the agents whose mean rating is the 0 of an agent's scale: all that it has met, directly or through
    /// others, or the largest group of them whose ratings the games alone determine.
    pub fn origin(&self, agent: usize) -> &[usize] {
        let island = self.groups.islands.of(agent);
        let main = self.groups.main(island).filter(|main| self.is_exact[main[0]]);
        main.map_or(island, Vec::as_slice)
    }

    /// Returns the strengths θ in natural units; their mean over each [`origin`](Self::origin) is 0.
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

    /// Returns the ratings in Elo points. An anchor is the 0 of the agents that the games compare with it.
    ///
    /// # Panics
    /// If the anchor is not an agent of the fit.
    pub fn ratings(&self, anchor: Anchor) -> Vec<f64> {
        let strengths = self.point.theta.iter().enumerate();
        let ratings = strengths.map(|(agent, theta)| {
            let origin = match self.anchor_of(agent, anchor) {
                Anchor::Mean => 0.0,
                Anchor::Agent(anchor) => self.point.theta[anchor],
            };
            ELO_PER_NAT * (theta - origin)
        });
        ratings.collect()
    }

    /// Returns the anchor for an agent: the mean of its own group if nothing compares it with the anchor.
    fn anchor_of(&self, agent: usize, anchor: Anchor) -> Anchor {
        match anchor {
            Anchor::Agent(other) if agent != other && !self.compares(agent, other) => Anchor::Mean,
            anchor => anchor,
        }
    }

    /// Returns the ratings in Elo points with their errors.
    ///
    /// # Panics
    /// If the anchor is not an agent of the fit, or the errors cover fewer agents.
    pub fn ratings_with_errors(&self, anchor: Anchor, errors: &ParameterCovariance) -> Vec<Estimate> {
        let ratings = self.ratings(anchor).into_iter().enumerate();
        let estimates = ratings.map(|(agent, rating)| {
            errors.estimate(rating, errors.rating_se(agent, self.anchor_of(agent, anchor)))
        });
        estimates.collect()
    }

    /// Returns the rating of `one` less that of `other`, in Elo points.
    ///
    /// # Errors
    /// [`DavidsonError::NoSuchAgent`], [`DavidsonError::SelfPlay`] and [`DavidsonError::NeverMet`];
    /// [`DavidsonError::ErrorsDisagree`] if the errors belong to another fit.
    pub fn difference(
        &self,
        one: usize,
        other: usize,
        errors: &ParameterCovariance,
    ) -> Result<Estimate, DavidsonError> {
        self.check_compared(one, other)?;
        self.check_errors(errors)?;
        let difference = ELO_PER_NAT * (self.point.theta[one] - self.point.theta[other]);
        Ok(errors.estimate(difference, errors.rating_se(one, Anchor::Agent(other))))
    }

    fn check_compared(&self, one: usize, other: usize) -> Result<(), DavidsonError> {
        check_pair(one, other, self.agents())?;
        if self.compares(one, other) { Ok(()) } else { Err(DavidsonError::NeverMet { one, other }) }
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
    /// [`DavidsonError::NoSuchAgent`], [`DavidsonError::SelfPlay`] and [`DavidsonError::NeverMet`].
    pub fn expected_score(&self, first: usize, second: usize) -> Result<f64, DavidsonError> {
        let chances = self.chances(first, second)?;
        Ok(chances.first + chances.tie / 2.0)
    }

    /// Returns the win, loss and tie probabilities of a game between two agents.
    pub(super) fn chances(&self, first: usize, second: usize) -> Result<OutcomeProbabilities, DavidsonError> {
        self.check_compared(first, second)?;
        Ok(self.point.chances(first, second))
    }

    /// Returns the rating, in Elo points, at which an agent of this strength would be expected to have a mean score
    /// against opponents, each met as often as it is named and in both seats.
    ///
    /// # Panics
    /// If there is no opponent, or one is not an agent of the fit.
    pub fn rating_at_score(&self, opponents: &[usize], score: f64) -> f64 {
        let strengths = opponents.iter().map(|&opponent| self.point.theta[opponent]);
        let (least, most) = strengths.clone().fold((f64::MAX, f64::MIN), |(l, m), s| (l.min(s), m.max(s)));
        // The score rises with the strength, and 200 units away it is 0 or 1 to the last digit.
        let (mut low, mut high) = (least - 200.0, most + 200.0);
        while high - low > 1e-9 {
            let middle = f64::midpoint(low, high);
            let sum: f64 = strengths.clone().map(|opponent| self.score_against(middle, opponent)).sum();
            if sum / (opponents.len() as f64) < score { low = middle } else { high = middle }
        }
        ELO_PER_NAT * f64::midpoint(low, high)
    }

    /// Returns the expected score, as the mean of both seats, of an agent that is rated so many Elo points above its opponent; 0 and
    /// 1 at the infinities.
    pub fn score_at_difference(&self, elo: f64) -> f64 {
        match elo {
            f64::NEG_INFINITY => 0.0,
            f64::INFINITY => 1.0,
            // 200 units away it is 0 or 1 to the last digit.
            elo => self.score_against((elo / ELO_PER_NAT).clamp(-200.0, 200.0), 0.0),
        }
    }

    /// Returns the expected score of a strength against another, as the mean of both seats.
    fn score_against(&self, strength: f64, opponent: f64) -> f64 {
        let [first, second] = [strength - opponent, opponent - strength]
            .map(|difference| OutcomeProbabilities::new(difference + self.point.eta, self.point.nu()));
        f64::midpoint(first.first + first.tie / 2.0, second.second + second.tie / 2.0)
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
            let terms = outcomes.iter().map(|&(count, chance)| {
                if count == 0 {
                    0.0
                } else {
                    count as f64 * libm::log(count as f64 / (games as f64 * chance))
                }
            });
            deviance += 2.0 * terms.sum::<f64>();
            cells += if self.point.nu() > 0.0 { 2 } else { 1 };
        }
        // θ has agents − islands free values, since only differences count; η adds one, and ln ν adds one.
        let differences = (self.agents() - self.groups.islands.groups().len()) as u64;
        let parameters = differences + 1 + u64::from(self.point.nu() > 0.0);
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
