//! The number of pairs needed by a sequential test and by a match of fixed length.

use crate::special::normal_quantile;
use crate::{EloModel, NELO_UNIT, Sprt, SprtError, Z95, score_of_elo};

/// The expected number of pairs of a sequential test, by Wald's approximation without overshoot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedPairs {
    /// The number if H0 holds exactly.
    pub at_h0: f64,
    /// The number if H1 holds exactly.
    pub at_h1: f64,
    /// The number if the truth lies midway: close to the worst case.
    pub midway: f64,
}

impl Sprt {
    /// Returns the expected number of pairs of the test.
    ///
    /// `pair_variance` is the variance of the score per game of a pair ([`Pentanomial::variance`]); a test on
    /// the scale of normalised Elo does not depend on it.
    ///
    /// ```
    /// use overhear_stats::{EloModel, Sprt};
    /// let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized)?;
    /// assert_eq!(sprt.expected_pairs(0.05).midway.round(), 20_931.0);
    /// # Ok::<(), overhear_stats::SprtError>(())
    /// ```
    ///
    /// [`Pentanomial::variance`]: crate::Pentanomial::variance
    pub fn expected_pairs(&self, pair_variance: f64) -> ExpectedPairs {
        let hypotheses = self.hypotheses();
        let gap = match self.model() {
            EloModel::Normalized => core::f64::consts::SQRT_2 * hypotheses.width() / NELO_UNIT,
            EloModel::Logistic => hypotheses.map(score_of_elo).width() / pair_variance.sqrt(),
        };
        let ((alpha, beta), bounds) = (self.error_rates(), self.bounds());
        // Under H1 the log-likelihood ratio drifts by gap²/2 per pair, under H0 by the negative, midway not
        // at all. Wald: expected length = expected final value / drift; midway, variance gap² per pair
        // replaces the drift.
        let drift = gap * gap / 2.0;
        ExpectedPairs {
            at_h0: -((1.0 - alpha) * bounds.low + alpha * bounds.high) / drift,
            at_h1: ((1.0 - beta) * bounds.high + beta * bounds.low) / drift,
            midway: -bounds.low * bounds.high / (gap * gap),
        }
    }
}

/// A row of the table of expected lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerRow {
    /// The gap between the hypotheses, in normalised Elo, which is also the difference to detect.
    pub nelo_gap: f64,
    /// The expected length of a sequential test of 0 against the gap.
    pub sequential: ExpectedPairs,
    /// The pairs of a match of fixed length with the same error rates.
    pub fixed: f64,
}

/// Returns the expected lengths of one-sided tests of 0 against each gap, in pairs.
///
/// # Errors
/// [`SprtError`] as from [`Sprt::new`]: gaps must be positive.
pub fn power_table(nelo_gaps: &[f64], alpha: f64, beta: f64) -> Result<Vec<PowerRow>, SprtError> {
    let rows = nelo_gaps.iter().map(|&nelo_gap| {
        let sprt = Sprt::new(0.0, nelo_gap, alpha, beta, EloModel::Normalized)?;
        let fixed = fixed_pairs(nelo_gap, alpha, beta);
        Ok(PowerRow { nelo_gap, sequential: sprt.expected_pairs(1.0), fixed })
    });
    rows.collect()
}

/// Returns the number of pairs after which a one-sided test of level `alpha` finds a difference with
/// probability 1 − `beta`.
pub fn fixed_pairs(nelo: f64, alpha: f64, beta: f64) -> f64 {
    let needed = normal_quantile(1.0 - alpha) + normal_quantile(1.0 - beta);
    let ratio = needed * NELO_UNIT / nelo;
    ratio * ratio / 2.0
}

/// Returns the "±" to expect after `pairs` pairs, in normalised Elo; infinite for none.
///
/// Between even players without ties and without correlation within pairs, the value equals the "±" in Elo.
pub fn expected_error(pairs: u64) -> f64 {
    Z95 * NELO_UNIT / (2.0 * pairs as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pentanomial;

    #[test]
    fn s2_golden_expected_lengths() {
        let table = power_table(&[2.0, 5.0, 10.0, 20.0], 0.05, 0.05).expect("positive gaps");
        let golden = [(79_971.0, 130_817.0), (12_795.0, 20_931.0), (3_199.0, 5_233.0), (800.0, 1_308.0)];
        for (row, (at_hypotheses, worst)) in table.iter().zip(golden) {
            assert!((row.sequential.at_h0 - at_hypotheses).abs() <= 0.5, "{row:?}");
            assert!((row.sequential.at_h1 - at_hypotheses).abs() <= 0.5, "{row:?}");
            assert!((row.sequential.midway - worst).abs() <= 0.5, "{row:?}");
        }
    }

    #[test]
    fn a_gap_must_be_positive() {
        assert!(power_table(&[0.0], 0.05, 0.05).is_err());
        assert!(power_table(&[], 0.05, 0.05).is_ok_and(|rows| rows.is_empty()));
    }

    #[test]
    fn the_sequential_test_is_shorter_on_the_average() {
        let row = power_table(&[5.0], 0.05, 0.05).expect("a positive gap")[0];
        assert!(row.sequential.at_h0 < row.fixed && row.sequential.midway < row.fixed);
    }

    #[test]
    fn near_even_both_scales_expect_the_same_length() {
        let variance = 0.125;
        let plan = |model| Sprt::new(0.0, 2.0, 0.05, 0.1, model).expect("a valid plan");
        let [one, other] = EloModel::ALL.map(|model| plan(model).expected_pairs(variance));
        assert!((one.at_h0 / other.at_h0 - 1.0).abs() < 1e-3 && (one.at_h1 / other.at_h1 - 1.0).abs() < 1e-3);
    }

    #[test]
    fn the_error_to_expect_is_the_error_found() {
        let pairs = Pentanomial::new([34, 54, 63, 64, 75]);
        let error = pairs.normalized_elo().expect("spread").error;
        assert!((expected_error(pairs.pairs()) - error).abs() < 1e-9);
        assert!(expected_error(0).is_infinite());
    }

    #[test]
    fn a_fixed_match_is_as_long_as_the_tables_of_the_normal_law_say() {
        // (1.644854 + 1.281552)² · (800 / ln 10)² / (2 · 5²), with the 95 % and the 90 % point.
        let pairs = fixed_pairs(5.0, 0.05, 0.1);
        assert!((pairs - 20_675.1).abs() < 0.5, "{pairs}");
        assert!((fixed_pairs(5.0, 0.1, 0.05) - pairs).abs() < 1e-6);
    }
}
