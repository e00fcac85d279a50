//! The difference in strength after a sequential test, corrected for the stopping rule.
//!
//! A test that stops at a bound biases the plain estimate. This estimate is median-unbiased, as in fishtest.
//! The log-likelihood ratio is modelled as a Brownian motion absorbed at the bounds. Outcomes are ordered
//! from a quick acceptance of H0 to a quick acceptance of H1. The estimate is the score at which the observed
//! outcome is the median.
//!
//! The interval is never narrower than that of as many pairs without a test, because Brownian motion ignores
//! rare events.

use crate::brownian::Brownian;
use crate::sprt::bisect;
use crate::{EloModel, Interval, NELO_UNIT, Sample, Sprt, SprtError, elo_of_score, score_of_elo};

const SCORES: Interval = Interval { low: 1e-3, high: 1.0 - 1e-3 };

/// Median-unbiased estimates with 95 % intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequentialEstimate {
    /// The mean score per game.
    ///
    /// It is the observed score if all observations scored alike or the score lies beyond 0.001 and 0.999.
    pub score: f64,
    /// The interval of the score.
    pub score_interval: Interval,
    /// The difference on the scale of the test: Elo or normalised Elo; infinite after a clean sweep.
    pub elo: f64,
    /// The interval of the difference, infinite where an end is open.
    pub elo_interval: Interval,
    /// The probability of a worse outcome between equal players: LOS.
    pub los: f64,
}

/// Estimates the difference from a test that reached a bound or was stopped earlier.
///
/// If all observations scored alike there is no deviation for the correction, and the estimate is the plain
/// one.
///
/// # Errors
/// [`SprtError::NoObservations`] if the sample is empty.
///
/// ```
/// use overhear_stats::{EloModel, Pentanomial, Sprt, sequential_estimate};
/// let sprt = Sprt::new(0.0, 2.0, 0.05, 0.05, EloModel::Normalized)?;
/// let pairs = Pentanomial::new([365, 16_618, 36_229, 16_974, 390]);
/// let estimate = sequential_estimate(&sprt, &pairs.into())?;
/// assert!(estimate.elo_interval.contains(estimate.elo));
/// # Ok::<(), overhear_stats::SprtError>(())
/// ```
pub fn sequential_estimate(sprt: &Sprt, sample: &Sample) -> Result<SequentialEstimate, SprtError> {
    let stopped = StoppedTest::new(sprt, sample)?;
    let plain = sample.score().ok_or(SprtError::NoObservations)?;
    let plain_elo = sample.strength(sprt.model());
    if sample.is_uniform() || !SCORES.contains(plain.value) {
        let (elo, elo_interval) = plain_elo.unwrap_or((0.0, Interval::new(f64::NEG_INFINITY, f64::INFINITY)));
        let (score, score_interval) = (plain.value, plain.interval);
        let los = sample.los().unwrap_or(0.5);
        return Ok(SequentialEstimate { score, score_interval, elo, elo_interval, los });
    }
    // The outcome probability falls as the score grows, so each quantile is a bisection; the interval inverts
    // the two tails.
    let [low, score, high] = [0.975, 0.5, 0.025]
        .map(|probability| bisect(SCORES.low, SCORES.high, |score| stopped.outcome(score) > probability));
    let unbiased = Interval::new(low, high);
    let [elo, elo_low, elo_high] = [score, low, high].map(|score| match sprt.model() {
        EloModel::Logistic => elo_of_score(score),
        EloModel::Normalized => NELO_UNIT * (score - 0.5) / stopped.game_deviation,
    });
    let elo_interval = Interval::new(elo_low, elo_high);
    Ok(SequentialEstimate {
        score,
        score_interval: unbiased.hull(plain.interval),
        elo,
        elo_interval: plain_elo.map_or(elo_interval, |(_, plain)| elo_interval.hull(plain)),
        los: stopped.outcome(0.5),
    })
}

/// The state of the log-likelihood ratio at the end of the test.
struct StoppedTest {
    bounds: Interval,
    hypotheses: Interval,
    variance: f64,
    game_deviation: f64,
    time: f64,
    height: f64,
}

impl StoppedTest {
    fn new(sprt: &Sprt, sample: &Sample) -> Result<Self, SprtError> {
        let observed = sample.observed().ok_or(SprtError::NoObservations)?;
        let moments = observed.moments(sample.games_per_observation());
        let game_deviation = (moments.games * moments.variance).sqrt();
        let hypotheses = sprt.hypotheses().map(|elo| match sprt.model() {
            EloModel::Logistic => score_of_elo(elo),
            EloModel::Normalized => 0.5 + elo / NELO_UNIT * game_deviation,
        });
        let (bounds, variance) = (sprt.bounds(), moments.variance);
        let mut stopped =
            Self { bounds, hypotheses, variance, game_deviation, time: moments.observations, height: 0.0 };
        stopped.place(stopped.motion(moments.mean).drift);
        Ok(stopped)
    }

    /// Moves the end of the test to the bound if the mean drift went past it.
    fn place(&mut self, drift: f64) {
        let reached = drift * self.time;
        self.height = reached.clamp(self.bounds.low, self.bounds.high);
        if !self.bounds.contains(reached) {
            self.time = self.height / drift;
        }
    }

    fn motion(&self, score: f64) -> Brownian {
        let gap = self.hypotheses.width();
        let middle = f64::midpoint(self.hypotheses.low, self.hypotheses.high);
        Brownian {
            drift: (score - middle) * gap / self.variance,
            variance: gap * gap / self.variance,
            bounds: self.bounds,
        }
    }

