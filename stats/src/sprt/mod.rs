//! The generalised sequential probability ratio test of engine testing (Wald 1945; Van den Bergh).
//!
//! H0 says that the difference is `elo0`, H1 that it is `elo1`. The log-likelihood ratio compares the
//! likeliest score distributions under which each hypothesis holds exactly. The test ends when the ratio
//! leaves its bounds.

mod likelihood;
mod monitor;
#[cfg(test)]
mod tests;

pub use monitor::{Decision, MonitorState, SprtMonitor};

use serde::{Deserialize, Serialize};

use crate::elo::ScoreMoments;
use crate::{Estimate, Interval, NELO_UNIT, Pentanomial, Trinomial, score_of_elo};
use likelihood::ObservedScores;
pub(crate) use likelihood::bisect;

/// The scale of `elo0` and `elo1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Elo points of the mean score.
    Logistic,
    /// Normalised Elo: the mean score in standard deviations of a game.
    Normalized,
}

impl EloModel {
    /// Both scales.
    pub const ALL: [Self; 2] = [Self::Logistic, Self::Normalized];

    /// Returns the name of the scale in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        }
    }

    /// Returns the scale with the given name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.name() == name)
    }
}

/// The observations of a test: pairs or single games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Pairs of games with exchanged seats.
    Pairs(Pentanomial),
    /// Independent games.
    Games(Trinomial),
}

impl From<Pentanomial> for Sample {
    fn from(pairs: Pentanomial) -> Self {
        Self::Pairs(pairs)
    }
}

impl From<Trinomial> for Sample {
    fn from(games: Trinomial) -> Self {
        Self::Games(games)
    }
}

impl Sample {
    /// Returns the number of independent observations: pairs, or games.
    pub fn observations(&self) -> u64 {
        match self {
            Self::Pairs(pairs) => pairs.pairs(),
            Self::Games(games) => games.games(),
        }
    }

    /// Returns the mean score of a game with its interval.
    pub(crate) fn score(&self) -> Option<Estimate> {
        match self {
            Self::Pairs(pairs) => pairs.score(),
            Self::Games(games) => games.score(),
        }
    }

    /// Returns LOS, without correction for the test. See [`Pentanomial::los`](crate::Pentanomial::los).
    pub(crate) fn los(&self) -> Option<f64> {
        match self {
            Self::Pairs(pairs) => pairs.los(),
            Self::Games(games) => games.los(),
        }
    }

    /// Returns the difference on a scale with its interval, without correction for the test.
    pub(crate) fn strength(&self, model: EloModel) -> Option<(f64, Interval)> {
        let (elo, nelo) = match self {
            Self::Pairs(pairs) => (pairs.elo(), pairs.normalized_elo()),
            Self::Games(games) => (games.elo(), games.normalized_elo()),
        };
        match model {
            EloModel::Logistic => elo.map(|elo| (elo.value, elo.interval)),
            EloModel::Normalized => nelo.map(|nelo| (nelo.value, nelo.interval)),
        }
    }

    /// Returns `true` if all observations scored alike.
    pub(crate) fn is_uniform(&self) -> bool {
        let cells = match self {
            Self::Pairs(pairs) => pairs.counts().into_iter().filter(|&count| count > 0).count(),
            Self::Games(games) => games.counts().into_iter().filter(|&count| count > 0).count(),
        };
        cells == 1
    }

    pub(crate) fn games_per_observation(&self) -> f64 {
        match self {
            Self::Pairs(_) => 2.0,
            Self::Games(_) => 1.0,
        }
    }

    /// Returns the empirical distribution, with 0.001 observations of each score that was never observed; `None` without
    /// observations.
    pub(crate) fn observed(&self) -> Option<ObservedScores> {
        match self {
            Self::Pairs(pairs) => ObservedScores::new(&pairs.counts()),
            Self::Games(games) => ObservedScores::new(&games.counts()),
        }
    }
}

/// The largest hypothesis, in points: far beyond what a score can tell.
const MOST_POINTS: f64 = 10_000.0;

/// The smallest difference between hypotheses, in points: the number of games that tells a smaller one is in no range.
const LEAST_DIFFERENCE: f64 = 1e-6;

/// The smallest error rate; the bounds of a smaller one may be infinite.
const LEAST_RATE: f64 = 1e-300;

