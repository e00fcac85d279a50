//! A range with two ends, and an estimate with its error.

use crate::special::student_quantile;

/// The 97.5 % point of the standard normal distribution: half-width, in standard errors, of a 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A closed range of real numbers, in the unit of the quantity it brackets.
///
/// ```
/// use overhear_stats::Interval;
/// let interval = Interval::around(0.5, 0.1);
/// assert!(interval.contains(0.45) && !interval.contains(0.3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// From 0 to 1: the range of shares and mean scores.
    pub const UNIT: Self = Self { low: 0.0, high: 1.0 };

    /// The range without known ends: it contains no value and lies in no range.
    const UNKNOWN: Self = Self { low: f64::NAN, high: f64::NAN };

    /// Returns the range between two ends, given in either order. Both ends are NaN if either argument is.
    pub fn new(one: f64, other: f64) -> Self {
        if one.is_nan() || other.is_nan() {
            return Self::UNKNOWN;
        }
        Self { low: one.min(other), high: one.max(other) }
    }

    /// Returns the symmetric range `centre ± half_width`.
    pub fn around(centre: f64, half_width: f64) -> Self {
        Self::new(centre - half_width, centre + half_width)
    }

    /// Returns the distance between the ends.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// Returns half the distance between the ends: the number printed after "±".
    pub fn half_width(self) -> f64 {
        self.width() / 2.0
    }

    /// Returns `true` if `value` lies between the ends, ends included.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Returns `true` if every point of `self` lies in `outer`, ends included.
    pub fn is_within(self, outer: Self) -> bool {
        outer.low <= self.low && self.high <= outer.high
    }

    /// Returns the smallest range that contains both ranges. Both ends are NaN if any end is.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        if [self.low, self.high, other.low, other.high].iter().any(|end| end.is_nan()) {
            return Self::UNKNOWN;
        }
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Returns the range with both ends cut to `bounds`; a NaN end stays NaN.
    ///
    /// # Panics
    /// If `bounds.low` exceeds `bounds.high`, or either is NaN.
    #[must_use]
    pub fn clamp(self, bounds: Self) -> Self {
        Self { low: self.low.clamp(bounds.low, bounds.high), high: self.high.clamp(bounds.low, bounds.high) }
    }

    /// Returns the range with both ends cut to `[0, 1]`.
    #[must_use]
    pub fn clamp_share(self) -> Self {
        self.clamp(Self::UNIT)
    }

    /// Returns the image under a monotone function; a falling function exchanges the ends.
    #[must_use]
    pub fn map(self, monotone: impl Fn(f64) -> f64) -> Self {
        Self::new(monotone(self.low), monotone(self.high))
    }
}

/// A number estimated from data, with its standard error and 95 % interval, all in the same unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The standard error.
    pub se: f64,
    /// The 95 % interval.
    pub interval: Interval,
}

impl Estimate {
    /// Returns an estimate with the normal interval `value ± 1.96 se`.
    pub fn normal(value: f64, se: f64) -> Self {
        Self { value, se, interval: Interval::around(value, Z95 * se) }
    }

    /// Returns an estimate with the interval `value ± t se`, `t` being Student's 97.5 % point at `freedom`
    /// degrees.
    pub fn student(value: f64, se: f64, freedom: u64) -> Self {
        Self { value, se, interval: Interval::around(value, student_quantile(0.975, freedom) * se) }
    }

    /// Returns the estimate in another unit: value, error and interval times `factor`.
    #[must_use]
    pub fn scale(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            se: self.se * factor.abs(),
            interval: self.interval.map(|end| end * factor),
        }
    }

    /// Returns the estimate measured from another origin: `offset` is added to the value and both ends.
    #[must_use]
    pub fn shift(self, offset: f64) -> Self {
        Self {
            value: self.value + offset,
            se: self.se,
            interval: Interval { low: self.interval.low + offset, high: self.interval.high + offset },
        }
    }

    /// Returns the estimate with its interval cut to `[0, 1]`.
    #[must_use]
    pub fn clamp_share(self) -> Self {
        Self { interval: self.interval.clamp_share(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_come_in_order() {
        assert_eq!(Interval::new(2.0, 1.0), Interval { low: 1.0, high: 2.0 });
        assert_eq!(Interval::new(1.0, 2.0).map(|x| -x), Interval { low: -2.0, high: -1.0 });
    }

    #[test]
    fn what_is_no_number_does_not_vanish() {
        let (nan, unit) = (f64::NAN, Interval::UNIT);
        for unknown in [Interval::new(nan, 1.0), Interval::new(1.0, nan), Interval::around(0.5, nan)] {
            for interval in [unknown, unknown.hull(unit), unit.hull(unknown), unknown.clamp_share()] {
                assert!(interval.low.is_nan() && interval.high.is_nan(), "{interval:?}");
            }
            assert!(!unknown.contains(0.5) && !unknown.is_within(unit));
        }
        assert_eq!(Interval::new(f64::INFINITY, f64::NEG_INFINITY).width(), f64::INFINITY);
    }

    #[test]
    #[should_panic(expected = "min > max")]
    fn bounds_in_the_wrong_order_cut_nothing() {
        let _ = Interval::UNIT.clamp(Interval { low: 1.0, high: 0.0 });
    }

    #[test]
    fn containment_counts_the_ends() {
        let interval = Interval { low: 0.0, high: 1.0 };
        assert!(interval.contains(0.0) && interval.contains(1.0));
        assert!(!interval.contains(-1e-9) && !interval.contains(1.0 + 1e-9));
        assert!(interval.is_within(interval));
        assert!(!interval.is_within(Interval { low: 0.1, high: 1.0 }));
    }

    #[test]
    fn cutting_moves_only_what_sticks_out() {
        let cut = Interval { low: -0.5, high: 0.5 }.clamp_share();
        assert_eq!(cut, Interval { low: 0.0, high: 0.5 });
    }

    #[test]
    fn an_estimate_of_a_share_keeps_its_value_and_cuts_its_interval() {
        let sure = Estimate::normal(1.0, 0.1);
        let cut = sure.clamp_share();
        assert_eq!((cut.value, cut.se), (sure.value, sure.se));
        assert_eq!(cut.interval, Interval { low: sure.interval.low, high: 1.0 });
        assert!(sure.interval.high > 1.0);
    }

    #[test]
    fn a_negative_unit_turns_the_interval_over() {
        let scaled = Estimate::normal(1.0, 1.0).scale(-2.0);
        assert!((scaled.value + 2.0).abs() < 1e-15 && (scaled.se - 2.0).abs() < 1e-15);
        assert!(scaled.interval.low < scaled.interval.high && scaled.interval.contains(-2.0));
    }

    #[test]
    fn student_is_wider_than_normal_and_meets_it() {
        let normal = Estimate::normal(0.0, 1.0).interval;
        assert!(Estimate::student(0.0, 1.0, 5).interval.width() > normal.width());
        let far = Estimate::student(0.0, 1.0, 100_000_000).interval;
        assert!((far.high - normal.high).abs() < 1e-6);
    }

    #[test]
    fn another_origin_moves_the_value_and_both_ends() {
        let score = Estimate { value: 3.0, se: 0.5, interval: Interval { low: 2.0, high: 5.0 } };
        let moved = Estimate { value: 10.0, se: 0.5, interval: Interval { low: 9.0, high: 12.0 } };
        assert_eq!(score.shift(7.0), moved);
        let scaled = Estimate { value: 9.0, se: 1.5, interval: Interval { low: 6.0, high: 15.0 } };
        assert_eq!(score.scale(3.0), scaled);
    }
}
