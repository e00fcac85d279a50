//! Tests of what several experiments have in common, and runs that stop when one of their parts begins.

#[cfg(unix)]
mod file_names;
mod golden;
mod in_folder;
mod in_parts;
mod ranges;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::run_control::{Progress, StopHandle};
use crate::*;

fn travels<T: Send + Sync>() {}

#[test]
fn what_was_found_can_go_to_another_thread_and_be_looked_at_from_several() {
    travels::<TournamentResult>();
    travels::<BalanceResult>();
    travels::<RulesComparison>();
    travels::<paired::SweepResult>();
    travels::<balance::WordStatsResult>();
    travels::<paired::DecksResult>();
    travels::<parts::ExperimentResult>();
    travels::<LeagueResult>();
    travels::<TuneResult>();
    travels::<CalibrateResult>();
    travels::<ResultComparison>();
    travels::<PartialResult<Vec<PeopleLine>>>();
    travels::<replay::Replay>();
    travels::<table::Frame>();
    travels::<LabError>();
    travels::<RunControl>();
}

/// Progress that counts the parts of a run, and stops it when this many have begun.
struct StopAtPart {
    last: u64,
    begun: Arc<AtomicU64>,
    stop: StopHandle,
}

impl Progress for StopAtPart {
    fn begin(&self, _: &Arc<AtomicU64>, _: u64) {
        if self.begun.fetch_add(1, Ordering::Relaxed) + 1 == self.last {
            self.stop.ask();
        }
    }
}

/// Returns the control of a run that stops in a part.
pub(crate) fn stopped_in(part: u64) -> RunControl {
    counted_until(part, &Arc::default())
}

/// The same of a run whose parts are counted when they begin.
pub(crate) fn counted_until(part: u64, begun: &Arc<AtomicU64>) -> RunControl {
    let stop = StopHandle::default();
    let progress = Arc::new(StopAtPart { last: part, begun: Arc::clone(begun), stop: stop.clone() });
    RunControl { stop, progress, ..RunControl::default() }
}
