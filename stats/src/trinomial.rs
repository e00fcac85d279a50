//! Counts of wins, ties and losses of single games.

use crate::elo::{ScoreMoments, elo_of_counts, normalized_elo_of_counts, score_of_counts};
use crate::{Elo, Estimate, NormalizedElo};

/// The outcome of one game, for the player whose score is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameResult {
    /// Scores 0.
    Loss,
    /// Scores ½.
    Tie,
    /// Scores 1.
    Win,
}

impl GameResult {
    /// All outcomes, from the lowest score to the highest.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Tie, Self::Win];

    /// Returns the score in half points: 0, 1 or 2.
    pub fn half_points(self) -> u32 {
        self as u32
    }

    /// Returns the outcome for the opponent.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Tie => Self::Tie,
            Self::Win => Self::Loss,
        }
    }
}

/// Counts of single games by outcome.
///
/// The errors hold for independent games; for games played in pairs use [`Pentanomial`](crate::Pentanomial).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// Games that scored 0.
    pub losses: u64,
    /// Games that scored ½.
    pub ties: u64,
    /// Games that scored 1.
    pub wins: u64,
}

impl Trinomial {
    /// Counts one more game.
    pub fn record(&mut self, outcome: GameResult) {
        match outcome {
            GameResult::Loss => self.losses += 1,
            GameResult::Tie => self.ties += 1,
            GameResult::Win => self.wins += 1,
        }
    }

    /// Returns the numbers of losses, ties and wins.
    pub fn counts(&self) -> [u64; 3] {
        [self.losses, self.ties, self.wins]
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.counts().into_iter().fold(0, u64::saturating_add)
    }

    fn moments(&self) -> Option<ScoreMoments> {
        ScoreMoments::of_counts(&self.counts(), 1.0)
    }

    /// Returns the variance of the score of one game, divisor N; `None` without games.
    pub fn variance(&self) -> Option<f64> {
        self.moments().map(|moments| moments.variance)
    }

    /// Returns the mean score with its 95 % interval; `None` without games. See
    /// [`Pentanomial::score`](crate::Pentanomial::score).
    pub fn score(&self) -> Option<Estimate> {
        score_of_counts(&self.counts())
    }

    /// Returns the Elo difference; `None` without games. See [`Pentanomial::elo`](crate::Pentanomial::elo).
    pub fn elo(&self) -> Option<Elo> {
        elo_of_counts(&self.counts())
    }

    /// Returns the normalised Elo difference; `None` if all games were tied. See
    /// [`Pentanomial::normalized_elo`](crate::Pentanomial::normalized_elo).
    pub fn normalized_elo(&self) -> Option<NormalizedElo> {
        normalized_elo_of_counts(&self.counts(), 1.0)
    }

    /// Returns LOS. See [`Pentanomial::los`](crate::Pentanomial::los).
    pub fn los(&self) -> Option<f64> {
        self.moments().map(|moments| moments.los())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reversed_outcome_shares_two_half_points() {
        for outcome in GameResult::ALL {
            assert_eq!(outcome.half_points() + outcome.reversed().half_points(), 2);
        }
    }

    #[test]
    fn more_games_than_can_be_counted_stay_at_the_most() {
        let games = Trinomial { losses: u64::MAX, ties: 2, wins: u64::MAX };
        assert_eq!((games.games(), games.elo()), (u64::MAX, None));
    }

    #[test]
    fn independent_games_count_one_by_one() {
        let games = Trinomial { losses: 10, ties: 0, wins: 30 };
        let normalized = games.normalized_elo().expect("spread");
        let deviation = (0.75_f64 * 0.25).sqrt();
        assert!((normalized.value - crate::NELO_UNIT * 0.25 / deviation).abs() < 1e-9);
        assert!((normalized.error - crate::Z95 * crate::NELO_UNIT / 40_f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn every_game_is_counted_by_its_outcome() {
        let mut games = Trinomial::default();
        for (outcome, times) in GameResult::ALL.into_iter().zip([2, 3, 5]) {
            (0..times).for_each(|_| games.record(outcome));
        }
        assert_eq!(games, Trinomial { losses: 2, ties: 3, wins: 5 });
        assert_eq!((games.counts(), games.games()), ([2, 3, 5], 10));
    }
}
