//! Ratings by Davidson's model, with errors clustered by deal.
//!
//! An agent's interval is the interval of its score, mapped to the rating scale. It is bounded where the
//! score's is, and never of width 0. An agent that has never scored against the others, or they against it, is
//! held back by a penalty, and its interval has one end.

use overhear_engine::arena::{AgentTally, Schedule, Tally};
use overhear_engine::rules::Side;
use overhear_stats::{
    Anchor, BoundedSample, DavidsonError, DavidsonFit, DealMoments, ELO_PER_NAT, Encounter, Estimate,
    GameTable, Interval, LackOfFit, ParameterCovariance, PenaltyCause, RatingBasis, elo_of_score,
    fit_davidson,
};

use super::roles;
use super::score::{half_points, score_of};
use super::sequential::SequentialTest;
use crate::error::LabError;
use crate::table::{ColumnValue, NamedRow};

/// Ratings of all agents.
#[derive(Debug)]
pub struct Ratings {
    values: Vec<f64>,
    intervals: Vec<Option<Interval>>,
    /// Covariance under the assumption that all games are independent.
    by_game: ParameterCovariance,
    lack_of_fit: Option<LackOfFit>,
    fit: DavidsonFit,
    clustered: Option<ParameterCovariance>,
}

/// Input of the fit.
pub struct RatedGames {
    table: GameTable,
    moments: DealMoments,
    scores: Vec<Option<Estimate>>,
    game_errors: Vec<f64>,
}

/// The errors of ratings.
pub(super) struct RatingErrors<'a> {
    /// Covariance of all parameters.
    pub(super) covariance: &'a ParameterCovariance,
    /// The unit that it treats as independent: `deals`, or after a single deal `games`.
    pub(super) unit: &'static str,
}

impl RatedGames {
    /// Returns the games of a tournament. After a sequential test, scores have the corrected intervals.
    fn from_tournament(
        schedule: &Schedule,
        tally: &Tally,
        test: Option<&SequentialTest>,
    ) -> Result<RatedGames, DavidsonError> {
        Ok(RatedGames {
            table: games(schedule, tally)?,
            moments: moments(schedule, tally)?,
            scores: (0..schedule.agents()).map(|agent| score_of(agent, tally, test)).collect(),
            game_errors: tally.agents.iter().map(game_error).collect(),
        })
    }

    /// Returns the games of a table. `deal_scores` has, for each agent, the number of deals by half-points,
    /// from 0.
    pub fn independent(table: GameTable, moments: DealMoments, deal_scores: &[Vec<u64>]) -> RatedGames {
        let samples = deal_scores.iter().map(|cells| BoundedSample::of_counts(cells));
        let scores = samples.map(|sample| sample.map(|sample| sample.estimate())).collect();
        let game_errors = (0..table.agents()).map(|agent| game_error(&outcomes(&table, agent))).collect();
        RatedGames { table, moments, scores, game_errors }
    }
}

impl Ratings {
    /// Fits ratings to the games of a tournament.
    pub(super) fn fit(
        schedule: &Schedule,
        tally: &Tally,
        test: Option<&SequentialTest>,
    ) -> Result<Ratings, LabError> {
        RatedGames::from_tournament(schedule, tally, test)
            .and_then(Ratings::from_games)
            .map_err(|error| LabError::runtime(format_args!("the ratings cannot be fitted: {error}")))
    }

    /// Fits ratings to games.
    ///
    /// # Errors
    /// Returns the errors of [`fit_davidson`].
    pub fn from_games(games: RatedGames) -> Result<Ratings, DavidsonError> {
        let RatedGames { table, moments, scores, game_errors } = games;
        let fit = fit_davidson(&table)?;
        let clustered = match fit.clustered(&moments) {
            Ok(covariance) => Some(covariance),
            Err(DavidsonError::TooFewDeals { .. }) => None,
            Err(error) => return Err(error),
        };
        // Computed once: it is a matrix, and the tables have a row for every two agents.
        let by_game = fit.fisher();
        let intervals = (0..fit.agents()).map(|agent| {
            if !fit.is_exact(agent) {
                return one_end(&fit, &table, agent, moments.deals());
            }
            let (by_deal, game_error) = (clustered.as_ref(), game_errors[agent]);
            Some(carried_over(&fit, by_deal, &by_game, agent, &scores[agent]?, game_error))
        });
        Ok(Ratings {
            intervals: intervals.collect(),
            // With a penalty a test of fit means nothing: some of the probabilities rest on a prior.
            lack_of_fit: fit.lack_of_fit(&table)?.filter(|_| *fit.basis() == RatingBasis::Exact),
            values: fit.ratings(Anchor::Mean),
            by_game,
            clustered,
            fit,
        })
    }

