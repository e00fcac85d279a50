//! Pairs of games, counted by the outcomes of both games.

use crate::{GameResult, Pentanomial, Trinomial};

/// Counts of pairs by the outcomes of their two games, both for the same player.
///
/// The table knows more than a [`Pentanomial`]: it separates a win and a loss from two ties, and the first
/// game of a pair (say, in the first seat) from the second.
///
/// ```
/// use overhear_stats::{GameResult, PairTable};
/// let mut table = PairTable::default();
/// table.record(GameResult::Win, GameResult::Loss);
/// table.record(GameResult::Tie, GameResult::Tie);
/// assert_eq!(table.pentanomial().counts(), [0, 0, 2, 0, 0]);
/// assert_eq!((table.both_tied(), table.won_and_lost()), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairTable {
    counts: [[u64; 3]; 3],
}

impl PairTable {
    /// Creates a table from counts: `counts[i][j]` pairs had outcome i of [`GameResult::ALL`] in the first
    /// game and j in the second.
    ///
    /// ```
    /// use overhear_stats::{GameResult, PairTable};
    /// let table = PairTable::from_counts([[4, 0, 0], [0, 3, 0], [2, 0, 1]]);
    /// assert_eq!((table.pairs(), table.count(GameResult::Win, GameResult::Loss)), (10, 2));
    /// ```
    pub const fn from_counts(counts: [[u64; 3]; 3]) -> Self {
        Self { counts }
    }

    /// Counts one more pair.
    pub fn record(&mut self, first_game: GameResult, second_game: GameResult) {
        self.counts[first_game as usize][second_game as usize] += 1;
    }

    /// Returns the number of pairs with these outcomes of the first and the second game.
    pub fn count(&self, first_game: GameResult, second_game: GameResult) -> u64 {
        self.counts[first_game as usize][second_game as usize]
    }

    /// Adds the pairs of another table.
    pub fn merge(&mut self, other: &Self) {
        for (own, more) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *own += more;
        }
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// Returns the number of pairs with two ties.
    pub fn both_tied(&self) -> u64 {
        self.count(GameResult::Tie, GameResult::Tie)
    }

    /// Returns the number of pairs with one win and one loss.
    pub fn won_and_lost(&self) -> u64 {
        self.count(GameResult::Win, GameResult::Loss) + self.count(GameResult::Loss, GameResult::Win)
    }

    /// Returns the pairs counted by their score alone.
    pub fn pentanomial(&self) -> Pentanomial {
        let mut counts = [0; 5];
        for (one, row) in self.counts.iter().enumerate() {
            for (other, count) in row.iter().enumerate() {
                counts[one + other] += count;
            }
        }
        Pentanomial::new(counts)
    }

    /// Returns the single games of all pairs.
    pub fn games(&self) -> Trinomial {
        let [losses, ties, wins] = GameResult::ALL.map(|outcome| {
            GameResult::ALL.map(|other| self.count(outcome, other) + self.count(other, outcome)).iter().sum()
        });
        Trinomial { losses, ties, wins }
    }

    /// Returns Pearson's correlation between the scores of the first and of the second game of a pair.
    ///
    /// The correlation is negative if the deal favours a seat: the pair then cancels the advantage.
    ///
    /// Returns `None` if all first or all second games ended alike.
    pub fn correlation(&self) -> Option<f64> {
        let [n, x, y] = [self.sum(|_, _| 1), self.sum(|x, _| x), self.sum(|_, y| y)];
        let covariance = n * self.sum(|x, y| x * y) - x * y;
        let variances = (n * self.sum(|x, _| x * x) - x * x, n * self.sum(|_, y| y * y) - y * y);
        let scale = (variances.0 as f64).sqrt() * (variances.1 as f64).sqrt();
        (scale > 0.0).then(|| (covariance as f64 / scale).clamp(-1.0, 1.0))
    }

    /// Returns the sum over all deals of a function of both scores.
    fn sum(&self, of: fn(u64, u64) -> u64) -> i128 {
        (0_u64..)
            .zip(&self.counts)
            .flat_map(|(x, row)| (0_u64..).zip(row).map(move |(y, &n)| i128::from(n) * i128::from(of(x, y))))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn mirrored_games_correlate_perfectly() {
        let mut table = PairTable::default();
        for (first, second) in [(GameResult::Win, GameResult::Loss), (GameResult::Loss, GameResult::Win)] {
            table.record(first, second);
        }
        assert_eq!(table.correlation(), Some(-1.0));
        assert_eq!(PairTable::default().correlation(), None);
    }

    #[test]
    fn games_alike_have_no_correlation_and_no_normalized_elo() {
        let mut table = PairTable::default();
        table.record(GameResult::Tie, GameResult::Tie);
        assert_eq!(table.correlation(), None);
        assert_eq!(table.games().normalized_elo(), None);
        assert_eq!(table.games().los(), Some(0.5));
    }

    #[test]
    fn tables_are_added_cell_by_cell() {
        let mut table = PairTable::from_counts([[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
        table.merge(&PairTable::from_counts([[10, 0, 0], [0, 0, 20], [0, 30, 0]]));
        assert_eq!(table, PairTable::from_counts([[11, 2, 3], [4, 5, 26], [7, 38, 9]]));
        assert_eq!((table.pairs(), table.count(GameResult::Tie, GameResult::Win)), (105, 26));
    }

    #[test]
    fn the_correlation_is_that_of_the_scores() {
        // Scores (0, 0), (1, 0), (1, 2) and (2, 2): means 1 and 1, covariance 1/2, variances 1/2 and 1.
        let table = PairTable::from_counts([[1, 0, 0], [1, 0, 1], [0, 0, 1]]);
        assert!(table.correlation().is_some_and(|correlation| (correlation - 0.5_f64.sqrt()).abs() < 1e-12));
    }

    proptest! {
        #[test]
        fn views_of_one_table_agree(cells in prop::array::uniform3(prop::array::uniform3(0_u64..1000))) {
            let table = PairTable::from_counts(cells);
            let (pairs, games) = (table.pentanomial(), table.games());
            prop_assert_eq!(2 * pairs.pairs(), games.games());
            prop_assert_eq!(pairs.counts()[2], table.both_tied() + table.won_and_lost());
            if let (Some(one), Some(other)) = (pairs.score(), games.score()) {
                prop_assert!((one.value - other.value).abs() < 1e-12);
            }
        }

        #[test]
        fn correlation_lies_between_minus_one_and_one(
            cells in prop::array::uniform3(prop::array::uniform3(0_u64..50))
        ) {
            if let Some(rho) = PairTable::from_counts(cells).correlation() {
                prop_assert!((-1.0..=1.0).contains(&rho));
            }
        }
    }
}
