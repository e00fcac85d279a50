//! Rate of false equivalence claims when the difference lies at the margin and few deals differ.

use overhear_stats::{BettingSequence, DifferenceCounts};

use overhear_engine::game::{Seed, Stream};

/// Level of the claim.
const ALPHA: f64 = 0.05;

/// Deals between two looks, as in `rules compare --until`.
const LOOK: u64 = 1000;

/// A comparison in which one deal in `one_in` differs by the maximum. The margin equals the true difference.
pub(super) struct RareDifference {
    /// Name of the case.
    pub(super) name: &'static str,
    /// Maximum number of deals of a comparison.
    pub(super) deals: u64,
    one_in: u32,
}

/// Cases with few deals, and cases with many deals but few differences.
pub(super) const RARE: [RareDifference; 10] = [
    RareDifference { name: "1 in 2 deals differs", deals: 2, one_in: 2 },
    RareDifference { name: "1 in 5 deals differs", deals: 10, one_in: 5 },
    RareDifference { name: "1 in 50 deals differs", deals: 100, one_in: 50 },
    RareDifference { name: "1 in 500 deals differs", deals: 100, one_in: 500 },
    RareDifference { name: "1 in 500 deals differs", deals: 1000, one_in: 500 },
    RareDifference { name: "1 in 500 deals differs", deals: 5000, one_in: 500 },
    RareDifference { name: "1 in 500 deals differs", deals: 20_000, one_in: 500 },
    RareDifference { name: "1 in 2000 deals differs", deals: 1000, one_in: 2000 },
    RareDifference { name: "1 in 2000 deals differs", deals: 10_000, one_in: 2000 },
    RareDifference { name: "1 in 2000 deals differs", deals: 40_000, one_in: 2000 },
];

impl RareDifference {
    fn margin(&self) -> f64 {
        1.0 / f64::from(self.one_in)
    }

    /// Draws deals up to a look.
    fn draw(&self, stream: &mut Stream, deals: u64, differences: &mut DifferenceCounts) {
        (0..deals).for_each(|_| differences.record(0, i64::from(stream.below(self.one_in) == 0)));
    }

    /// Returns `true` if equivalence is claimed after all deals.
    pub(super) fn is_claimed(&self, run: u64) -> bool {
        let (mut stream, mut differences) =
            (Stream::of_deal(Seed(run), self.deals), DifferenceCounts::default());
        self.draw(&mut stream, self.deals, &mut differences);
        differences.is_within(1, self.margin(), ALPHA)
    }

    /// Returns `true` if equivalence is claimed at any look.
    pub(super) fn is_claimed_at_a_look(&self, run: u64) -> bool {
        let Some(sequence) = BettingSequence::new(self.deals, ALPHA) else { return false };
        let (mut stream, mut differences) =
            (Stream::of_deal(Seed(run), self.deals), DifferenceCounts::default());
        (0..self.deals.div_ceil(LOOK)).any(|look| {
            self.draw(&mut stream, LOOK.min(self.deals - look * LOOK), &mut differences);
            let interval = differences.sample(1).map(|sample| sequence.interval(&sample));
            interval.is_some_and(|ends| -self.margin() < ends.low && ends.high < self.margin())
        })
    }
}
