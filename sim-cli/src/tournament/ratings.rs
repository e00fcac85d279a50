//! Ratings by Davidson's model, their errors clustered by deal.

use overhear_engine::arena::{Schedule, Tally};
use overhear_engine::rules::Side;
use overhear_stats::{
    Anchor, DavidsonError, DealMoments, Encounter, Estimate, Existence, GameTable, PenaltyCause, fit_davidson,
};

use crate::failure::Failure;

/// The rating of every agent.
pub(super) struct Ratings {
    values: Vec<f64>,
    errors: Option<Vec<Estimate>>,
    existence: Existence,
}

impl Ratings {
    /// Fits ratings to the games.
    pub(super) fn fit(schedule: &Schedule, tally: &Tally) -> Result<Ratings, Failure> {
        let defect =
            |error: DavidsonError| Failure::runtime(format_args!("the ratings cannot be fitted: {error}"));
        let fit = fit_davidson(&games(schedule, tally).map_err(defect)?).map_err(defect)?;
        let errors = match fit.clustered(&moments(schedule, tally).map_err(defect)?) {
            Ok(covariance) => Some(fit.ratings_with_errors(Anchor::Mean, &covariance)),
            Err(DavidsonError::TooFewDeals { .. }) => None,
            Err(error) => return Err(defect(error)),
        };
        Ok(Ratings { values: fit.ratings(Anchor::Mean), errors, existence: fit.existence().clone() })
    }

    /// An agent's rating in Elo points; the mean of all is 0.
    pub(super) fn value(&self, agent: usize) -> f64 {
        self.values[agent]
    }

    /// The rating with its interval; nothing after a single deal.
    pub(super) fn estimate(&self, agent: usize) -> Option<&Estimate> {
        self.errors.as_ref().map(|errors| &errors[agent])
    }

    /// What there is to be said if the games alone do not determine the ratings.
    pub(super) fn warning(&self, labels: &[&str]) -> Option<String> {
        let Existence::Penalised { cause, components } = &self.existence else { return None };
        let why = match cause {
            PenaltyCause::NotConnected => {
                let names =
                    |group: &Vec<usize>| group.iter().map(|&n| labels[n]).collect::<Vec<_>>().join(", ");
                let groups = components.iter().map(names).collect::<Vec<_>>().join(" | ");
                format!("some agents have never scored against others ({groups})")
            }
            PenaltyCause::SeatOrTies => "the games do not determine the seat effect or the ties".to_owned(),
        };
        Some(format!("ratings are held back by one virtual game an agent: {why}"))
    }
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

/// White's half points, and the games whose victory was shared.
fn white_and_shared(tally: &Tally) -> (u64, u64) {
    let endings = tally.pairings.iter().flat_map(|pairing| pairing.endings.iter().flatten());
    let sums = endings.fold((0, 0), |(white, shared), by_winner| {
        (white + by_winner[Side::White.index()], shared + by_winner[2])
    });
    (2 * sums.0 + sums.1, sums.1)
}
