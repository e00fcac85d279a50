//! A tuning run that is interrupted in each of its parts comes to the files of one that is not.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_agents::registry::Registry;

use super::TuneConfig;
use crate::error::LabError;
use crate::run::{InterruptedRun, play_kept};
use crate::run_control::RunControl;
use crate::setup::{OutConfig, PlayersConfig, WordFiles};
use crate::tests::{counted_until, stopped_in};

fn config() -> TuneConfig {
    TuneConfig {
        players: PlayersConfig::from_specs(["nearest:blunder=0.5"]),
        param: vec!["blunder".to_owned()],
        opponent: Some("random".to_owned()),
        iterations: 3,
        pairs_per_iteration: 2,
        confirm_pairs: 150,
        seed: Some(4),
        words: WordFiles { vocabulary: Some(2000), ..WordFiles::default() },
        ..TuneConfig::default()
    }
}

fn begin(dir: &Path, watch: &RunControl) -> Result<(), LabError> {
    let out = OutConfig { out: Some(dir.to_owned()), force: false };
    play_kept(&config(), dir, &out, watch)?.check_complete()
}

fn resume(dir: &Path, watch: &RunControl) -> Result<(), LabError> {
    let registry = Registry::standard();
    let run = InterruptedRun::<TuneConfig>::find(dir, &["tune"], false, &registry, watch)?;
    run.play(watch)?.1.check_complete()
}

/// Checks that a run was interrupted and can be resumed.
fn is_cut(run: Result<(), LabError>) {
    let error = run.expect_err("it was stopped");
    assert_eq!(error.unfinished().map(|run| run.command), Some("tune"), "{error}");
    assert!(error.message().contains(" of 3 iterations: blunder "), "{error}");
}

#[test]
fn a_tune_goes_on_in_each_of_its_parts() {
    let place = tempfile::tempdir().expect("a directory");
    let [whole, cut] = ["whole", "cut"].map(|name| place.path().join(name));
    begin(&whole, &RunControl::default()).expect("it is played");
    // The climb, the test, and the games against the opponent.
    is_cut(begin(&cut, &stopped_in(1)));
    is_cut(resume(&cut, &stopped_in(2)));
    is_cut(resume(&cut, &stopped_in(2)));
    let begun = Arc::new(AtomicU64::new(0));
    resume(&cut, &counted_until(u64::MAX, &begun)).expect("to its end");
    assert_eq!(begun.load(Ordering::Relaxed), 1, "the climb and the test are not played again");
    for name in ["trace.csv", "result.csv", "manifest.json"] {
        let [whole, cut] = [&whole, &cut].map(|dir| fs::read_to_string(dir.join(name)).expect("a file"));
        assert_eq!(whole, cut, "{name}");
    }
}
