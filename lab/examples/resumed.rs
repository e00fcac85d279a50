//! A tournament that is stopped by its own watch, and goes on from its checkpoint as if nothing had been.
//!
//! `cargo run --release -p overhear-lab --example resumed -- DIR`

use std::path::{Path, PathBuf};
use std::sync::Arc;

use overhear_agents::registry::Registry;
use overhear_lab::setup::{OutConfig, PlayersConfig};
use overhear_lab::tournament::{Interrupted, Tournament};
use overhear_lab::{
    ErrorKind, LabError, Progress, RunControl, StopHandle, TournamentConfig, TournamentResult, tournament,
};

/// Stops a run as soon as a part of its games is counted; Ctrl-C would ask the same `StopHandle`.
struct Impatient(StopHandle);

impl Progress for Impatient {
    fn leader(&self, _: &dyn Fn() -> String) {
        self.0.ask();
    }
}

fn config(out: Option<&Path>) -> TournamentConfig {
    TournamentConfig {
        games: Some(20_000),
        seed: Some(7),
        players: PlayersConfig::from_specs(["nearest", "random"]),
        out: OutConfig { out: out.map(Path::to_owned), force: false },
        ..TournamentConfig::default()
    }
}

/// The directory that the run can go on from.
fn stopped(dir: &Path) -> Result<PathBuf, LabError> {
    let stop = StopHandle::default();
    let progress = Arc::new(Impatient(stop.clone()));
    let watch = RunControl { stop, progress, ..RunControl::default() };
    match tournament(config(Some(dir)), &watch) {
        Err(error) if error.kind() == ErrorKind::Interrupted => {
            println!("{error}");
            let unfinished = error.unfinished().map(|run| run.directory.clone());
            unfinished.ok_or(error)
        }
        Err(error) => Err(error),
        Ok(_) => Err(LabError::runtime("it was over before it could be stopped")),
    }
}

fn resumed(dir: &Path) -> Result<TournamentResult, LabError> {
    let watch = RunControl::default();
    let interrupted = Interrupted::find(dir, false, &Registry::standard(), &watch)?;
    let mut run = Tournament::resume(interrupted, &watch)?;
    println!("{} of {} games are played", run.games_played(), run.plan().lineup.schedule.games());
    run.play().map_err(|stopped| stopped.error)?;
    let result = run.result()?;
    run.publish(&result)?;
    Ok(result)
}

fn main() -> Result<(), LabError> {
    let dir = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("resumed"), PathBuf::from);
    print!("{}", resumed(&stopped(&dir)?)?.standings_table().to_csv());
    Ok(())
}

#[test]
fn a_run_that_was_stopped_comes_to_the_run_in_one_piece() -> Result<(), LabError> {
    let dir = tempfile::tempdir().map_err(LabError::runtime)?;
    let result = resumed(&stopped(&dir.path().join("run"))?)?;
    assert_eq!(result.to_json(), tournament(config(None), &RunControl::default())?.to_json());
    Ok(())
}
