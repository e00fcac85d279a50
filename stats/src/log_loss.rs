//! An interval for the mean of log losses, which are never negative, and sometimes rare and large.
//!
//! Student's interval fails here: most losses are near 0, so a sample of few deals shows neither the losses that make up the mean nor
//! their variance. Its ends then lie below the mean, and its lower one below 0.
//!
//! Two parts cover what was seen and what was not:
//! - *Seen*: the likelihood-ratio interval of a share of the range that has the observed mean and variance between deals. It is skewed as
//!   losses are and stays within the range. Its critical value is the square of Student's quantile, which accounts for few deals.
//! - *Unseen*: if beliefs over K answers are calibrated, at most a share K·e^−x of them loses more than x. Losses rarer than one in N
//!   parts, which N parts do not show, therefore add at most (1 + ln KN)/N to the mean.
//!
//! Both are independent and are added as errors are. Coverage was tried on games of eight agents: `cargo xtask coverage`.

use crate::bounded::BoundedSample;
use crate::special::student_quantile;
use crate::{Estimate, Interval};

/// Events that a sample without any may hide, at 95 %: the rule of three.
const HIDDEN_IN_ONE: f64 = 3.0;

/// How far a mean loss may lie from the observed one, because of losses that the sample does not show.
pub(crate) struct HiddenLoss {
    /// Below it: right answers of which there was none.
    pub(crate) below: f64,
    /// Above it: large losses of which there was none.
    pub(crate) above: f64,
}

/// The scale of a log loss: −log P of the answer that turned out to be true.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogLossScale {
    /// Nats in one unit of the losses: 1 for natural logarithms, ln 2 for bits.
    pub nats: f64,
    /// The largest loss that is counted, in units: smaller probabilities are taken for the one with this loss.
    pub most: f64,
    /// Number of answers that a belief is spread over.
    pub answers: f64,
}

impl LogLossScale {
    /// Returns a mean loss with its 95 % interval, clustered by deal. `se` is the standard error of the mean between `deals`, and `parts`
    /// the number of losses.
    ///
    /// Returns `None` for fewer than two deals, fewer parts than deals, or a mean that is not between 0 and the largest loss.
    ///
    /// ```
    /// use overhear_stats::LogLossScale;
    /// let nats = LogLossScale { nats: 1.0, most: 20.8, answers: 24.0 };
    /// let loss = nats.estimate(0.01, 0.006, 25, 150.0).expect("25 deals");
    /// assert!(loss.interval.low > 0.0 && loss.interval.high > 0.05);
    /// ```
    pub fn estimate(&self, mean: f64, se: f64, deals: u64, parts: f64) -> Option<Estimate> {
        let freedom = deals.checked_sub(1).filter(|&freedom| freedom > 0)?;
        let is_sound = se >= 0.0 && parts >= deals as f64 && (0.0..=self.most).contains(&mean);
        if !is_sound {
            return None;
        }
        let observed = self.observed(mean, se, student_quantile(0.975, freedom));
        let hidden = self.hidden(mean, parts, HIDDEN_IN_ONE);
        let low = mean - libm::hypot(mean - observed.low, hidden.below);
        let high = mean + libm::hypot(observed.high - mean, hidden.above);
        Some(Estimate {
            value: mean,
            se,
            interval: Interval { low: low.max(0.0), high: high.min(self.most) },
        })
    }

    /// Returns how far the mean of all losses may lie from that of `parts` by losses that they do not show. An event of which a sample
    /// shows none is expected at most `events` times in it: −ln α times at the level α.
    pub(crate) fn hidden(&self, mean: f64, parts: f64, events: f64) -> HiddenLoss {
        // In units of the sample in which an event may be expected once.
        let parts = parts * HIDDEN_IN_ONE / events;
        let above = (1.0 + libm::log(self.answers * parts).max(0.0)) / parts / self.nats;
        HiddenLoss { below: mean * HIDDEN_IN_ONE / parts, above }
    }

