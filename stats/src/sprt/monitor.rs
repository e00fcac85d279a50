//! The test as it runs: one look per batch, bounds corrected for overshoot (Siegmund 1985).

use super::{Sample, Sprt, SprtError};
use crate::Interval;

/// What a test has found so far.
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
    pub(super) fn of(llr: f64, bounds: Interval) -> Self {
        if llr <= bounds.low {
            Self::AcceptH0
        } else if llr >= bounds.high {
            Self::AcceptH1
        } else {
            Self::Continue
        }
    }
}

/// The records of the log-likelihood ratio in one direction, and by how much each beat the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Records {
    best: f64,
    sum: f64,
    squares: f64,
}

impl Records {
    fn of([best, sum, squares]: [f64; 3]) -> Self {
        Self { best, sum, squares }
    }

    fn parts(&self) -> [f64; 3] {
        [self.best, self.sum, self.squares]
    }

    fn see(&mut self, height: f64) {
        let increment = height - self.best;
        if increment > 0.0 {
            self.best = height;
            self.sum += increment;
            self.squares += increment * increment;
        }
    }

    /// The mean overshoot of a bound: Σd² / (2 Σd) over the increments d of the records.
    fn overshoot(&self) -> f64 {
        if self.sum > 0.0 { self.squares / (2.0 * self.sum) } else { 0.0 }
    }
}

/// What a running test remembers, for a file from which it goes on later.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MonitorState {
    /// The observations at the last look.
    pub observations: u64,
    /// The log-likelihood ratio at the last look.
    pub llr: f64,
    /// The lowest it has been, negated; the sum of the steps of its records, and the sum of their squares.
    pub down: [f64; 3],
    /// The same for the highest.
    pub up: [f64; 3],
}

/// A running test that is looked at once per batch of equal size.
///
/// The log-likelihood ratio jumps past its bounds rather than onto them; the bounds are moved inwards by the mean
/// overshoot, estimated from its records so far. The first decision stands.
///
/// ```
/// use overhear_stats::{Decision, EloModel, Pentanomial, Sprt, SprtMonitor};
/// let mut monitor = SprtMonitor::new(Sprt::new(0.0, 20.0, 0.05, 0.05, EloModel::Normalized)?);
/// assert_eq!(monitor.update(&Pentanomial::new([2, 10, 24, 12, 2]).into())?, Decision::Continue);
/// assert_eq!(monitor.update(&Pentanomial::new([4, 40, 96, 180, 80]).into())?, Decision::AcceptH1);
/// # Ok::<(), overhear_stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtMonitor {
    sprt: Sprt,
    observations: u64,
    llr: f64,
    down: Records,
    up: Records,
    decision: Decision,
}

impl SprtMonitor {
    /// Starts a planned test.
    pub fn new(sprt: Sprt) -> Self {
        Self {
            sprt,
            observations: 0,
            llr: 0.0,
            down: Records::default(),
            up: Records::default(),
            decision: Decision::Continue,
        }
    }

    /// Goes on with a planned test that an earlier monitor has looked at.
    pub fn restore(sprt: Sprt, state: &MonitorState) -> Self {
        let MonitorState { observations, llr, down, up } = *state;
        let [down, up] = [down, up].map(Records::of);
        let mut monitor = Self { sprt, observations, llr, down, up, decision: Decision::Continue };
        if observations > 0 {
            monitor.decision = Decision::of(llr, monitor.bounds());
        }
        monitor
    }

    /// What [`SprtMonitor::restore`] goes on from.
    pub fn state(&self) -> MonitorState {
        let [down, up] = [self.down, self.up].map(|records| records.parts());
        MonitorState { observations: self.observations, llr: self.llr, down, up }
    }

    /// Takes in everything observed so far, at the end of one more batch.
    ///
    /// The same number of observations again changes nothing.
    ///
    /// # Errors
    /// Those of [`Sprt::llr`]; [`SprtError::Shrunk`] if there are fewer observations than before.
    pub fn update(&mut self, sample: &Sample) -> Result<Decision, SprtError> {
        let (before, after) = (self.observations, sample.observations());
        if after < before {
            return Err(SprtError::Shrunk { before, after });
        }
        if after > before && self.decision == Decision::Continue {
            self.llr = self.sprt.llr(sample)?;
            self.observations = after;
            self.down.see(-self.llr);
            self.up.see(self.llr);
            self.decision = Decision::of(self.llr, self.bounds());
        }
        Ok(self.decision)
    }

    /// What the test has found so far.
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// The log-likelihood ratio at the last look, 0 before the first.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// The observations at the last look: pairs, or games.
    pub fn observations(&self) -> u64 {
        self.observations
    }

    /// The planned test.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// The bounds in force, corrected for overshoot.
    pub fn bounds(&self) -> Interval {
        let planned = self.sprt.bounds();
        Interval { low: planned.low + self.down.overshoot(), high: planned.high - self.up.overshoot() }
    }
}