    /// Returns an agent's rating in Elo points. The mean of the ratings of its [`DavidsonFit::origin`] is 0.
    pub(super) fn value(&self, agent: usize) -> f64 {
        self.values[agent]
    }

    /// Returns the interval of the rating; an end is infinite if the agent has never scored against others or they
    /// against it. `None` if nothing bounds it.
    pub fn interval(&self, agent: usize) -> Option<Interval> {
        self.intervals[agent]
    }

    /// Returns what all ratings rest on.
    pub(super) fn basis(&self) -> RatingEvidence {
        RatingEvidence::new(*self.fit.basis() == RatingBasis::Exact)
    }

    /// Returns what the rating of an agent rests on.
    pub(super) fn basis_of(&self, agent: usize) -> RatingEvidence {
        RatingEvidence::new(self.fit.is_exact(agent))
    }

    /// Returns `true` if the games alone determine the difference of two ratings.
    pub(super) fn is_exact(&self, one: usize, other: usize) -> bool {
        let is_exact = [one, other].iter().all(|&agent| self.fit.is_exact(agent));
        is_exact && self.fit.compares(one, other)
    }

    /// Returns what the difference of two ratings rests on.
    pub(super) fn basis_between(&self, one: usize, other: usize) -> RatingEvidence {
        RatingEvidence::new(self.is_exact(one, other))
    }

    /// Returns the errors of the ratings.
    pub(super) fn errors(&self) -> RatingErrors<'_> {
        match &self.clustered {
            Some(covariance) => RatingErrors { covariance, unit: "deals" },
            None => RatingErrors { covariance: &self.by_game, unit: "games" },
        }
    }

    /// Returns the expected score of one agent against another, with half of the games in either seat. If all
    /// deals agree, its error treats games as independent.
    pub(super) fn expected(&self, one: usize, other: usize) -> Option<Estimate> {
        let clustered = self.clustered.as_ref();
        let by_deal = clustered.and_then(|errors| self.fit.expected_mean_score(one, other, errors).ok());
        by_deal
            .filter(|expected| expected.se > 0.0)
            .or_else(|| self.fit.expected_mean_score(one, other, &self.by_game).ok())
    }

    /// Returns the interval of an expected score. If one of the agents has never scored against the others, or they against it, the
    /// interval reaches 0 or 1 as that of the rating is open there. `None` if the ratings bound neither end.
    pub(super) fn expected_interval(
        &self,
        one: usize,
        other: usize,
        expected: &Estimate,
    ) -> Option<Interval> {
        if self.is_exact(one, other) {
            return Some(expected.interval);
        }
        let [own, theirs] = [self.interval(one)?, self.interval(other)?];
        let difference = self.values[one] - self.values[other];
        // The interval of a difference from those of its parts (Zou and Donner 2008), taken as independent: an open end of a
        // part is an open end of the difference.
        let below = f64::hypot(self.values[one] - own.low, theirs.high - self.values[other]);
        let above = f64::hypot(own.high - self.values[one], self.values[other] - theirs.low);
        let ends = Interval { low: difference - below, high: difference + above };
        let is_bounded = self.fit.compares(one, other) && (ends.low.is_finite() || ends.high.is_finite());
        let scores = ends.map(|end| self.fit.score_at_difference(end));
        is_bounded
            .then(|| Interval { low: scores.low.min(expected.value), high: scores.high.max(expected.value) })
    }

    /// Returns the test of the model's fit.
    pub(super) fn lack_of_fit(&self) -> Option<LackOfFit> {
        self.lack_of_fit
    }

    /// Returns warnings if the games alone do not determine the ratings, or do not compare all agents.
    pub(super) fn warnings(&self, labels: &[&str]) -> Vec<String> {
        rating_warnings(&self.fit, |agent| labels[agent])
    }
}