    fn outcome(&self, score: f64) -> f64 {
        self.motion(score).outcome_cdf(self.time, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::RandomStream;
    use crate::{Decision, Pentanomial, SprtMonitor};
    use proptest::prelude::*;

    fn plan() -> Sprt {
        Sprt::new(0.0, 40.0, 0.05, 0.05, EloModel::Normalized).expect("a valid plan")
    }

    #[test]
    fn nothing_observed_has_no_estimate() {
        let nothing = sequential_estimate(&plan(), &Pentanomial::default().into());
        assert_eq!(nothing, Err(SprtError::NoObservations));
    }

    #[test]
    fn pairs_all_alike_still_have_an_estimate() {
        for model in EloModel::ALL {
            let plan = Sprt::new(0.0, 5.0, 0.05, 0.05, model).expect("a valid plan");
            for counts in [[0, 0, 500, 0, 0], [0, 0, 0, 0, 500], [1, 0, 0, 0, 0]] {
                let estimate = sequential_estimate(&plan, &Pentanomial::new(counts).into()).expect("pairs");
                assert!(
                    estimate.score_interval.contains(estimate.score) && estimate.score_interval.width() > 0.0
                );
                assert!(estimate.elo_interval.contains(estimate.elo) && !estimate.elo.is_nan());
            }
        }
    }

    #[test]
    fn far_from_the_bounds_it_is_the_plain_estimate() {
        let pairs = Pentanomial::new([50, 200, 520, 210, 50]);
        let wide = Sprt::new(-1.0, 1.0, 1e-9, 1e-9, EloModel::Logistic).expect("a valid plan");
        let estimate = sequential_estimate(&wide, &pairs.into()).expect("pairs");
        let plain = pairs.elo().expect("pairs");
        assert!((estimate.elo - plain.value).abs() < 1e-6);
        assert!((estimate.elo_interval.low - plain.interval.low).abs() < 0.05);
        assert!((estimate.los - pairs.los().expect("pairs")).abs() < 1e-9);
    }

    #[test]
    fn a_test_that_passed_early_is_taken_down() {
        let pairs = Pentanomial::new([2, 20, 60, 60, 20]);
        let estimate = sequential_estimate(&plan(), &pairs.into()).expect("pairs");
        let plain = pairs.normalized_elo().expect("spread");
        assert!(estimate.elo < plain.value && estimate.elo > 0.0, "{estimate:?} {plain:?}");
    }

    /// Plays tests to their end; how often the plain and the corrected estimate lie above the truth, and how
    /// often the interval covers it.
    fn play(lead: f64, runs: u64) -> [f64; 3] {
        let mut hits = [0_u64; 3];
        let truth = 0.5 + 0.5 * lead;
        for run in 0..runs {
            let mut draws = RandomStream::new(run);
            let (mut counts, mut monitor) = ([0; 5], SprtMonitor::new(plan(), 4));
            while monitor.decision() == Decision::Continue {
                for _ in 0..4 {
                    let u = draws.uniform();
                    let cuts = [0.05, 0.25 - lead, 0.75 - lead, 0.95];
                    counts[cuts.iter().filter(|&&cut| u > cut).count()] += 1;
                }
                monitor.update(&Pentanomial::new(counts).into()).expect("pairs");
            }
            let pairs = Pentanomial::new(counts);
            let estimate = sequential_estimate(&plan(), &pairs.into()).expect("pairs");
            hits[0] += u64::from(pairs.score().is_some_and(|score| score.value > truth));
            hits[1] += u64::from(estimate.score > truth);
            hits[2] += u64::from(estimate.score_interval.contains(truth));
        }
        hits.map(|count| count as f64 / runs as f64)
    }

    #[test]
    #[ignore = "slow: two thousand tests played to their end"]
    fn it_is_median_unbiased_and_covers() {
        let [plain, corrected, covered] = play(0.073, 2000);
        assert!(plain > 0.53, "{plain}");
        assert!((corrected - 0.5).abs() < 0.035, "{corrected}");
        assert!((0.935..=0.97).contains(&covered), "{covered}");
    }

    #[test]
    fn far_from_the_bounds_it_is_the_plain_estimate_in_normalized_elo_too() {
        let pairs = Pentanomial::new([50, 200, 520, 210, 50]);
        let wide = Sprt::new(-1.0, 1.0, 1e-9, 1e-9, EloModel::Normalized).expect("a valid plan");
        let estimate = sequential_estimate(&wide, &pairs.into()).expect("pairs");
        let plain = pairs.normalized_elo().expect("spread").value;
        assert!((estimate.elo - plain).abs() < 1e-6 && plain > 2.0, "{estimate:?} {plain}");
    }

    #[test]
    fn a_test_that_went_past_its_bound_ended_when_it_crossed_it() {
        let pairs = Pentanomial::new([2, 20, 60, 60, 20]);
        let plan = plan();
        let stopped = StoppedTest::new(&plan, &pairs.into()).expect("pairs");
        let drift = stopped.motion(pairs.score().expect("pairs").value).drift;
        assert!(drift * 162.0 > plan.bounds().high && stopped.height == plan.bounds().high);
        assert!((drift * stopped.time - stopped.height).abs() < 1e-9 && stopped.time < 162.0);
    }

    proptest! {
        #[test]
        fn exchange_of_the_players_changes_the_sign(counts in prop::array::uniform5(1_u64..400)) {
            let pairs = Pentanomial::new(counts);
            let mirrored = Sprt::new(-40.0, 0.0, 0.05, 0.05, EloModel::Normalized).expect("a valid plan");
            let one = sequential_estimate(&plan(), &pairs.into()).expect("pairs");
            let other = sequential_estimate(&mirrored, &pairs.reversed().into()).expect("pairs");
            prop_assert!((one.score + other.score - 1.0).abs() < 1e-6);
            prop_assert!(one.elo_interval.contains(one.elo) && (0.0..=1.0).contains(&one.los));
        }
    }
}
