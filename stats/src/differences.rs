//! Differences of a number under A and under B on the same deals, as a count for each value.
//!
//! If most deals do not differ at all, a variance says too little; the counts are a complete summary.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{BoundedSample, Estimate, Interval};

/// Differences b − a of whole numbers, a count for each value, so that shards merge exactly.
///
/// ```
/// use overhear_stats::DifferenceCounts;
/// let mut differences = DifferenceCounts::default();
/// (0..1000).for_each(|_| differences.record(1, 1));
/// let mean = differences.estimate(2).expect("deals");
/// assert!(mean.value == 0.0 && mean.interval.high > 0.005, "the next deal may differ");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifferenceCounts {
    /// Number of deals by their difference.
    #[serde(rename = "seen")]
    counts: BTreeMap<i64, u64>,
}

impl DifferenceCounts {
    /// Adds one deal.
    pub fn record(&mut self, a: i64, b: i64) {
        *self.counts.entry(b.saturating_sub(a)).or_default() += 1;
    }

    /// Adds the deals of another collection.
    pub fn merge(&mut self, other: &Self) {
        for (&difference, count) in &other.counts {
            *self.counts.entry(difference).or_default() += count;
        }
    }

    /// Returns each difference with its count, the smallest first; collecting the pairs rebuilds the
    /// collection.
    ///
    /// ```
    /// use overhear_stats::DifferenceCounts;
    /// let seen: DifferenceCounts = [(-1, 3), (0, 40), (-1, 1)].into_iter().collect();
    /// assert_eq!(seen.counts().collect::<Vec<_>>(), [(-1, 4), (0, 40)]);
    /// ```
    pub fn counts(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        self.counts.iter().map(|(&difference, &count)| (difference, count))
    }

    /// Returns the number of deals.
    pub fn deals(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Returns the number of deals that differ.
    pub fn differing(&self) -> u64 {
        self.deals() - self.counts.get(&0).copied().unwrap_or(0)
    }

    /// Returns the differences as a sample with the range −`most` to `most`.
    ///
    /// Returns `None` without deals or if a difference lies outside that range.
    pub fn sample(&self, most: i64) -> Option<BoundedSample> {
        BoundedSample::of_values(self.counts(), [most.checked_neg()?, most])
    }

    /// Returns the mean difference per deal with its 95 % interval; `None` as for [`sample`](Self::sample).
    pub fn estimate(&self, most: i64) -> Option<Estimate> {
        self.sample(most).map(|sample| sample.estimate())
    }

    /// Returns `true` if the mean difference lies strictly within `margin` of 0, at level `alpha`.
    ///
    /// Both one-sided ends must lie within the margin (two one-sided tests, Schuirmann 1987; rare differences
    /// follow Poisson's law).
    pub fn is_within(&self, most: i64, margin: f64, alpha: f64) -> bool {
        let Some(sample) = self.sample(most) else { return false };
        let Interval { low, high } = sample.one_sided_ends(alpha);
        -margin < low && high < margin
    }

    /// Returns the smallest level at which [`is_within`](Self::is_within) holds; 1 if none up to ½ does.
    pub fn equivalence_p_value(&self, most: i64, margin: f64) -> f64 {
        let (mut fails, mut holds) = (0.0, 0.5);
        if !self.is_within(most, margin, holds) {
            return 1.0;
        }
        // Bisection on the level: the ends move inwards as the level grows, so the condition is monotone.
        for _ in 0..40 {
            let middle = f64::midpoint(fails, holds);
            if self.is_within(most, margin, middle) { holds = middle } else { fails = middle }
        }
        holds
    }
}

impl FromIterator<(i64, u64)> for DifferenceCounts {
    fn from_iter<I: IntoIterator<Item = (i64, u64)>>(counts: I) -> Self {
        let mut merged = BTreeMap::new();
        for (difference, count) in counts {
            *merged.entry(difference).or_default() += count;
        }
        Self { counts: merged }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::RandomStream;

    fn from_pairs(pairs: &[(i64, u64)]) -> DifferenceCounts {
        DifferenceCounts { counts: pairs.iter().copied().collect() }
    }

    #[test]
    fn few_deals_alike_are_no_equivalence_and_many_are() {
        assert!(!from_pairs(&[(0, 10)]).is_within(1, 0.005, 0.05));
        assert!(
            !from_pairs(&[(0, 590)]).is_within(1, 0.005, 0.05)
                && from_pairs(&[(0, 610)]).is_within(1, 0.005, 0.05)
        );
        assert!((from_pairs(&[(0, 10)]).equivalence_p_value(1, 0.005) - 1.0).abs() < 1e-12);
        let p = from_pairs(&[(0, 610)]).equivalence_p_value(1, 0.005);
        assert!(p < 0.05 && p > 0.04, "{p}");
    }

    #[test]
    fn parts_merge_to_the_whole() {
        let (mut one, mut whole) = (from_pairs(&[(0, 3), (1, 2)]), DifferenceCounts::default());
        one.merge(&from_pairs(&[(-1, 1), (1, 1)]));
        for (a, b) in [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (3, 2), (0, 1)] {
            whole.record(a, b);
        }
        assert_eq!((one.clone(), one.deals(), one.differing()), (whole, 7, 4));
        assert_eq!((DifferenceCounts::default().estimate(1), one.estimate(0)), (None, None));
        assert_eq!((one.sample(i64::MIN), one.sample(-1)), (None, None));
    }

    /// Returns how often equivalence is claimed of a difference that lies at the margin, being made of rare
    /// ones.
    fn false_claims(deals: u64, share: f64, runs: u64) -> f64 {
        let claims = (0..runs).filter(|&seed| {
            let mut draws = RandomStream::new(seed);
            let differing = (0..deals).filter(|_| draws.uniform() < share).count() as u64;
            from_pairs(&[(0, deals - differing), (1, differing)]).is_within(1, share, 0.05)
        });
        claims.count() as f64 / runs as f64
    }

    #[test]
    fn equivalence_is_falsely_claimed_no_more_often_than_promised() {
        for (deals, share) in [(2, 0.5), (10, 0.2), (100, 0.02), (1000, 0.002), (4000, 0.002), (8000, 0.0005)]
        {
            let claimed = false_claims(deals, share, 500);
            assert!(claimed <= 0.07, "{deals} deals, {share} differing: {claimed}");
        }
    }

    #[test]
    fn counts_of_one_difference_add_up() {
        let counts: DifferenceCounts = [(2, 3), (-1, 4), (2, 5)].into_iter().collect();
        assert_eq!(counts, from_pairs(&[(-1, 4), (2, 8)]));
        // The mean is (16 − 4) / 12.
        assert!(counts.estimate(2).is_some_and(|mean| (mean.value - 1.0).abs() < 1e-12));
    }
}
