//! The difference of two mean log losses on the same deals.
//!
//! A player that is seldom sure and wrong has rare large losses, and so has a difference with one: Student's interval of the difference
//! misses them as that of a single loss does (`log_loss.rs`). The interval is made of those of both losses by the method of variance
//! estimates recovery with their correlation (Zou and Donner 2008, "Construction of confidence intervals about effect measures"): an
//! end takes from each loss the end that lies on its side. What the sample does not show is added as errors are. The p-value is the
//! level at which the interval reaches 0, so that both always agree.

use crate::log_loss::LogLossScale;
use crate::paired_ratios::{PairedRatios, RatioPair};
use crate::special::{student_cdf, student_quantile};
use crate::{Estimate, Interval};

/// The largest t at which the interval is looked for 0; beyond it every p-value is the smallest number.
const FARTHEST: f64 = 1e4;

/// Steps of the search for the p-value, each of which halves the range of t.
const STEPS: usize = 60;

/// The difference of two mean log losses on the same deals, B minus A.
#[derive(Clone, Copy, Debug)]
pub struct LossDifference {
    scale: LogLossScale,
    losses: [MeanLoss; 2],
    correlation: f64,
    se: f64,
    freedom: u64,
}

#[derive(Clone, Copy, Debug)]
struct MeanLoss {
    mean: f64,
    se: f64,
    parts: f64,
}

impl LogLossScale {
    /// Returns the difference of the losses behind two ratios Σ y / Σ n on the same deals. `loss` is the loss of y = 1, in units of
    /// this scale.
    ///
    /// Returns `None` for fewer than two deals, without parts on a side, for a mean that is not between 0 and the largest loss, and if
    /// the difference of every deal is the same: then the spread is not known.
    ///
    /// ```
    /// use overhear_stats::{LogLossScale, PairedRatios};
    /// let nats = LogLossScale { nats: 1.0, most: 20.8, answers: 24.0 };
    /// let mut losses = PairedRatios::default();
    /// (0..50).for_each(|deal| losses.record((deal % 3, 6), (deal % 3 + deal % 7, 6)));
    /// let difference = nats.difference(&losses, 1.0).expect("fifty deals");
    /// assert!(difference.estimate().interval.low > 0.0 && difference.p_value() < 0.05);
    /// ```
    pub fn difference(&self, ratios: &PairedRatios, loss: f64) -> Option<LossDifference> {
        let pair: RatioPair = ratios.with_errors()?;
        let losses = [0, 1].map(|side| MeanLoss {
            mean: pair.ratios[side] * loss,
            se: pair.variances[side].sqrt() * loss.abs(),
            parts: pair.parts[side],
        });
        let is_sound = losses.iter().all(|loss| (0.0..=self.most).contains(&loss.mean));
        let se = pair.variance_of_difference.sqrt() * loss.abs();
        let (correlation, freedom) = (pair.correlation(), pair.freedom);
        (is_sound && se > 0.0).then_some(LossDifference { scale: *self, losses, correlation, se, freedom })
    }
}

impl LossDifference {
    /// Returns the difference with its 95 % interval.
    pub fn estimate(&self) -> Estimate {
        let interval = self.interval(student_quantile(0.975, self.freedom));
        Estimate { value: self.value(), se: self.se, interval }
    }

    /// Returns the two-sided p-value of "there is no difference": the level at which the interval reaches 0.
    pub fn p_value(&self) -> f64 {
        if self.value() == 0.0 {
            return 1.0;
        }
        // The interval grows with t, from the difference alone.
        let (mut low, mut high) = (0.0, FARTHEST);
        for _ in 0..STEPS {
            let t = f64::midpoint(low, high);
            if self.interval(t).contains(0.0) {
                high = t;
            } else {
                low = t;
            }
        }
        self.level(high)
    }

    fn value(&self) -> f64 {
        self.losses[1].mean - self.losses[0].mean
    }

    /// Returns the two-sided level of a value of Student's t.
    fn level(&self, t: f64) -> f64 {
        2.0 * student_cdf(-t, self.freedom)
    }

