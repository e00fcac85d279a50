//! The Elo scale: 400 points are odds of ten to one.

use core::f64::consts::LN_10;

use crate::special::normal_cdf;
use crate::{Estimate, Interval, Z95};

/// Elo points per unit of natural log odds: 400 / ln 10.
pub const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Normalised Elo per standard deviation of a single game: 800 / ln 10, so that with σ = ½ it equals Elo.
pub const NELO_UNIT: f64 = 800.0 / LN_10;

const SCORE_MARGIN: f64 = 1e-3;

/// The Elo difference at which the mean score is `score`.
///
/// Scores beyond 0.001 and 0.999 are taken as those, so the result lies within ±1199.8.
///
/// ```
/// assert_eq!(overhear_stats::elo_of_score(0.5), 0.0);
/// assert!((overhear_stats::elo_of_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    let inner = score.clamp(SCORE_MARGIN, 1.0 - SCORE_MARGIN);
    ELO_PER_NAT * (libm::log(inner) - libm::log1p(-inner))
}

/// The mean score expected at an Elo difference: 1 / (1 + 10^(−elo/400)).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / ELO_PER_NAT))
}

/// A difference in strength in Elo points, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference at which the observed mean score is expected.
    pub value: f64,
    /// Half the width of `interval`: the number printed after "±".
    pub error: f64,
    /// The images of the ends of the score's interval; not symmetric about `value`.
    pub interval: Interval,
}

/// A difference in strength in units of the standard deviation of one game, times 800 / ln 10.
///
/// The interval takes that deviation as known (Van den Bergh, *normalized Elo*).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormalizedElo {
    /// The estimate.
    pub value: f64,
    /// The half-width of `interval`.
    pub error: f64,
    /// The symmetric 95 % interval.
    pub interval: Interval,
}

/// Mean and variance of the score of one observation, which is the mean of `games` games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ScoreMoments {
    pub(crate) observations: f64,
    pub(crate) games: f64,
    pub(crate) mean: f64,
    pub(crate) variance: f64,
}

impl ScoreMoments {
    /// From `counts[i]` observations that scored i / (cells − 1); nothing without observations.
    pub(crate) fn of_counts(counts: &[u64], games: f64) -> Option<Self> {
        let total: u128 = counts.iter().map(|&count| u128::from(count)).sum();
        let top = counts.len().checked_sub(1).filter(|_| total > 0)? as f64;
        let power = |exponent: u32| -> u128 {
            counts.iter().zip(0_u128..).map(|(&count, i)| u128::from(count) * i.pow(exponent)).sum()
        };
        let (first, second) = (power(1), power(2));
        let spread = (total * second - first * first) as f64;
        let n = total as f64;
        let variance = spread / (n * n * top * top);
        Some(Self { observations: n, games, mean: first as f64 / (n * top), variance })
    }

    fn standard_error(&self) -> f64 {
        (self.variance / self.observations).sqrt()
    }

    pub(crate) fn score(&self) -> Estimate {
        Estimate::normal(self.mean, self.standard_error()).clamp_share()
    }

    pub(crate) fn elo(&self) -> Elo {
        let interval = Estimate::normal(self.mean, self.standard_error()).interval.map(elo_of_score);
        Elo { value: elo_of_score(self.mean), error: interval.half_width(), interval }
    }

    pub(crate) fn normalized_elo(&self) -> Option<NormalizedElo> {
        if self.variance <= 0.0 {
            return None;
        }
        let game_deviation = (self.games * self.variance).sqrt();
        let value = NELO_UNIT * (self.mean - 0.5) / game_deviation;
        let error = Z95 * NELO_UNIT / (self.games * self.observations).sqrt();
        Some(NormalizedElo { value, error, interval: Interval::around(value, error) })
    }

    pub(crate) fn los(&self) -> f64 {
        let lead = self.mean - 0.5;
        if self.variance > 0.0 {
            return normal_cdf(lead / self.standard_error());
        }
        if lead == 0.0 { 0.5 } else { f64::from(u8::from(lead > 0.0)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_unit_is_that_of_the_field() {
        assert!((NELO_UNIT - 347.435_585_522_601_46).abs() < 1e-12);
    }

    #[test]
    fn extreme_scores_are_finite() {
        assert!((elo_of_score(1.0) - 1199.826).abs() < 1e-3);
        assert!((elo_of_score(0.0) + elo_of_score(1.0)).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn score_and_elo_invert_each_other(elo in -1000.0..1000.0_f64) {
            prop_assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-8);
        }

        #[test]
        fn exchange_of_the_players_changes_the_sign(score in 0.0..=1.0_f64) {
            prop_assert!((elo_of_score(score) + elo_of_score(1.0 - score)).abs() < 1e-8);
        }
    }
}
