//! Differences between estimates of separate runs, computed from their intervals alone.

use crate::special::normal_quantile;
use crate::{Interval, Z95};

/// Returns a 95 % interval widened so that `intervals` such intervals all hold at once with 95 % (Bonferroni, by
/// the normal quantile).
///
/// Both sides are stretched by one factor, so a skewed interval stays skewed.
///
/// ```
/// use overhear_stats::{Interval, bonferroni_interval};
/// let one = (0.5, Interval { low: 0.4, high: 0.55 });
/// assert_eq!(bonferroni_interval(one, 1), one.1);
/// let wider = bonferroni_interval(one, 10);
/// assert!((wider.low - 0.3568).abs() < 1e-4 && (wider.high - 0.5716).abs() < 1e-4);
/// ```
pub fn bonferroni_interval((value, Interval { low, high }): (f64, Interval), intervals: usize) -> Interval {
    if intervals < 2 {
        return Interval { low, high };
    }
    let factor = normal_quantile(1.0 - 0.025 / intervals as f64) / Z95;
    Interval { low: value - factor * (value - low), high: value + factor * (high - value) }
}

/// Returns the 95 % interval of B minus A, where `a` and `b` are independent values with their 95 % intervals.
///
/// The squares of the two distances to the ends add up (Zou & Donner 2008, "MOVER"). Skewed intervals
/// therefore give a skewed interval.
///
/// ```
/// use overhear_stats::{Interval, unpaired_difference_interval};
/// let a = (0.5, Interval { low: 0.46, high: 0.54 });
/// let b = (0.6, Interval { low: 0.57, high: 0.63 });
/// let ends = unpaired_difference_interval(a, b);
/// assert!((ends.low - 0.05).abs() < 1e-12 && (ends.high - 0.15).abs() < 1e-12);
/// ```
pub fn unpaired_difference_interval(a: (f64, Interval), b: (f64, Interval)) -> Interval {
    let ((value_a, a), (value_b, b)) = (a, b);
    let difference = value_b - value_a;
    Interval {
        low: difference - libm::hypot(value_b - b.low, a.high - value_a),
        high: difference + libm::hypot(b.high - value_b, value_a - a.low),
    }
}
