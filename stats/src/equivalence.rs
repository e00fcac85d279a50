//! Equivalence tests: two one-sided tests that a difference is small enough to ignore (Schuirmann 1987).

use crate::special::{student_cdf, student_quantile};
use crate::{Estimate, Interval};

/// The outcome of a test that a difference lies within an equivalence margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equivalence {
    /// The interval of level 1 − 2 alpha that must lie within the margin.
    pub interval: Interval,
    /// The larger p-value of the two one-sided tests.
    pub p_value: f64,
    /// `true` if equivalence is declared: the interval lies strictly within the equivalence margin.
    pub equivalent: bool,
}

/// Tests whether `difference` lies strictly between −`margin` and `margin`, at level `alpha`.
///
/// `freedom` is the degrees of freedom of the standard error: deals − 1. Returns `None` unless the
/// equivalence margin is positive, `alpha` lies between 0 and ½ and `freedom` is at least 1. Returns `None`
/// as well if the difference or its error is not a number.
///
/// ```
/// use overhear_stats::{Estimate, equivalence};
/// let seat = Estimate::student(0.001, 0.002, 9_999);
/// assert!(equivalence(&seat, 9_999, 0.01, 0.05).is_some_and(|found| found.equivalent));
/// assert!(equivalence(&seat, 9_999, 0.004, 0.05).is_some_and(|found| !found.equivalent));
/// ```
pub fn equivalence(difference: &Estimate, freedom: u64, margin: f64, alpha: f64) -> Option<Equivalence> {
    let is_known = difference.value.is_finite() && !difference.se.is_nan();
    if !(is_known && margin > 0.0 && alpha > 0.0 && alpha < 0.5 && freedom > 0) {
        return None;
    }
    let interval = Interval::around(difference.value, student_quantile(1.0 - alpha, freedom) * difference.se);
    let room = margin - difference.value.abs();
    let p_value = if difference.se > 0.0 {
        student_cdf(-room / difference.se, freedom)
    } else {
        f64::from(u8::from(room <= 0.0))
    };
    let equivalent = -margin < interval.low && interval.high < margin;
    Some(Equivalence { interval, p_value, equivalent })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn questions_without_sense_have_no_answer() {
        let difference = Estimate::normal(0.0, 1.0);
        for (freedom, margin, alpha) in [(0, 1.0, 0.05), (9, 0.0, 0.05), (9, 1.0, 0.0), (9, 1.0, 0.5)] {
            assert_eq!(equivalence(&difference, freedom, margin, alpha), None);
        }
        for (value, se) in [(f64::NAN, 1.0), (0.0, f64::NAN), (f64::INFINITY, 1.0)] {
            assert_eq!(equivalence(&Estimate::normal(value, se), 9, 1.0, 0.05), None, "{value} {se}");
        }
    }

    #[test]
    fn an_exact_zero_is_equivalent_and_an_exact_margin_is_not() {
        let exact = |value| equivalence(&Estimate::normal(value, 0.0), 9, 1.0, 0.05).expect("valid");
        assert!(exact(0.0).equivalent && exact(0.0).p_value.abs() < 1e-15);
        assert!(!exact(1.0).equivalent && (exact(1.0).p_value - 1.0).abs() < 1e-15);
    }

    proptest! {
        #[test]
        fn interval_and_p_value_tell_the_same(
            value in -2.0..2.0_f64, se in 0.01..1.0_f64, freedom in 1_u64..500, alpha in 0.001..0.4_f64
        ) {
            let test = equivalence(&Estimate::normal(value, se), freedom, 1.0, alpha).expect("valid");
            prop_assume!((test.p_value - alpha).abs() > 1e-7);
            prop_assert_eq!(test.equivalent, test.p_value < alpha);
        }
    }
}
