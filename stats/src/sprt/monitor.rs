//! A running sequential test: one look per batch, bounds corrected for overshoot (Siegmund 1985).

use serde::{Deserialize, Serialize};

use super::{Sample, Sprt, SprtError};
use crate::{Interval, float_bits};

/// The decision of a test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Neither hypothesis is accepted yet.
    Continue,
    /// The difference is no more than `elo0`.
    AcceptH0,
    /// The difference is at least `elo1`.
    AcceptH1,
}

impl Decision {
    pub(super) fn from_llr(llr: f64, bounds: Interval) -> Self {
        if llr <= bounds.low {
            Self::AcceptH0
        } else if llr >= bounds.high {
            Self::AcceptH1
        } else {
            Self::Continue
        }
    }
}

/// The state of a running test, for a file from which the test can continue.
///
/// Floating-point numbers are stored as bits, so that none changes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MonitorState {
    /// The observations at the last look.
    pub observations: u64,
    /// The log-likelihood ratio at the last look.
    #[serde(with = "float_bits")]
    pub llr: f64,
    /// The bounds at the last look.
    #[serde(with = "float_bits::ends")]
    pub bounds: Interval,
}

/// A running test with one look per batch of equal size.
///
/// The bounds are those of [`Sprt::bounds_of_looks`]. The first decision stands.
///
/// ```
/// use overhear_stats::{Decision, EloModel, Pentanomial, Sprt, SprtMonitor};
/// let mut monitor = SprtMonitor::new(Sprt::new(0.0, 20.0, 0.05, 0.05, EloModel::Normalized)?, 100);
/// assert_eq!(monitor.update(&Pentanomial::new([4, 20, 48, 24, 4]).into())?, Decision::Continue);
/// assert_eq!(monitor.update(&Pentanomial::new([4, 40, 96, 180, 80]).into())?, Decision::AcceptH1);
/// # Ok::<(), overhear_stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtMonitor {
    sprt: Sprt,
    batch: u64,
    looked: MonitorState,
    decision: Decision,
}

impl SprtMonitor {
    /// Starts a planned test that is looked at after every `batch` observations.
    pub fn new(sprt: Sprt, batch: u64) -> Self {
        let looked = MonitorState { observations: 0, llr: 0.0, bounds: sprt.bounds() };
        Self { sprt, batch, looked, decision: Decision::Continue }
    }

    /// Restores a planned test from the state of an earlier monitor.
    pub fn restore(sprt: Sprt, batch: u64, state: &MonitorState) -> Self {
        let looked = *state;
        let decision = if looked.observations == 0 {
            Decision::Continue
        } else {
            Decision::from_llr(looked.llr, looked.bounds)
        };
        Self { sprt, batch, looked, decision }
    }

    /// Returns the state for [`SprtMonitor::restore`].
    pub fn state(&self) -> MonitorState {
        self.looked
    }

    /// Takes one more look at all observations so far, at the end of a batch.
    ///
    /// An unchanged number of observations changes nothing.
    ///
    /// # Errors
    /// [`SprtError`] as from [`Sprt::llr`]; [`SprtError::Shrunk`] if there are fewer observations than
    /// before.
    pub fn update(&mut self, sample: &Sample) -> Result<Decision, SprtError> {
        let (before, after) = (self.looked.observations, sample.observations());
        if after < before {
            return Err(SprtError::Shrunk { before, after });
        }
        if after > before && self.decision == Decision::Continue {
            let (llr, bounds) = (self.sprt.llr(sample)?, self.sprt.bounds_of_looks(sample, self.batch)?);
            self.looked = MonitorState { observations: after, llr, bounds };
            self.decision = Decision::from_llr(llr, bounds);
        }
        Ok(self.decision)
    }

    /// Returns the decision so far.
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// Returns the log-likelihood ratio at the last look; 0 before the first.
    pub fn llr(&self) -> f64 {
        self.looked.llr
    }

    /// Returns the number of observations at the last look: pairs or games.
    pub fn observations(&self) -> u64 {
        self.looked.observations
    }

    /// Returns the planned test.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// Returns the bounds at the last look, corrected for overshoot; Wald's bounds before the first look.
    pub fn bounds(&self) -> Interval {
        self.looked.bounds
    }
}