/// −ζ(½)/√2π: the mean overshoot of a random walk past a bound, in standard deviations of its steps (Siegmund
/// 1985).
const OVERSHOOT: f64 = 0.582_597_157_9;

/// The largest share of the way to 0 by which a bound is moved.
const MOST_MOVED: f64 = 0.75;

/// Error returned when a test cannot be planned or evaluated.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SprtError {
    /// A hypothesis is not between −10,000 and 10,000 points, or H1 does not lie a millionth of a point above H0.
    #[error(
        "elo0 = {elo0:?}, elo1 = {elo1:?}: both must lie between -10000 and 10000, and elo1 at least 0.000001 above elo0"
    )]
    Hypotheses {
        /// The difference under H0.
        elo0: f64,
        /// The difference under H1.
        elo1: f64,
    },
    /// An error rate is not between 1e-300 and 1, or the two add up to 1 or more.
    #[error("alpha = {alpha:?} and beta = {beta:?} must lie between 1e-300 and 1 and add up to less than 1")]
    ErrorRates {
        /// The rate of accepting H1 though H0 holds.
        alpha: f64,
        /// The rate of accepting H0 though H1 holds.
        beta: f64,
    },
    /// The sample has no observations.
    #[error("no games were observed")]
    NoObservations,
    /// A sample has fewer observations than the sample before it.
    #[error("the observations went down from {before} to {after}")]
    Shrunk {
        /// The number of observations before.
        before: u64,
        /// The number of observations now.
        after: u64,
    },
    /// No distribution of scores with the difference was found, which can happen beyond some 200 points.
    #[error("no distribution of scores with the difference {elo} was found")]
    OutOfReach {
        /// The difference in question, on the scale of the test.
        elo: f64,
    },
}

/// A planned test: hypotheses, error rates and scale.
///
/// ```
/// use overhear_stats::{EloModel, Pentanomial, Sprt};
/// let sprt = Sprt::new(0.0, 4.0, 0.05, 0.05, EloModel::Normalized)?;
/// let llr = sprt.llr(&Pentanomial::new([13, 37, 50, 25, 3]).into())?;
/// assert_eq!(format!("{llr:.5}"), "-0.54912");
/// assert!(sprt.bounds().contains(llr));
/// # Ok::<(), overhear_stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

