//! Wilson's score interval for the share of successes in independent trials (Wilson 1927).

use crate::{Interval, Z95};

/// Error returned when counts do not determine the interval of a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// There are no trials.
    #[error("no trials: a share needs at least one")]
    NoTrials,
    /// There are more successes than trials.
    #[error("{successes} successes in {trials} trials")]
    MoreSuccessesThanTrials {
        /// The number of successes.
        successes: u64,
        /// The number of trials.
        trials: u64,
    },
    /// The quantile is negative, or its square is not finite.
    #[error("the normal quantile of an interval must be a number from 0 up, 1.96 for 95 %")]
    NoQuantile,
}

/// Returns the 95 % score interval of a share: `successes` of `trials`.
///
/// The interval holds for **independent** trials only. Games of one pair or of one deal are dependent; pool
/// them with [`RatioMoments`](crate::RatioMoments).
///
/// # Errors
/// [`ShareError`] without trials or with more successes than trials.
///
/// ```
/// let interval = overhear_stats::wilson(81, 263)?;
/// assert!((interval.low - 0.255289).abs() < 5e-7 && (interval.high - 0.366210).abs() < 5e-7);
/// # Ok::<(), overhear_stats::ShareError>(())
/// ```
pub fn wilson(successes: u64, trials: u64) -> Result<Interval, ShareError> {
    wilson_at(successes, trials, Z95)
}

/// Returns Wilson's interval at another level: `z` is the normal quantile, 1.96 for 95 %.
///
/// # Errors
/// [`ShareError`] as from [`wilson`]; [`ShareError::NoQuantile`] if `z` is negative, NaN, or too large to be
/// squared.
pub fn wilson_at(successes: u64, trials: u64, z: f64) -> Result<Interval, ShareError> {
    if trials == 0 {
        return Err(ShareError::NoTrials);
    }
    if successes > trials {
        return Err(ShareError::MoreSuccessesThanTrials { successes, trials });
    }
    if !(z >= 0.0 && (z * z).is_finite()) {
        return Err(ShareError::NoQuantile);
    }
    let n = trials as f64;
    let share = successes as f64 / n;
    let shrink = 1.0 + z * z / n;
    let centre = (share + z * z / (2.0 * n)) / shrink;
    let half_width = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() / shrink;
    Ok(exact_at_the_edges(Interval::around(centre, half_width), successes, trials))
}

/// Sets the lower end to exactly 0 without successes, and the upper end to exactly 1 without failures.
fn exact_at_the_edges(interval: Interval, successes: u64, trials: u64) -> Interval {
    let low = if successes == 0 { 0.0 } else { interval.low };
    let high = if successes == trials { 1.0 } else { interval.high };
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn s5_golden_vectors() {
        for (k, n, low, high, digits) in [
            (81, 263, 0.255_289, 0.366_210, 5e-7),
            (15, 148, 0.062_386, 0.160_487, 5e-7),
            (0, 100_000, 0.0, 3.841_3e-5, 5e-10),
            (50_310, 100_000, 0.500_001, 0.506_199, 5e-7),
        ] {
            let interval = wilson(k, n).expect("valid counts");
            assert!((interval.low - low).abs() < digits, "{k}/{n}: {interval:?}");
            assert!((interval.high - high).abs() < digits, "{k}/{n}: {interval:?}");
        }
    }

    #[test]
    fn impossible_counts_are_refused() {
        assert_eq!(wilson(0, 0), Err(ShareError::NoTrials));
        assert_eq!(wilson(3, 2), Err(ShareError::MoreSuccessesThanTrials { successes: 3, trials: 2 }));
        assert!(wilson(2, 2).is_ok());
        for z in [f64::NAN, f64::INFINITY, 1e200, -1.0] {
            assert_eq!(wilson_at(2, 3, z), Err(ShareError::NoQuantile), "{z}");
        }
        assert!(
            wilson_at(2, 3, 0.0)
                .is_ok_and(|interval| interval.width() == 0.0 && interval.contains(2.0 / 3.0))
        );
        assert!(wilson_at(2, 3, 1e100).is_ok_and(|interval| interval.width() > 0.999));
    }

    proptest! {
        #[test]
        fn contains_the_share_and_stays_a_share(n in 1_u64..1_000_000, part in 0.0..=1.0_f64) {
            let k = ((n as f64 * part) as u64).min(n);
            let interval = wilson(k, n).expect("valid counts");
            prop_assert!(interval.contains(k as f64 / n as f64));
            prop_assert!(interval.is_within(Interval::UNIT));
        }

        #[test]
        fn failures_mirror_successes(n in 1_u64..100_000, part in 0.0..=1.0_f64) {
            let k = ((n as f64 * part) as u64).min(n);
            let (one, other) = (wilson(k, n).expect("valid"), wilson(n - k, n).expect("valid"));
            prop_assert!((one.low - (1.0 - other.high)).abs() < 1e-12);
            prop_assert!((one.high - (1.0 - other.low)).abs() < 1e-12);
        }
    }
}
