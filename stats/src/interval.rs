//! A range with two ends, and an estimate with its error.

use crate::special::student_quantile;

/// The 97.5 % point of the standard normal distribution: half-width, in standard errors, of a 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A closed range of real numbers, in the unit of whatever it brackets.
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

    /// What is left of a range of which nothing is known: it contains nothing and lies in nothing.
    const UNKNOWN: Self = Self { low: f64::NAN, high: f64::NAN };

    /// The range between two ends, given in either order. If one is NaN, both are.
    pub fn new(one: f64, other: f64) -> Self {
        if one.is_nan() || other.is_nan() {
            return Self::UNKNOWN;
        }
        Self { low: one.min(other), high: one.max(other) }
    }

    /// The symmetric range `centre ± half_width`.
    pub fn around(centre: f64, half_width: f64) -> Self {
        Self::new(centre - half_width, centre + half_width)
    }

    /// The distance between the ends.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// Half the distance between the ends: the number printed after "±".
    pub fn half_width(self) -> f64 {
        self.width() / 2.0
    }

    /// Whether `value` lies between the ends, ends included.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether every point of `self` lies in `outer`, ends included.
    pub fn is_within(self, outer: Self) -> bool {
        outer.low <= self.low && self.high <= outer.high
    }

    /// The least range that holds both. If an end of either is NaN, both ends are.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        if [self.low, self.high, other.low, other.high].iter().any(|end| end.is_nan()) {
            return Self::UNKNOWN;
        }
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Cuts both ends to `bounds`; an end that is NaN stays so.
    ///
    /// # Panics
    /// If the ends of `bounds` are in the wrong order, or NaN.
    #[must_use]
    pub fn clamp(self, bounds: Self) -> Self {
        Self { low: self.low.clamp(bounds.low, bounds.high), high: self.high.clamp(bounds.low, bounds.high) }
    }

    /// Cuts both ends to `[0, 1]`.
    #[must_use]
    pub fn clamp_share(self) -> Self {
        self.clamp(Self::UNIT)
    }

    /// The image under a monotone function; a falling one exchanges the ends.
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
    /// Its standard error.
    pub se: f64,
    /// Its 95 % interval.
    pub interval: Interval,
}

impl Estimate {
    /// An estimate with the normal interval `value ± 1.96 se`.
    pub fn normal(value: f64, se: f64) -> Self {
        Self { value, se, interval: Interval::around(value, Z95 * se) }
    }

    /// An estimate with the interval `value ± t se`, `t` being Student's 97.5 % point at `freedom` degrees.
    pub fn student(value: f64, se: f64, freedom: u64) -> Self {
        Self { value, se, interval: Interval::around(value, student_quantile(0.975, freedom) * se) }
    }

    /// The same estimate in another unit: everything times `factor`.
    #[must_use]
    pub fn scale(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            se: self.se * factor.abs(),
            interval: self.interval.map(|end| end * factor),
        }
    }

    /// The same estimate measured from another origin: `offset` is added to the value and both ends.
    #[must_use]
    pub fn shift(self, offset: f64) -> Self {
        Self {
            value: self.value + offset,
            se: self.se,
            interval: Interval { low: self.interval.low + offset, high: self.interval.high + offset },
        }
    }

    /// The same estimate with its interval cut to `[0, 1]`.
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
            for found in [unknown, unknown.hull(unit), unit.hull(unknown), unknown.clamp_share()] {
                assert!(found.low.is_nan() && found.high.is_nan(), "{found:?}");
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
}