/// Returns warnings if the games alone do not determine the ratings, or do not compare all agents.
pub(crate) fn rating_warnings<'a>(fit: &DavidsonFit, name: impl Fn(usize) -> &'a str) -> Vec<String> {
    let mut warnings = Vec::new();
    if fit.islands().len() > 1 {
        let groups = listed_groups(fit.islands(), &name);
        warnings.push(format!(
            "some agents have never met, not even through others ({groups}): ratings compare agents of one group, and the mean of each group is 0"
        ));
    }
    if let RatingBasis::Penalised { cause, components } = fit.basis() {
        let held: Vec<usize> = (0..fit.agents()).filter(|&agent| !fit.is_exact(agent)).collect();
        let why = match cause {
            PenaltyCause::NotConnected => {
                format!("some agents have never scored against others ({})", listed_groups(components, &name))
            }
            PenaltyCause::SeatOrTies => "the games do not determine the seat effect or the ties".to_owned(),
        };
        warnings.push(if held.len() == fit.agents() {
            format!("ratings are held back by one virtual game an agent, and have no intervals: {why}")
        } else {
            format!(
                "{why}: the rating of {} is held back by one virtual game, and its interval has no more than one end; the mean of the others is 0",
                listed(&held, &name)
            )
        });
    }
    warnings
}

/// Returns the names of agents: `a, b`.
fn listed<'a>(agents: &[usize], name: &impl Fn(usize) -> &'a str) -> String {
    agents.iter().map(|&agent| name(agent)).collect::<Vec<_>>().join(", ")
}

/// Returns the names of agents by group: `a, b | c`.
fn listed_groups<'a>(groups: &[Vec<usize>], name: &impl Fn(usize) -> &'a str) -> String {
    groups.iter().map(|group| listed(group, name)).collect::<Vec<_>>().join(" | ")
}

/// What a rating rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingEvidence {
    /// The games alone.
    Games,
    /// The games and a virtual one, without which the rating would be infinite or undetermined.
    Penalty,
}

impl RatingEvidence {
    const fn new(is_exact: bool) -> RatingEvidence {
        if is_exact { RatingEvidence::Games } else { RatingEvidence::Penalty }
    }

    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            RatingEvidence::Games => "games",
            RatingEvidence::Penalty => "penalty",
        }
    }
}

impl ColumnValue for RatingEvidence {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.put(column, self.name())
    }
}

/// Returns the interval of an agent that has never scored against the group it is rated beside, or that group
/// against it: the score that so many deals without a point leave possible, mapped to the rating scale.
fn one_end(fit: &DavidsonFit, table: &GameTable, agent: usize, deals: u64) -> Option<Interval> {
    let origin = fit.origin(agent);
    let (mut opponents, mut points) = (Vec::new(), 0);
    for games in table.encounters() {
        let Some(opponent) = opponent_in(games, agent).filter(|opponent| origin.contains(opponent)) else {
            continue;
        };
        opponents.push(opponent);
        points += if games.first == agent { games.first_wins } else { games.second_wins };
    }
    if !fit.is_exact(*origin.first()?) || opponents.is_empty() {
        return None;
    }
    let most = BoundedSample::of_counts(&[deals, 0])?.estimate().interval.high;
    let rating = fit.ratings(Anchor::Mean)[agent];
    Some(if points == 0 {
        let high = fit.rating_at_score(&opponents, most).max(rating);
        Interval { low: f64::NEG_INFINITY, high }
    } else {
        let low = fit.rating_at_score(&opponents, 1.0 - most).min(rating);
        Interval { low, high: f64::INFINITY }
    })
}

/// Returns the other agent of an encounter of `agent`; `None` if the agent has no part in it.
fn opponent_in(games: &Encounter, agent: usize) -> Option<usize> {
    match [games.first, games.second] {
        [first, other] if first == agent => Some(other),
        [other, second] if second == agent => Some(other),
        _ => None,
    }
}

/// Maps the interval of a score to the rating scale. The ratio of the two standard errors gives the scale
/// factor.
fn carried_over(
    fit: &DavidsonFit,
    clustered: Option<&ParameterCovariance>,
    by_game: &ParameterCovariance,
    agent: usize,
    score: &Estimate,
    game_error: f64,
) -> Interval {
    let by_deal = clustered.map(|errors| errors.rating_se(agent, Anchor::Mean));
    let by_deal = by_deal.filter(|&rating_error| rating_error > 0.0 && score.se > 0.0);
    let (rating_error, score_error) = by_deal.map_or_else(
        || (by_game.rating_se(agent, Anchor::Mean), game_error),
        |rating_error| (rating_error, score.se),
    );
    // Delta method: d Elo / d score = ELO_PER_NAT / (p (1 − p)). The score's own interval is kept rather than
    // rating ± z · error, because it stays within what a score can be.
    let elo_error = ELO_PER_NAT * score_error / (score.value * (1.0 - score.value));
    let (centre, rating) = (elo_of_score(score.value), fit.ratings(Anchor::Mean)[agent]);
    score.interval.map(|end| rating + rating_error / elo_error * (elo_of_score(end) - centre))
}

