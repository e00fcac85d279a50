//! The difference of two estimates of separate runs, from their intervals alone.

use crate::Interval;

/// B less A where `a` and `b` are values with their 95 % intervals and independent of each other: the ends lie where the
/// squares of the two distances add up (Zou & Donner 2008, "MOVER"), so that lopsided intervals stay lopsided.
///
/// ```
/// use overhear_stats::{Interval, difference_apart};
/// let a = (0.5, Interval { low: 0.46, high: 0.54 });
/// let b = (0.6, Interval { low: 0.57, high: 0.63 });
/// let ends = difference_apart(a, b);
/// assert!((ends.low - 0.05).abs() < 1e-12 && (ends.high - 0.15).abs() < 1e-12);
/// ```
pub fn difference_apart(a: (f64, Interval), b: (f64, Interval)) -> Interval {
    let ((value_a, a), (value_b, b)) = (a, b);
    let difference = value_b - value_a;
    Interval {
        low: difference - libm::hypot(value_b - b.low, a.high - value_a),
        high: difference + libm::hypot(b.high - value_b, value_a - a.low),
    }
}
