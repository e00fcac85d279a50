//! Seat-swapped pairs of games by their score: the pentanomial of engine testing.
//!
//! Formulas as in fishtest and fastchess: variance with divisor N, Elo from the mean score, normalised Elo
//! after Van den Bergh. Pairs, not games, are the independent observations.

use crate::elo::{ScoreMoments, elo_of_counts, normalized_elo_of_counts, score_of_counts};
use crate::{Elo, Estimate, NormalizedElo, Trinomial};

/// Counts of pairs that scored 0, ½, 1, 1½ and 2 points out of 2.
///
/// ```
/// use overhear_stats::Pentanomial;
/// let pairs = Pentanomial::new([34, 54, 63, 64, 75]);
/// let elo = pairs.elo().expect("there are pairs");
/// assert_eq!(format!("{:.2} ± {:.2}", elo.value, elo.error), "55.58 ± 27.65");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    counts: [u64; 5],
}

impl From<[u64; 5]> for Pentanomial {
    fn from(counts: [u64; 5]) -> Self {
        Self::new(counts)
    }
}

impl Pentanomial {
    /// Creates the counts of pairs that scored 0, ½, 1, 1½ and 2.
    ///
    /// Above 10^18 pairs, estimates may be `None`.
    pub fn new(counts: [u64; 5]) -> Self {
        Self { counts }
    }

