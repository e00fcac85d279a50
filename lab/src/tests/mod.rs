//! Tests of what several experiments have in common.

#[cfg(unix)]
mod file_names;
mod golden;
mod in_folder;
mod in_parts;
mod ranges;
pub(crate) mod stopped_parts;

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
