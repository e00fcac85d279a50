//! The generalised sequential probability ratio test of engine testing (Wald 1945; Van den Bergh).
//!
//! H0 says the difference is `elo0`, H1 says it is `elo1`. The log-likelihood ratio compares the likeliest
//! distributions of the scores under which each holds exactly; the test ends when it leaves its bounds.

mod likelihood;
mod monitor;
#[cfg(test)]
mod tests;

pub use monitor::{Decision, MonitorState, SprtMonitor};

use serde::{Deserialize, Serialize};

use crate::elo::ScoreMoments;
use crate::{Estimate, Interval, NELO_UNIT, Pentanomial, Trinomial, score_of_elo};
use likelihood::Observed;
pub(crate) use likelihood::bisect;

/// Which scale `elo0` and `elo1` are on.
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

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        }
    }

    /// The scale with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.name() == name)
    }
}

/// What was observed: pairs or single games.
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
    /// The number of independent observations: pairs, or games.
    pub fn observations(&self) -> u64 {
        match self {
            Self::Pairs(pairs) => pairs.pairs(),
            Self::Games(games) => games.games(),
        }
    }

    /// The mean score of a game with its interval.
    pub(crate) fn score(&self) -> Option<Estimate> {
        match self {
            Self::Pairs(pairs) => pairs.score(),
            Self::Games(games) => games.score(),
        }
    }

    /// The likelihood of superiority, as if there were no test.
    pub(crate) fn los(&self) -> Option<f64> {
        match self {
            Self::Pairs(pairs) => pairs.los(),
            Self::Games(games) => games.los(),
        }
    }

    /// The difference on a scale with its interval, as if there were no test.
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

    /// Whether all observations scored alike.
    pub(crate) fn is_uniform(&self) -> bool {
        let seen = |counts: &[u64]| counts.iter().filter(|&&count| count > 0).count() == 1;
        match self {
            Self::Pairs(pairs) => seen(&pairs.counts()),
            Self::Games(games) => seen(&games.counts()),
        }
    }

    pub(crate) fn games_per_observation(&self) -> f64 {
        match self {
            Self::Pairs(_) => 2.0,
            Self::Games(_) => 1.0,
        }
    }

    /// The empirical distribution, empty cells lifted to 0.001 observations; nothing without observations.
    pub(crate) fn observed(&self) -> Option<Observed> {
        match self {
            Self::Pairs(pairs) => Observed::new(&pairs.counts()),
            Self::Games(games) => Observed::new(&games.counts()),
        }
    }
}

/// The least error rate: the bounds of a smaller one may be infinite.
const LEAST_RATE: f64 = 1e-300;

/// −ζ(½)/√2π: by how many standard deviations of its steps a random walk passes a bound, in the mean (Siegmund 1985).
const OVERSHOOT: f64 = 0.582_597_157_9;

/// How much of the way to 0 a bound is moved at most.
const MOST_MOVED: f64 = 0.75;