/// Returns the games, wins and shared victories of an agent.
pub(crate) fn outcomes(table: &GameTable, agent: usize) -> AgentTally {
    let mut own = AgentTally::default();
    for games in table.encounters().filter(|games| opponent_in(games, agent).is_some()) {
        own.games += games.first_wins + games.second_wins + games.ties;
        own.wins += if games.first == agent { games.first_wins } else { games.second_wins };
        own.shared += games.ties;
    }
    own
}

/// Returns the standard error of a score if its games were independent.
fn game_error(own: &AgentTally) -> f64 {
    let games = own.games as f64;
    let mean = half_points(own) as f64 / (2.0 * games);
    let square = (own.wins as f64 + own.shared as f64 / 4.0) / games;
    ((square - mean * mean).max(f64::MIN_POSITIVE) / games).sqrt()
}

fn games(schedule: &Schedule, tally: &Tally) -> Result<GameTable, DavidsonError> {
    let mut table = GameTable::new(schedule.agents());
    for (pairing, counts) in schedule.pairings().iter().zip(&tally.pairings) {
        // The first agent of an encounter has White: agent a, then agent b, which wins where a loses.
        let [as_white, as_black] = roles::by_role(counts);
        let [second_wins, ties, first_wins] = as_white;
        table.add(Encounter { first: pairing.a, second: pairing.b, first_wins, second_wins, ties })?;
        let [first_wins, ties, second_wins] = as_black;
        table.add(Encounter { first: pairing.b, second: pairing.a, first_wins, second_wins, ties })?;
    }
    Ok(table)
}

fn moments(schedule: &Schedule, tally: &Tally) -> Result<DealMoments, DavidsonError> {
    let numbers = schedule.agents() + 2;
    let agents = tally.agents.iter().map(|agent| 2 * agent.wins + agent.shared);
    let (white, shared) = white_and_shared(tally);
    let sums = agents.chain([white, shared]).map(u64::cast_signed).collect();
    let cells = (0..numbers * numbers).map(|n| tally.moments.product(n / numbers, n % numbers).cast_signed());
    DealMoments::from_parts(tally.deals, sums, cells.collect())
}

/// Returns White's half-points, and the number of games with a shared victory.
fn white_and_shared(tally: &Tally) -> (u64, u64) {
    let endings = tally.pairings.iter().flat_map(|pairing| pairing.endings.iter().flatten());
    let (wins, shared) = endings.fold((0, 0), |(wins, shared), by_winner| {
        (wins + by_winner[Side::White.index()], shared + by_winner[2])
    });
    (2 * wins + shared, shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agents_games_are_counted_in_either_seat() {
        let mut table = GameTable::new(3);
        for (first, second, first_wins, second_wins, ties) in
            [(0, 1, 3, 1, 2), (1, 0, 4, 5, 6), (1, 2, 7, 8, 9)]
        {
            table.add(Encounter { first, second, first_wins, second_wins, ties }).expect("three agents");
        }
        let counts = |agent| {
            let own = outcomes(&table, agent);
            [own.games, own.wins, own.shared]
        };
        assert_eq!([0, 1, 2].map(counts), [[21, 8, 8], [45, 12, 17], [24, 8, 9]]);
    }

    #[test]
    fn the_error_of_a_score_is_that_of_its_games() {
        let of =
            |games, wins, shared| game_error(&AgentTally { games, wins, shared, ..AgentTally::default() });
        // Scores of 1, 1, ½ and 0: their mean is 5/8, and the mean of their squares 9/16.
        assert!((of(4, 2, 1) - (11.0_f64 / 64.0 / 4.0).sqrt()).abs() < 1e-15);
        assert!((of(100, 80, 0) - 0.04).abs() < 1e-15);
        assert!(of(9, 9, 0) > 0.0 && of(9, 9, 0) < 1e-100, "it divides");
    }
}