    /// Returns the interval that the observed variance leaves, at a quantile of Student's t.
    pub(crate) fn observed(&self, mean: f64, se: f64, quantile: f64) -> Interval {
        let (place, error) = (mean / self.most, se / self.most);
        let spread = place * (1.0 - place);
        if error <= 0.0 || spread <= 0.0 {
            return Interval::new(mean, mean);
        }
        let share = BoundedSample::of_share(place, spread / (error * error));
        share.within(quantile * quantile / 2.0).map(|end| end * self.most).hull(Interval::new(mean, mean))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MeanMoments;
    use crate::draws::RandomStream;
    use proptest::prelude::*;

    const NATS: LogLossScale = LogLossScale { nats: 1.0, most: 20.794_415_416_798_36, answers: 24.0 };

    #[test]
    fn it_has_the_ends_that_other_code_computes() {
        // SciPy: brentq on the divergence of two shares, stats.t.ppf for the quantile.
        for ((mean, se, deals, parts), [low, high]) in GOLDEN {
            let ends = NATS.estimate(mean, se, deals, parts).expect("deals").interval;
            assert!((ends.low - low).abs() < 1e-7 && (ends.high - high).abs() < 1e-7, "{mean}: {ends:?}");
        }
    }

    #[test]
    fn nonsense_has_no_interval() {
        for (mean, se, deals, parts) in [
            (0.1, 0.1, 1, 9.0),
            (0.1, 0.1, 9, 8.0),
            (-0.1, 0.1, 9, 9.0),
            (21.0, 0.1, 9, 9.0),
            (f64::NAN, 0.1, 9, 9.0),
            (0.1, f64::NAN, 9, 9.0),
        ] {
            assert_eq!(NATS.estimate(mean, se, deals, parts), None, "{mean} {se} {deals} {parts}");
        }
    }

    #[test]
    fn losses_alike_leave_open_what_was_not_seen() {
        let certain = NATS.estimate(0.0, 0.0, 50, 300.0).expect("deals").interval;
        assert!(certain.low == 0.0 && (certain.high - (1.0 + libm::log(7200.0)) / 300.0).abs() < 1e-12);
        let blind = NATS.estimate(libm::log(24.0), 0.0, 50, 300.0).expect("deals").interval;
        assert!(blind.low < 3.17 && blind.low > 3.1 && blind.high > 3.2 && blind.high < 3.3, "{blind:?}");
        let worst = NATS.estimate(NATS.most, 0.0, 50, 300.0).expect("deals").interval;
        assert!(worst.high == NATS.most && worst.low < 20.7, "{worst:?}");
    }

    #[test]
    fn many_losses_have_the_normal_interval_in_any_unit() {
        let interval = NATS.estimate(1.9, 0.003, 100_000, 900_000.0).expect("deals").interval;
        assert!((interval.half_width() / (1.96 * 0.003) - 1.0).abs() < 0.01, "{interval:?}");
        let bits = LogLossScale { nats: std::f64::consts::LN_2, most: 30.0, answers: 24.0 };
        let [nats, bits] = [(NATS, 1.0), (bits, std::f64::consts::LN_2)].map(|(scale, unit)| {
            scale.estimate(0.2 / unit, 0.05 / unit, 40, 200.0).expect("deals").scale(unit).interval
        });
        assert!((nats.low - bits.low).abs() < 1e-12 && (nats.high - bits.high).abs() < 1e-12);
    }

    /// Mean and standard error, deals, parts.
    type Given = (f64, f64, u64, f64);

    /// What is given, and the ends.
    const GOLDEN: [(Given, [f64; 2]); 6] = [
        ((0.0117, 0.0064, 25, 150.0), [0.002_917_235_4, 0.075_712_564_1]),
        ((0.0094, 0.003, 100, 601.0), [0.004_631_265_4, 0.028_440_619_8]),
        ((3.82, 0.11, 25, 235.0), [3.591_229_360_2, 4.054_101_886_3]),
        ((1.9, 0.4, 4, 38.0), [0.868_753_662_7, 3.436_621_397_3]),
        ((20.0, 0.3, 30, 200.0), [19.174_519_792_3, 20.472_014_248_8]),
        ((0.45, 0.02, 2, 20.0), [0.230_074_908_8, 0.919_122_696_4]),
    ];

    /// Losses of a calibrated belief that is sure of nearly all answers: P(true) is 1 − ε, with chance ε it is ε/23 instead.
    #[test]
    fn it_covers_rare_large_losses_where_students_does_not() {
        let sure = 0.001;
        let loss = |right: bool| -libm::log(if right { 1.0 - sure } else { sure / 23.0 });
        let mean = (1.0 - sure) * loss(true) + sure * loss(false);
        for (deals, student_at_most) in [(25, 0.5), (100, 0.6)] {
            let covered = |interval: &dyn Fn(&MeanMoments) -> Interval| {
                let runs = (0..1000).filter(|&seed| {
                    let (mut draws, mut moments) = (RandomStream::new(seed), MeanMoments::default());
                    for _ in 0..deals {
                        moments.record((0..6).map(|_| loss(draws.uniform() >= sure)).sum(), 6.0);
                    }
                    interval(&moments).contains(mean)
                });
                runs.count() as f64 / 1000.0
            };
            let share = covered(&|moments| moments.log_loss(&NATS).expect("deals").interval);
            let student = covered(&|moments| moments.estimate().expect("deals").interval);
            assert!(share >= 0.95 && student <= student_at_most, "{deals}: {share} {student}");
        }
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_mean_and_stays_in_the_range(
            mean in 0.0..20.79_f64, se in 0.0..5.0_f64, deals in 2_u64..500, more in 1.0..30.0_f64
        ) {
            let estimate = NATS.estimate(mean, se, deals, deals as f64 * more).expect("deals");
            prop_assert!(estimate.interval.contains(mean));
            prop_assert!(estimate.interval.is_within(Interval { low: 0.0, high: NATS.most }), "{:?}", estimate);
        }
    }
}