/// Why a test cannot be planned or evaluated.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The hypotheses must be finite, and H1 must lie above H0.
    #[error("elo0 = {elo0} must be less than elo1 = {elo1}")]
    Hypotheses {
        /// The difference under H0.
        elo0: f64,
        /// The difference under H1.
        elo1: f64,
    },
    /// The error rates must lie strictly between 0 and 1, not so near to 0 that a bound would be infinite, and add up to less
    /// than 1.
    #[error("alpha = {alpha:?} and beta = {beta:?} must lie between 1e-300 and 1 and add up to less than 1")]
    ErrorRates {
        /// The rate of accepting H1 though H0 holds.
        alpha: f64,
        /// The rate of accepting H0 though H1 holds.
        beta: f64,
    },
    /// There is no likelihood of nothing.
    #[error("no games were observed")]
    NoObservations,
    /// A batch held fewer observations than the one before it.
    #[error("the observations went down from {before} to {after}")]
    Shrunk {
        /// The observations of the batch before.
        before: u64,
        /// The observations now.
        after: u64,
    },
    /// No distribution of scores that fulfils a hypothesis was found: it lies beyond some 200 points.
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
    /// `alpha` is the rate of accepting H1 though H0 holds, `beta` that of accepting H0 though H1 holds.
    ///
    /// # Errors
    /// [`SprtError::Hypotheses`] and [`SprtError::ErrorRates`].
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if !(alpha >= LEAST_RATE && beta >= LEAST_RATE && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The differences under H0 (low) and H1 (high), in points of the [`model`](Self::model).
    pub fn hypotheses(&self) -> Interval {
        Interval { low: self.elo0, high: self.elo1 }
    }

    /// The rates of accepting H1 wrongly and of accepting H0 wrongly.
    pub fn error_rates(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// The scale of the hypotheses.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// Wald's bounds on the log-likelihood ratio: ln(β/(1−α)) and ln((1−β)/α).
    pub fn bounds(&self) -> Interval {
        Interval {
            low: libm::log(self.beta / (1.0 - self.alpha)),
            high: libm::log((1.0 - self.beta) / self.alpha),
        }
    }

    /// The bounds of a test that looks after every `batch` observations: Wald's, moved in by the mean overshoot.
    ///
    /// The ratio jumps past its bounds rather than onto them, by 0.5826 standard deviations of what a batch adds to it
    /// (Siegmund 1985), which the observations tell; by three quarters of the way to 0 at most. With a `batch` of 0,
    /// Wald's own. Whoever knows the counts of a look knows its bounds.
    ///
    /// # Errors
    /// [`SprtError::NoObservations`].
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
        let moved = |bound: f64| bound - overshoot.min(MOST_MOVED * bound.abs()).copysign(bound);
        Ok(self.bounds().map(moved))
    }

    /// What the counts of a look decide, in a test that looks after every `batch` observations.
    ///
    /// # Errors
    /// Those of [`llr`](Self::llr).
    pub fn decide_at_look(&self, sample: &Sample, batch: u64) -> Result<Decision, SprtError> {
        Ok(Decision::of(self.llr(sample)?, self.bounds_of_looks(sample, batch)?))
    }

    /// The generalised log-likelihood ratio of H1 to H0, by the exact multinomial maximum likelihood estimates.
    ///
    /// Cells without observations count as 0.001.
    ///
    /// # Errors
    /// [`SprtError::NoObservations`]; [`SprtError::OutOfReach`], rarely, for hypotheses beyond 200 points.
    pub fn llr(&self, sample: &Sample) -> Result<f64, SprtError> {
        let observed = sample.observed().ok_or(SprtError::NoObservations)?;
        let log_density = |elo: f64| match self.model {
            EloModel::Logistic => observed.log_density_at_mean(score_of_elo(elo)),
            EloModel::Normalized => {
                let per_observation = sample.games_per_observation().sqrt();
                observed.log_density_at_t_value(per_observation * elo / NELO_UNIT)
            }
        };
        let under = |elo: f64| log_density(elo).ok_or(SprtError::OutOfReach { elo });
        Ok(observed.total() * (under(self.elo1)? - under(self.elo0)?))
    }

    /// A closed form close to [`llr`](Self::llr), for a line that is printed all the time.
    ///
    /// # Errors
    /// [`SprtError::NoObservations`].
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
        let spread = |elo: f64| 1.0 + (t - elo / NELO_UNIT) * (t - elo / NELO_UNIT);
        games / 2.0 * libm::log(spread(self.elo0) / spread(self.elo1))
    }

    /// What a log-likelihood ratio decides, without correction for overshoot.
    ///
    /// Looking after every pair makes the test err more often than planned: look in batches, or use
    /// [`SprtMonitor`], which decides as [`decide_at_look`](Self::decide_at_look).
    pub fn decide(&self, llr: f64) -> Decision {
        Decision::of(llr, self.bounds())
    }
}
