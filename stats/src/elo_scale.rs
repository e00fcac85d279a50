//! The Elo scale and its units: 400 points are odds of ten to one.

use core::f64::consts::LN_10;

/// Elo points per unit of natural log odds: 400 / ln 10.
pub const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Normalised Elo per standard deviation of a single game: 800 / ln 10, so that with σ = ½ it equals Elo.
pub const NELO_UNIT: f64 = 800.0 / LN_10;

/// Distance from 0 and 1 at which fishtest cuts a score before it computes the error it prints.
const SCORE_MARGIN: f64 = 1e-3;

/// Returns the Elo difference at which the mean score is `score`.
///
/// The result is infinite for 0 and 1, which no finite difference explains.
///
/// ```
/// assert_eq!(overhear_stats::elo_of_score(0.5), 0.0);
/// assert!((overhear_stats::elo_of_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
/// assert_eq!(overhear_stats::elo_of_score(1.0), f64::INFINITY);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    let inner = score.clamp(0.0, 1.0);
    ELO_PER_NAT * (libm::log(inner) - libm::log1p(-inner))
}

/// Returns the Elo difference of a score cut to 0.001 and 0.999.
pub(crate) fn cut_elo(score: f64) -> f64 {
    elo_of_score(score.clamp(SCORE_MARGIN, 1.0 - SCORE_MARGIN))
}

/// Returns the mean score expected at an Elo difference: 1 / (1 + 10^(−elo/400)).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / ELO_PER_NAT))
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
    fn extreme_scores_are_open_and_cut_only_for_the_error_of_the_field() {
        assert_eq!((elo_of_score(0.0), elo_of_score(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!((cut_elo(1.0) - 1199.826).abs() < 1e-3 && (cut_elo(0.0) + cut_elo(1.0)).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn score_and_elo_invert_each_other(elo in -1000.0..1000.0_f64) {
            prop_assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-8);
        }

        #[test]
        fn exchange_of_the_players_changes_the_sign(score in 1e-9..1.0_f64) {
            prop_assert!((elo_of_score(score) + elo_of_score(1.0 - score)).abs() < 1e-8);
        }
    }
}