impl Sprt {
    /// Plans a test of `elo0` against `elo1`, in points of the `model`.
    ///
    /// `alpha` is the rate of accepting H1 though H0 holds, `beta` the rate of accepting H0 though H1 holds.
    ///
    /// # Errors
    /// [`SprtError::Hypotheses`] and [`SprtError::ErrorRates`].
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        let are_points = [elo0, elo1].iter().all(|elo| elo.abs() <= MOST_POINTS);
        if !(are_points && elo1 - elo0 >= LEAST_DIFFERENCE) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if !(alpha >= LEAST_RATE && beta >= LEAST_RATE && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// Returns the differences under H0 (low) and H1 (high), in points of the [`model`](Self::model).
    pub fn hypotheses(&self) -> Interval {
        Interval { low: self.elo0, high: self.elo1 }
    }

    /// Returns the rate of wrongly accepting H1 and the rate of wrongly accepting H0.
    pub fn error_rates(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// Returns the scale of the hypotheses.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// Returns Wald's bounds on the log-likelihood ratio: ln(β/(1−α)) and ln((1−β)/α).
    pub fn bounds(&self) -> Interval {
        Interval {
            low: libm::log(self.beta / (1.0 - self.alpha)),
            high: libm::log((1.0 - self.beta) / self.alpha),
        }
    }

    /// Returns the bounds of a test that looks after every `batch` observations: Wald's, moved in by the mean
    /// overshoot.
    ///
    /// The ratio jumps past its bounds by 0.5826 standard deviations of its change in a batch (Siegmund
    /// 1985). The sample determines that deviation. A bound moves by three quarters of the way to 0 at most.
    /// With a `batch` of 0, the bounds are Wald's. The bounds depend on the counts at the look only.
    ///
    /// # Errors
    /// [`SprtError::NoObservations`] if the sample is empty.
    ///
    /// ```
    /// use overhear_stats::{Decision, EloModel, Pentanomial, Sprt};
    /// let sprt = Sprt::new(0.0, 32.0, 0.05, 0.05, EloModel::Normalized)?;
    /// let pairs = Pentanomial::new([34, 49, 123, 71, 23]).into();
    /// let bounds = sprt.bounds_of_looks(&pairs, 100)?;
    /// assert!(bounds.is_within(sprt.bounds()));
    /// assert_eq!(sprt.decide_at_look(&pairs, 100)?, Decision::AcceptH0);
    /// assert_eq!(sprt.decide(sprt.llr(&pairs)?), Decision::Continue);
    /// # Ok::<(), overhear_stats::SprtError>(())
    /// ```
    pub fn bounds_of_looks(&self, sample: &Sample, batch: u64) -> Result<Interval, SprtError> {
        let moments =
            sample.observed().ok_or(SprtError::NoObservations)?.moments(sample.games_per_observation());
        let deviation = match self.model {
            EloModel::Logistic => {
                (score_of_elo(self.elo1) - score_of_elo(self.elo0)) / moments.variance.sqrt()
            }
            EloModel::Normalized => moments.games.sqrt() * (self.elo1 - self.elo0) / NELO_UNIT,
        };
        let overshoot = OVERSHOOT * deviation * (batch as f64).sqrt();
        Ok(self.bounds().map(|bound| bound - overshoot.min(MOST_MOVED * bound.abs()).copysign(bound)))
    }

    /// Returns the decision at a look, in a test that looks after every `batch` observations.
    ///
    /// # Errors
    /// [`SprtError`] as from [`llr`](Self::llr).
    pub fn decide_at_look(&self, sample: &Sample, batch: u64) -> Result<Decision, SprtError> {
        Ok(Decision::from_llr(self.llr(sample)?, self.bounds_of_looks(sample, batch)?))
    }

    /// Returns the generalised log-likelihood ratio of H1 to H0, from exact multinomial maximum likelihood
    /// estimates.
    ///
    /// A score that was never observed counts as 0.001 observations.
    ///
    /// # Errors
    /// [`SprtError::NoObservations`]; [`SprtError::OutOfReach`], rarely, for hypotheses beyond 200 points.
    pub fn llr(&self, sample: &Sample) -> Result<f64, SprtError> {
        let observed = sample.observed().ok_or(SprtError::NoObservations)?;
        let mut densities = [0.0; 2];
        for (density, elo) in densities.iter_mut().zip([self.elo1, self.elo0]) {
            let log_density = match self.model {
                EloModel::Logistic => observed.log_density_at_mean(score_of_elo(elo)),
                EloModel::Normalized => {
                    let per_observation = sample.games_per_observation().sqrt();
                    observed.log_density_at_t_value(per_observation * elo / NELO_UNIT)
                }
            };
            *density = log_density.ok_or(SprtError::OutOfReach { elo })?;
        }
        let [under_h1, under_h0] = densities;
        Ok(observed.total() * (under_h1 - under_h0))
    }

    /// Returns a closed form close to [`llr`](Self::llr), cheap enough for a progress line.
    ///
    /// # Errors
    /// [`SprtError::NoObservations`] if the sample is empty.
    pub fn llr_approximate(&self, sample: &Sample) -> Result<f64, SprtError> {
        let moments =
            sample.observed().ok_or(SprtError::NoObservations)?.moments(sample.games_per_observation());
        Ok(match self.model {
            EloModel::Logistic => {
                let [s0, s1] = [self.elo0, self.elo1].map(score_of_elo);
                let drift = (s1 - s0) * (moments.mean - f64::midpoint(s0, s1)) / moments.variance;
                moments.observations * drift
            }
            EloModel::Normalized => self.normalized_approximation(&moments),
        })
    }

    fn normalized_approximation(&self, moments: &ScoreMoments) -> f64 {
        let games = moments.games * moments.observations;
        let t = (moments.mean - 0.5) / (moments.games * moments.variance).sqrt();
        let spreads = [self.elo0, self.elo1].map(|elo| 1.0 + (t - elo / NELO_UNIT) * (t - elo / NELO_UNIT));
        games / 2.0 * libm::log(spreads[0] / spreads[1])
    }

    /// Returns the decision at a log-likelihood ratio, without correction for overshoot.
    ///
    /// Looks after every pair make the test err more often than planned. Look in batches, or use
    /// [`SprtMonitor`], which decides as [`decide_at_look`](Self::decide_at_look).
    pub fn decide(&self, llr: f64) -> Decision {
        Decision::from_llr(llr, self.bounds())
    }
}
