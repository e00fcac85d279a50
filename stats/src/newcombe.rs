//! The difference of two shares counted on the same deals (Newcombe 1998, method 10).

use crate::wilson::wilson;
use crate::{Interval, ShareError};

/// Counts of deals by whether an event happened under A, under B, under both or under neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairedShares {
    /// Deals with the event under both.
    pub both: u64,
    /// Deals with the event under A alone.
    pub only_a: u64,
    /// Deals with the event under B alone.
    pub only_b: u64,
    /// Deals with the event under neither.
    pub neither: u64,
}

/// A difference of shares with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareDifference {
    /// The share under A less the share under B.
    pub value: f64,
    /// Newcombe's paired score interval.
    pub interval: Interval,
}

impl PairedShares {
    /// Counts one more deal.
    pub fn record(&mut self, under_a: bool, under_b: bool) {
        match (under_a, under_b) {
            (true, true) => self.both += 1,
            (true, false) => self.only_a += 1,
            (false, true) => self.only_b += 1,
            (false, false) => self.neither += 1,
        }
    }

    /// Returns the number of deals.
    pub fn deals(&self) -> u64 {
        [self.both, self.only_a, self.only_b, self.neither].into_iter().fold(0, u64::saturating_add)
    }

    /// Returns the share under A less the share under B, with its interval.
    ///
    /// # Errors
    /// [`ShareError::NoTrials`] without deals.
    ///
    /// ```
    /// use overhear_stats::PairedShares;
    /// let shares = PairedShares { both: 36, only_a: 12, only_b: 2, neither: 0 };
    /// let difference = shares.difference()?;
    /// assert!((difference.value - 0.2).abs() < 1e-12);
    /// assert!((difference.interval.low - 0.0569).abs() < 5e-5);
    /// # Ok::<(), overhear_stats::ShareError>(())
    /// ```
    pub fn difference(&self) -> Result<ShareDifference, ShareError> {
        let deals = self.deals();
        let [count_a, count_b] = [self.only_a, self.only_b].map(|only| self.both.saturating_add(only));
        let (wilson_a, wilson_b) = (wilson(count_a, deals)?, wilson(count_b, deals)?);
        let [share_a, share_b] = [count_a, count_b].map(|count| count as f64 / deals as f64);
        let value = (self.only_a as f64 - self.only_b as f64) / deals as f64;
        let phi = self.correlation();
        // Each end combines the Wilson distances of both shares like two sides of a triangle with angle
        // arccos φ.
        let below = third_side(share_a - wilson_a.low, wilson_b.high - share_b, phi);
        let above = third_side(share_b - wilson_b.low, wilson_a.high - share_a, phi);
        Ok(ShareDifference { value, interval: Interval { low: value - below, high: value + above } })
    }

    /// Returns Newcombe's φ: the correlation of the events under A and under B, with a continuity correction
    /// if positive.
    fn correlation(&self) -> f64 {
        let [a, b, c, d] = [self.both, self.only_a, self.only_b, self.neither].map(|count| count as f64);
        let margins = ((a + b) * (c + d)).sqrt() * ((a + c) * (b + d)).sqrt();
        let excess = a * d - b * c;
        let corrected = if excess > 0.0 { (excess - self.deals() as f64 / 2.0).max(0.0) } else { excess };
        if margins > 0.0 { corrected / margins } else { 0.0 }
    }
}

/// Returns the third side of a triangle from two sides and the cosine of the angle between them.
fn third_side(one: f64, other: f64, cosine: f64) -> f64 {
    (one * one - 2.0 * cosine * one * other + other * other).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn s6_golden_vectors() {
        for ([both, only_a, only_b, neither], low, high) in
            [([36, 12, 2, 0], 0.0569, 0.3404), ([10, 15, 5, 20], 0.0258, 0.3569)]
        {
            let difference = PairedShares { both, only_a, only_b, neither }.difference().expect("deals");
            assert!((difference.value - 0.2).abs() < 1e-12);
            assert!(
                (difference.interval.low - low).abs() < 5e-5
                    && (difference.interval.high - high).abs() < 5e-5
            );
        }
    }

    #[test]
    fn more_deals_than_can_be_counted_stay_at_the_most() {
        let shares = PairedShares { both: u64::MAX, only_a: u64::MAX, only_b: 1, neither: 1 };
        assert_eq!(shares.deals(), u64::MAX);
        assert!(shares.difference().is_ok_and(|difference| difference.value > 0.0));
    }

    #[test]
    fn no_deals_no_difference() {
        assert_eq!(PairedShares::default().difference(), Err(ShareError::NoTrials));
        let mut never = PairedShares::default();
        never.record(false, false);
        assert!(never.difference().is_ok_and(|difference| difference.interval.contains(0.0)));
    }

    #[test]
    fn every_deal_is_counted_by_what_happened_under_both() {
        let mut shares = PairedShares::default();
        for (under_a, under_b, times) in
            [(true, true, 2), (true, false, 3), (false, true, 5), (false, false, 7)]
        {
            (0..times).for_each(|_| shares.record(under_a, under_b));
        }
        assert_eq!(shares, PairedShares { both: 2, only_a: 3, only_b: 5, neither: 7 });
    }

    proptest! {
        #[test]
        fn contains_the_estimate_and_mirrors(c in prop::array::uniform4(0_u64..500)) {
            let one = PairedShares { both: c[0], only_a: c[1], only_b: c[2], neither: c[3] };
            prop_assume!(one.deals() > 0);
            let other = PairedShares { only_a: c[2], only_b: c[1], ..one };
            let [one, other] = [one, other].map(|shares| shares.difference().expect("deals"));
            prop_assert!(one.interval.contains(one.value));
            let whole = Interval { low: -1.0 - 1e-12, high: 1.0 + 1e-12 };
            prop_assert!(one.interval.is_within(whole), "{one:?}");
            prop_assert!((one.interval.low + other.interval.high).abs() < 1e-12);
        }
    }
}
