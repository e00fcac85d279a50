//! Adjustments of p-values for multiple tests.

/// A method to adjust p-values for the number of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjustment {
    /// Holm (1979): bounds the chance of any false finding by the level, under any dependence.
    Holm,
    /// Benjamini & Hochberg (1995): bounds the expected share of false findings. It is proven for independent
    /// tests and for many against one control, not for all pairwise comparisons.
    BenjaminiHochberg,
    /// Benjamini & Yekutieli (2001): bounds the expected share of false findings under any dependence, at the
    /// price of a factor Σ 1/i.
    BenjaminiYekutieli,
}

impl Adjustment {
    /// All adjustments.
    pub const ALL: [Self; 3] = [Self::Holm, Self::BenjaminiHochberg, Self::BenjaminiYekutieli];

    /// Returns the adjusted p-values, in the order given. Each can be compared with the level on its own.
    ///
    /// A value outside 0..=1 comes back as NaN and does not count as a test.
    ///
    /// ```
    /// use overhear_stats::Adjustment;
    /// let adjusted = Adjustment::Holm.adjust(&[0.01, 0.04, 0.03]);
    /// assert_eq!(adjusted, [0.03, 0.06, 0.06]);
    /// ```
    pub fn adjust(self, p_values: &[f64]) -> Vec<f64> {
        let mut order: Vec<usize> =
            (0..p_values.len()).filter(|&i| (0.0..=1.0).contains(&p_values[i])).collect();
        order.sort_by(|&i, &j| p_values[i].total_cmp(&p_values[j]));
        let sorted: Vec<f64> = order.iter().map(|&i| p_values[i]).collect();
        let raised = match self {
            Self::Holm => step_down(&sorted),
            Self::BenjaminiHochberg => step_up(&sorted, 1.0),
            Self::BenjaminiYekutieli => step_up(&sorted, harmonic(sorted.len())),
        };
        let mut adjusted = vec![f64::NAN; p_values.len()];
        for (place, value) in order.into_iter().zip(raised) {
            adjusted[place] = value;
        }
        adjusted
    }

    /// Returns the adjusted p-values where some tests could not be made; `None` stays `None` and does not
    /// count as a test.
    ///
    /// ```
    /// use overhear_stats::Adjustment;
    /// let adjusted = Adjustment::Holm.adjust_known(&[Some(0.01), None, Some(0.04)]);
    /// assert_eq!(adjusted, [Some(0.02), None, Some(0.04)]);
    /// ```
    pub fn adjust_known(self, p_values: &[Option<f64>]) -> Vec<Option<f64>> {
        let known: Vec<f64> = p_values.iter().flatten().copied().collect();
        let mut adjusted = self.adjust(&known).into_iter();
        p_values.iter().map(|p| p.and_then(|_| adjusted.next())).collect()
    }
}

fn step_down(sorted: &[f64]) -> Vec<f64> {
    let tests = sorted.len();
    let raised = sorted.iter().enumerate().map(|(i, p)| p * (tests - i) as f64);
    raised
        .scan(0.0, |highest: &mut f64, p| {
            *highest = highest.max(p.min(1.0));
            Some(*highest)
        })
        .collect()
}

fn step_up(sorted: &[f64], factor: f64) -> Vec<f64> {
    let tests = sorted.len() as f64;
    let mut lowest = 1.0_f64;
    let mut raised: Vec<f64> = Vec::with_capacity(sorted.len());
    for (i, p) in sorted.iter().enumerate().rev() {
        lowest = lowest.min(p * factor * tests / (i + 1) as f64);
        raised.push(lowest);
    }
    raised.reverse();
    raised
}

fn harmonic(tests: usize) -> f64 {
    (1..=tests).rev().map(|i| 1.0 / i as f64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn s8_textbook_values() {
        let p = [0.01, 0.02, 0.03, 0.04, 0.05];
        let close = |adjusted: Vec<f64>, expected: [f64; 5]| {
            adjusted.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12)
        };
        assert!(close(Adjustment::Holm.adjust(&p), [0.05, 0.08, 0.09, 0.09, 0.09]));
        assert!(close(Adjustment::BenjaminiHochberg.adjust(&p), [0.05; 5]));
        assert!(close(Adjustment::BenjaminiYekutieli.adjust(&p), [0.05 * 137.0 / 60.0; 5]));
    }

    #[test]
    fn none_and_one_stay_as_they_are() {
        for adjustment in Adjustment::ALL {
            assert!(adjustment.adjust(&[]).is_empty());
            assert_eq!(adjustment.adjust(&[0.3]), [0.3]);
        }
    }

    #[test]
    fn what_is_no_p_value_stays_unknown_and_changes_no_other() {
        for adjustment in Adjustment::ALL {
            let alone = adjustment.adjust(&[0.01, 0.04]);
            for unknown in [f64::NAN, -0.1, 1.1, f64::INFINITY] {
                let adjusted = adjustment.adjust(&[0.01, unknown, 0.04]);
                assert!(adjusted[1].is_nan(), "{adjustment:?} {unknown}: {adjusted:?}");
                assert_eq!([adjusted[0], adjusted[2]], alone[..], "{adjustment:?} {unknown}");
            }
        }
    }

    #[test]
    fn tests_that_could_not_be_made_do_not_count() {
        let adjusted = Adjustment::Holm.adjust_known(&[None, Some(0.03), None, Some(0.01), Some(0.5)]);
        // Of three tests: 3 · 0.01, 2 · 0.03 and 1 · 0.5.
        assert_eq!(adjusted, [None, Some(0.06), None, Some(0.03), Some(0.5)]);
        assert_eq!(Adjustment::Holm.adjust_known(&[None, None]), [None, None]);
    }

    proptest! {
        #[test]
        fn values_rise_in_the_stated_order(p in prop::collection::vec(0.0..=1.0_f64, 1..30)) {
            let [holm, hochberg, yekutieli] = Adjustment::ALL.map(|adjustment| adjustment.adjust(&p));
            for i in 0..p.len() {
                prop_assert!(p[i] <= hochberg[i] + 1e-15 && hochberg[i] <= holm[i] + 1e-15);
                prop_assert!(hochberg[i] <= yekutieli[i] + 1e-15);
                prop_assert!(holm[i] <= 1.0 && yekutieli[i] <= 1.0);
            }
        }

        #[test]
        fn order_is_kept(p in prop::collection::vec(0.0..=1.0_f64, 2..30)) {
            for adjustment in Adjustment::ALL {
                let adjusted = adjustment.adjust(&p);
                for i in 1..p.len() {
                    prop_assert!((p[i] - p[i - 1]) * (adjusted[i] - adjusted[i - 1]) >= 0.0);
                }
            }
        }
    }
}
