//! Ratings by Davidson's model, with errors clustered by deal.
//!
//! An agent's interval is the interval of its score, mapped to the rating scale. It is bounded where the
//! score's is, never of width 0, and unbounded if only a penalty makes the rating finite.

use overhear_engine::arena::{AgentTally, Schedule, Tally};
use overhear_engine::rules::Side;
use overhear_stats::{
    Anchor, BoundedSample, DavidsonError, DavidsonFit, DealMoments, ELO_PER_NAT, Encounter, Estimate,
    GameTable, Interval, LackOfFit, ParameterCovariance, PenaltyCause, RatingBasis, elo_of_score,
    fit_davidson,
};

use super::score::{half_points, score_of};
use super::sequential::SequentialTest;
use crate::error::LabError;

/// Ratings of all agents.
#[derive(Debug)]
pub struct Ratings {
    values: Vec<f64>,
    intervals: Vec<Option<Interval>>,
    /// Covariance under the assumption that all games are independent.
    by_game: ParameterCovariance,
    basis: RatingBasis,
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
        let sample = |cells: &Vec<u64>| BoundedSample::of_counts(cells);
        let scores: Vec<_> =
            deal_scores.iter().map(|cells| sample(cells).map(|found| found.estimate())).collect();
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
        // With a penalty the ratings are finite only by a prior, so neither intervals nor a test of fit mean
        // anything.
        let penalised = *fit.basis() != RatingBasis::Exact;
        // Computed once: it is a matrix, and the tables have a row for every two agents.
        let by_game = fit.fisher();
        let interval = |agent: usize| {
            let score = scores[agent].filter(|_| !penalised)?;
            let errors = (clustered.as_ref(), &by_game);
            Some(carried_over(&fit, errors, agent, &score, game_errors[agent]))
        };
        Ok(Ratings {
            intervals: (0..fit.agents()).map(interval).collect(),
            lack_of_fit: fit.lack_of_fit(&table)?.filter(|_| !penalised),
            values: fit.ratings(Anchor::Mean),
            basis: fit.basis().clone(),
            by_game,
            clustered,
            fit,
        })
    }

    /// Returns an agent's rating in Elo points. The mean of all ratings is 0.
    pub(super) fn value(&self, agent: usize) -> f64 {
        self.values[agent]
    }

    /// Returns the interval of the rating; `None` if unbounded because the rating rests on a penalty.
    pub fn interval(&self, agent: usize) -> Option<Interval> {
        self.intervals[agent]
    }

    /// Returns what the ratings rest on: `games`, or a `penalty` without which some ratings would be
    /// infinite.
    pub(super) fn basis(&self) -> &'static str {
        if self.is_exact() { "games" } else { "penalty" }
    }

    /// Returns `true` if the games alone determine the ratings.
    pub(super) fn is_exact(&self) -> bool {
        self.basis == RatingBasis::Exact
    }

    /// Returns the covariance of all parameters, and the unit that it treats as independent: `deals`, or
    /// after a single deal `games`.
    pub(super) fn errors(&self) -> (ParameterCovariance, &'static str) {
        match &self.clustered {
            Some(covariance) => (covariance.clone(), "deals"),
            None => (self.by_game.clone(), "games"),
        }
    }

    /// Returns the expected score of one agent against another, with half of the games in either seat. If all
    /// deals agree, its error treats games as independent.
    pub(super) fn expected(&self, one: usize, other: usize) -> Option<Estimate> {
        let of = |errors: &ParameterCovariance| self.fit.expected_mean_score(one, other, errors).ok();
        let by_deal = self.clustered.as_ref().and_then(of).filter(|found| found.se > 0.0);
        by_deal.or_else(|| of(&self.by_game))
    }

    /// Returns the test of the model's fit.
    pub(super) fn lack_of_fit(&self) -> Option<LackOfFit> {
        self.lack_of_fit
    }

    /// Returns a warning if the games alone do not determine the ratings.
    pub(super) fn warning(&self, labels: &[&str]) -> Option<String> {
        let RatingBasis::Penalised { cause, components } = &self.basis else { return None };
        let why = match cause {
            PenaltyCause::NotConnected => {
                let names =
                    |group: &Vec<usize>| group.iter().map(|&n| labels[n]).collect::<Vec<_>>().join(", ");
                let groups = components.iter().map(names).collect::<Vec<_>>().join(" | ");
                format!("some agents have never scored against others ({groups})")
            }
            PenaltyCause::SeatOrTies => "the games do not determine the seat effect or the ties".to_owned(),
        };
        Some(format!("ratings are held back by one virtual game an agent, and have no intervals: {why}"))
    }
}

/// Maps the interval of a score to the rating scale. The ratio of the two standard errors gives the scale
/// factor.
fn carried_over(
    fit: &DavidsonFit,
    (clustered, by_game): (Option<&ParameterCovariance>, &ParameterCovariance),
    agent: usize,
    score: &Estimate,
    game_error: f64,
) -> Interval {
    let error = |covariance: &ParameterCovariance| covariance.rating_se(agent, Anchor::Mean);
    let by_deal = clustered.map(error).filter(|&rating| rating > 0.0 && score.se > 0.0);
    let (rating_error, score_error) =
        by_deal.map_or_else(|| (error(by_game), game_error), |rating| (rating, score.se));
    // Delta method: d Elo / d score = ELO_PER_NAT / (p (1 − p)). The score's own interval is kept rather than
    // rating ± z · error, because it stays within what a score can be.
    let elo_error = ELO_PER_NAT * score_error / (score.value * (1.0 - score.value));
    let (centre, rating) = (elo_of_score(score.value), fit.ratings(Anchor::Mean)[agent]);
    score.interval.map(|end| rating + rating_error / elo_error * (elo_of_score(end) - centre))
}

/// Returns the games, wins and shared victories of an agent.
pub(crate) fn outcomes(table: &GameTable, agent: usize) -> AgentTally {
    let mut own = AgentTally::default();
    for games in table.encounters().filter(|games| [games.first, games.second].contains(&agent)) {
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
        let white = |outcome: usize| counts.pairs[outcome].iter().sum::<u64>();
        let black = |outcome: usize| counts.pairs.iter().map(|row| row[outcome]).sum::<u64>();
        let (first, second) = (pairing.a, pairing.b);
        table.add(Encounter {
            first,
            second,
            first_wins: white(2),
            second_wins: white(0),
            ties: white(1),
        })?;
        let (first, second) = (second, first);
        table.add(Encounter {
            first,
            second,
            first_wins: black(0),
            second_wins: black(2),
            ties: black(1),
        })?;
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
    let sums = endings.fold((0, 0), |(white, shared), by_winner| {
        (white + by_winner[Side::White.index()], shared + by_winner[2])
    });
    (2 * sums.0 + sums.1, sums.1)
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