    /// Returns the counts of pairs that scored 0, ½, 1, 1½ and 2.
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.into_iter().fold(0, u64::saturating_add)
    }

    /// Adds the pairs of another count.
    pub fn merge(&mut self, other: &Self) {
        for (own, more) in self.counts.iter_mut().zip(other.counts) {
            *own = own.saturating_add(more);
        }
    }

    /// Returns the counts from the opponent's point of view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut counts = self.counts;
        counts.reverse();
        Self { counts }
    }

    fn moments(&self) -> Option<ScoreMoments> {
        ScoreMoments::of_counts(&self.counts, 2.0)
    }

    /// Returns the variance of the score per game of one pair (0 to 1), divisor N; `None` without pairs.
    pub fn variance(&self) -> Option<f64> {
        self.moments().map(|moments| moments.variance)
    }

    /// Returns the mean score per game with the 95 % interval of a [`BoundedSample`](crate::BoundedSample);
    /// `None` without pairs. The interval has a width even if all pairs scored alike.
    pub fn score(&self) -> Option<Estimate> {
        score_of_counts(&self.counts)
    }

    /// Returns the Elo difference of the mean score; `None` without pairs.
    ///
    /// After a clean sweep the value and one end are infinite; the other end is finite.
    pub fn elo(&self) -> Option<Elo> {
        elo_of_counts(&self.counts)
    }

    /// Returns the normalised Elo difference: 800/ln 10 · (mean − ½)/√(2 V).
    ///
    /// Returns `None` if all pairs are exact ties, as for an agent against itself. After a clean sweep the
    /// value and one end are infinite.
    pub fn normalized_elo(&self) -> Option<NormalizedElo> {
        normalized_elo_of_counts(&self.counts, 2.0)
    }

    /// Returns LOS as chess programs print it, Φ((mean − ½)/se): one less the one-sided p-value of “not stronger”, no
    /// probability of being stronger; `None` without pairs.
    ///
    /// If all pairs scored alike there is no error. The signed root of the likelihood ratio then replaces the
    /// quotient, so that a few pairs never give certainty.
    pub fn los(&self) -> Option<f64> {
        self.moments().map(|moments| moments.los())
    }

    /// Returns the number of independent games that one game of a pair is worth: half the variance of a game
    /// over that of a pair.
    ///
    /// `games` are the single games of these pairs. A value above 1 means that pairing helps. Returns `None`
    /// without pairs or if all pairs scored alike.
    pub fn variance_ratio(&self, games: &Trinomial) -> Option<f64> {
        let pair = self.variance().filter(|&variance| variance > 0.0)?;
        Some(games.variance()? / 2.0 / pair)
    }

    /// Returns the correlation of the two games of a pair, 2 V/σ² − 1, with one mean and variance for both
    /// seats.
    ///
    /// `games` are the single games of these pairs. If a seat has an advantage,
    /// [`PairTable::correlation`](crate::PairTable::correlation) is the better number. Returns `None` if all
    /// games ended alike.
    pub fn intraclass_correlation(&self, games: &Trinomial) -> Option<f64> {
        let game = games.variance().filter(|&variance| variance > 0.0)?;
        Some(2.0 * self.variance()? / game - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameResult, Interval, PairTable};
    use proptest::prelude::*;

    #[test]
    fn s1_golden_estimates() {
        let pairs = Pentanomial::new([34, 54, 63, 64, 75]);
        let (elo, normalized) = (pairs.elo().expect("pairs"), pairs.normalized_elo().expect("spread"));
        assert!((elo.value - 55.58).abs() < 0.005 && (elo.error - 27.65).abs() < 0.005);
        assert!((normalized.value - 57.94).abs() < 0.005 && (normalized.error - 28.28).abs() < 0.005);
        assert_eq!(format!("{:.3}", 100.0 * pairs.los().expect("pairs")), "99.997");

        let pairs = Pentanomial::new([7895, 8757, 5685, 568, 9999]);
        let (elo, normalized) = (pairs.elo().expect("pairs"), pairs.normalized_elo().expect("spread"));
        assert!((elo.value + 21.04).abs() < 0.005 && (elo.error - 2.95).abs() < 0.005);
        assert!((normalized.value + 19.01).abs() < 0.005 && (normalized.error - 2.65).abs() < 0.005);
    }

    #[test]
    fn s1_golden_variance_and_normalized_elo() {
        let pairs = Pentanomial::new([13, 37, 50, 25, 3]);
        assert_eq!(pairs.variance(), Some(0.057_617_187_5));
        assert!((pairs.normalized_elo().expect("spread").value + 63.97).abs() < 0.005);
    }

    #[test]
    fn no_pairs_no_numbers() {
        let none = Pentanomial::default();
        assert_eq!((none.score(), none.elo(), none.los()), (None, None, None));
        assert_eq!(none.normalized_elo(), None);
        assert_eq!(none.variance_ratio(&Trinomial::default()), None);
        assert_eq!(none.intraclass_correlation(&Trinomial::default()), None);
    }

    #[test]
    fn more_pairs_than_anybody_plays_have_no_estimates_but_wrong_ones() {
        let most = Pentanomial::new([0, 0, 0, 0, u64::MAX]);
        assert_eq!((most.elo(), most.score(), most.normalized_elo()), (None, None, None));
        let mut twice = Pentanomial::new([1; 5]);
        (0..2).for_each(|_| twice.merge(&most));
        assert_eq!((twice.pairs(), twice.counts()[4], twice.variance()), (u64::MAX, u64::MAX, None));
        let many = Pentanomial::new([0, 0, 1_000_000_000_000_000, 0, 1_000_000_000_000_000]);
        assert_eq!((many.variance(), many.score().map(|score| score.value)), (Some(0.0625), Some(0.75)));
        assert!(many.elo().is_some_and(|elo| elo.interval.contains(elo.value) && elo.error > 0.0));
    }

    #[test]
    fn an_agent_against_itself_is_exactly_even() {
        let even = Pentanomial::new([0, 0, 1000, 0, 0]);
        let score = even.score().expect("pairs");
        assert!(score.value == 0.5 && score.interval.width() > 0.0 && score.interval.width() < 0.01);
        assert_eq!(even.elo().map(|elo| (elo.value, elo.error)), Some((0.0, 0.0)));
        assert_eq!((even.los(), even.normalized_elo()), (Some(0.5), None));
        let games = Trinomial { losses: 400, ties: 1200, wins: 400 };
        assert_eq!(even.variance_ratio(&games), None);
        assert_eq!(even.intraclass_correlation(&games), Some(-1.0));
    }

    #[test]
    fn a_clean_sweep_is_open_above_and_known_below() {
        let sweep = Pentanomial::new([0, 0, 0, 0, 7]);
        let (elo, nelo) = (sweep.elo().expect("pairs"), sweep.normalized_elo().expect("pairs"));
        assert_eq!((elo.value, elo.interval.high), (f64::INFINITY, f64::INFINITY));
        assert!(elo.interval.low > 0.0 && elo.interval.low < 400.0, "{elo:?}");
        assert!(nelo.interval.high == f64::INFINITY && nelo.interval.low.is_finite());
        let (los, reversed) = (sweep.los().expect("pairs"), sweep.reversed().los().expect("pairs"));
        assert!(los > 0.99 && los < 1.0 && (los + reversed - 1.0).abs() < 1e-12, "{los} {reversed}");
        assert!(Pentanomial::new([0, 0, 0, 0, 1]).los().is_some_and(|los| los < 0.9));
        let games = Trinomial { wins: 14, ..Trinomial::default() };
        assert_eq!(sweep.intraclass_correlation(&games), None);
    }

    #[test]
    fn without_a_seat_effect_the_two_correlations_agree() {
        let mut table = PairTable::default();
        for (one, other, times) in [
            (GameResult::Win, GameResult::Win, 4),
            (GameResult::Win, GameResult::Loss, 9),
            (GameResult::Loss, GameResult::Win, 9),
            (GameResult::Loss, GameResult::Loss, 4),
        ] {
            (0..times).for_each(|_| table.record(one, other));
        }
        let (pairs, games) = (table.pentanomial(), table.games());
        let rho = table.correlation().expect("spread");
        assert!((pairs.intraclass_correlation(&games).expect("spread") - rho).abs() < 1e-12);
        assert!((pairs.variance_ratio(&games).expect("spread") - 1.0 / (1.0 + rho)).abs() < 1e-12);
    }

    #[test]
    fn counts_become_pairs_as_they_are() {
        assert_eq!(Pentanomial::from([1, 2, 3, 4, 5]).counts(), [1, 2, 3, 4, 5]);
    }

    proptest! {
        #[test]
        fn intervals_contain_the_estimates(counts in prop::array::uniform5(0_u64..5000)) {
            let pairs = Pentanomial::new(counts);
            prop_assume!(pairs.pairs() > 0);
            let (score, elo) = (pairs.score().expect("pairs"), pairs.elo().expect("pairs"));
            prop_assert!(score.interval.contains(score.value));
            prop_assert!(score.interval.is_within(Interval::UNIT));
            prop_assert!(elo.interval.contains(elo.value) && elo.error.is_finite());
            prop_assert!(pairs.los().is_some_and(|los| (0.0..=1.0).contains(&los)));
        }

        #[test]
        fn exchange_of_the_players_changes_the_sign(counts in prop::array::uniform5(0_u64..5000)) {
            let pairs = Pentanomial::new(counts);
            prop_assume!(pairs.pairs() > 0);
            let (one, other) = (pairs.elo().expect("pairs"), pairs.reversed().elo().expect("pairs"));
            let opposite = |a: f64, b: f64| a == -b || (a + b).abs() < 1e-5;
            prop_assert!(opposite(one.value, other.value));
            prop_assert!(opposite(one.interval.low, other.interval.high));
            let sum = pairs.los().expect("pairs") + pairs.reversed().los().expect("pairs");
            prop_assert!((sum - 1.0).abs() < 1e-12);
        }
    }
}
