//! The climb: all iterations of SPSA, one after the other.

use std::time::{Duration, Instant};

use super::spsa_run::SpsaRun;
use super::task::TuneTask;
use super::trace::Trace;
use crate::error::LabError;
use crate::measurement::StepLog;
use crate::run_control::RunControl;

/// Time between two progress lines.
const SAY_EVERY: Duration = Duration::from_secs(10);

/// Plays the iterations that are not in the log, as one long step. Returns the trace, and whether it is
/// whole.
pub(super) fn climb(
    task: &TuneTask<'_>,
    watch: &RunControl,
    log: &mut StepLog,
) -> Result<(Trace, bool), LabError> {
    let earlier = log.earlier_outcome()?.unwrap_or_else(|| Trace::begin(&task.tuned_params));
    task.introduce(&earlier, watch);
    log.long_step(|before, keep| {
        let mut trace = before.unwrap_or(earlier);
        let (run, iterations) = (SpsaRun::new(task), task.config.iterations);
        let each = task.games_of_iteration();
        let counter = watch.count(each * trace.iteration(), each * iterations);
        let mut reported = Instant::now();
        while trace.iteration() < iterations && !watch.is_over() {
            let played = run.iterate(&mut trace, (watch, counter.done()));
            // A stop can surface as an error of a match.
            if !watch.is_over() {
                played?;
            }
            keep(&trace)?;
            if reported.elapsed() > SAY_EVERY {
                watch.note(&[task.progress(&trace)]);
                reported = Instant::now();
            }
        }
        let is_whole = trace.iteration() >= iterations;
        Ok((trace, is_whole))
    })
}