    /// Returns the interval at a value of Student's t.
    fn interval(&self, t: f64) -> Interval {
        let events = -libm::log(self.level(t).max(f64::MIN_POSITIVE));
        let value = self.value();
        if events <= 0.0 {
            return Interval::new(value, value);
        }
        let [a, b] = self.losses.map(|loss| {
            let observed = self.scale.observed(loss.mean, loss.se, t);
            let hidden = self.scale.hidden(loss.mean, loss.parts, events);
            [[loss.mean - observed.low, hidden.below], [observed.high - loss.mean, hidden.above]]
        });
        // Downwards B is smaller than it seems and A larger.
        let [down, up] = [(b[0], a[1]), (b[1], a[0])].map(|([observed, hidden], [other, hidden_other])| {
            let together = observed * observed + other * other - 2.0 * self.correlation * observed * other;
            libm::hypot(together.max(0.0).sqrt(), libm::hypot(hidden, hidden_other))
        });
        let most = Interval { low: -self.scale.most, high: self.scale.most };
        Interval { low: value - down, high: value + up }.clamp(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::RandomStream;

    const NATS: LogLossScale = LogLossScale { nats: 1.0, most: 20.794_415_416_798_36, answers: 24.0 };

    /// Losses in millionths, so that they are whole numbers.
    const UNIT: f64 = 1e-6;

    fn whole(loss: f64) -> i128 {
        (loss / UNIT).round() as i128
    }

    #[test]
    fn it_covers_a_difference_with_a_player_who_is_seldom_sure_and_wrong() {
        // A is wrong once in a thousand answers, at a loss of ln 23000; B knows how little it knows.
        let sure = 0.001;
        let of_a = |wrong: bool| -libm::log(if wrong { sure / 23.0 } else { 1.0 - sure });
        let truth = 0.05 - (sure * of_a(true) + (1.0 - sure) * of_a(false));
        for deals in [25, 100] {
            let (mut by_student, mut covered) = (0, 0);
            for seed in 0..1000 {
                let (mut draws, mut ratios) = (RandomStream::new(seed), PairedRatios::default());
                for _ in 0..deals {
                    let a = (0..6).map(|_| of_a(draws.uniform() < sure)).sum();
                    let b = (0..6).map(|_| -0.05 * libm::log(draws.uniform())).sum();
                    ratios.record((whole(a), 6), (whole(b), 6));
                }
                let estimate = NATS.difference(&ratios, UNIT).expect("deals").estimate();
                covered += u32::from(estimate.interval.contains(truth));
                let student = ratios.difference().expect("deals").scale(UNIT);
                by_student += u32::from(student.interval.contains(truth));
            }
            assert!(covered >= 930 && by_student < 700, "{deals} deals: {covered}, Student's {by_student}");
        }
    }

    #[test]
    fn the_p_value_is_the_level_at_which_the_interval_reaches_0() {
        for seed in 0..50 {
            let (mut draws, mut ratios) = (RandomStream::new(seed), PairedRatios::default());
            for _ in 0..40 {
                let shared = -libm::log(draws.uniform());
                let [a, b] = [1.0, 1.1].map(|scale| scale * (shared - libm::log(draws.uniform())));
                ratios.record((whole(a), 6), (whole(b), 6));
            }
            let difference = NATS.difference(&ratios, UNIT).expect("deals");
            let (p, is_apart) = (difference.p_value(), !difference.estimate().interval.contains(0.0));
            assert!((0.0..=1.0).contains(&p) && is_apart == (p < 0.05), "{p}: {difference:?}");
        }
    }

    #[test]
    fn many_deals_have_students_interval() {
        let (mut draws, mut ratios) = (RandomStream::new(1), PairedRatios::default());
        for _ in 0..200_000 {
            let shared = -libm::log(draws.uniform());
            let [a, b] = [1.0, 1.2].map(|scale| scale * (shared - libm::log(draws.uniform())));
            ratios.record((whole(a), 6), (whole(b), 6));
        }
        let estimate = NATS.difference(&ratios, UNIT).expect("deals").estimate();
        let student = ratios.difference().expect("deals").scale(UNIT);
        let ratio = estimate.interval.half_width() / student.interval.half_width();
        assert!((estimate.value - student.value).abs() < 1e-12 && (ratio - 1.0).abs() < 0.03, "{ratio}");
    }

    #[test]
    fn without_a_spread_nothing_is_said() {
        let mut alike = PairedRatios::default();
        (0..9).for_each(|_| alike.record((5, 6), (7, 6)));
        assert!(NATS.difference(&alike, UNIT).is_none());
        let mut negative = PairedRatios::default();
        (0..9).for_each(|deal| negative.record((-deal, 6), (7, 6)));
        assert!(NATS.difference(&negative, UNIT).is_none());
    }
}
