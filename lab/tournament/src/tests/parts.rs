//! Runs in parts, and runs that were interrupted.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::*;
use crate::run_control::{Progress, StopHandle};
use crate::tournament::{FaultPolicy, Interrupted, LogDetail, Shard};

/// Plays the parts of a run, each into a directory of its own.
fn parts(config: &TournamentConfig, dir: &Path, of: u64) -> Vec<PathBuf> {
    let part = |index| {
        let place = dir.join(format!("part-{index}"));
        play(&TournamentConfig { shard: Shard::new(index, of).ok(), ..config.clone() }, &place);
        place
    };
    (1..=of).map(part).collect()
}

/// Returns runs with all that a run can write.
fn runs() -> [TournamentConfig; 3] {
    let logged =
        TournamentConfig { log: LogDetail::Halves, running: Some(3), ..between(&["nearest", "random"], 10) };
    let many = TournamentConfig { log: LogDetail::Deals, ..between(&["nearest", "random", "human"], 21) };
    let voided = TournamentConfig { on_fault: FaultPolicy::Void, ..logged.clone() };
    [logged, many, voided]
}

#[test]
fn parts_in_directories_make_the_files_of_the_undivided_run() {
    for config in runs() {
        let dir = tempfile::tempdir().expect("a directory");
        let (whole, out) = (dir.path().join("whole"), dir.path().join("out"));
        play(&config, &whole);
        let parts = parts(&config, dir.path(), 3);
        let [one, two, three] = [&*parts[0], &*parts[1], &*parts[2]];
        assert_eq!(merge(&[three, one, two], &out).expect("it merges"), None);
        are_equal(&whole, &out);
        let refused = |dirs: &[&Path]| merge(dirs, &dir.path().join("none")).expect_err("no run").to_string();
        assert!(refused(&[one, two]).contains("3/3"), "{}", refused(&[one, two]));
        assert!(refused(&[one, two, two, three]).contains("2/3"), "{}", refused(&[one, two, two, three]));
    }
}

#[test]
fn the_parts_up_to_a_decision_make_the_run_that_ended_there() {
    let sprt = "elo0=0,elo1=200".parse().ok();
    let config = TournamentConfig {
        sprt,
        log: LogDetail::Games,
        running: Some(50),
        ..between(&["nearest", "random"], 700)
    };
    let dir = tempfile::tempdir().expect("a directory");
    let (whole, out) = (dir.path().join("whole"), dir.path().join("out"));
    let result = play(&config, &whole);
    result.check().expect("a decision");
    let last = files(&whole)["games.csv"].lines().count() as u64 - 1;
    assert_eq!((last < 1400, last % 200), (true, 0), "it ends at a look: {last} games");
    let parts = parts(&config, dir.path(), 4);
    // A part has 350 games.
    let needed: Vec<&Path> = parts.iter().map(PathBuf::as_path).take(last.div_ceil(350) as usize).collect();
    let sentence = merge(&needed, &out).expect("it merges").expect("a test needs some of the parts");
    assert!(sentence.contains(&needed.len().to_string()), "{sentence}");
    are_equal(&whole, &out);
}

/// Stops a run at its first counts.
struct StopEarly(StopHandle);

impl Progress for StopEarly {
    fn leader(&self, leader: &dyn Fn() -> String) {
        let leads = leader();
        assert!(leads.is_empty() || leads.starts_with("nearest leads, "), "{leads}");
        self.0.ask();
    }
}

#[test]
fn an_interrupted_run_goes_on_to_the_files_of_the_undivided_one() {
    let tested = TournamentConfig {
        sprt: "elo0=0,elo1=3".parse().ok(),
        running: Some(7),
        ..between(&["nearest", "random"], 400)
    };
    let logged = TournamentConfig { log: LogDetail::Halves, sprt: None, ..tested.clone() };
    let part = TournamentConfig { shard: Shard::new(2, 2).ok(), ..logged.clone() };
    for config in [tested, logged, part] {
        let dir = tempfile::tempdir().expect("a directory");
        let (whole, place) = (dir.path().join("whole"), dir.path().join("stopped"));
        play(&config, &whole);
        let stop = StopHandle::default();
        let watch =
            RunControl { stop: stop.clone(), progress: Arc::new(StopEarly(stop)), ..RunControl::default() };
        let out = OutConfig { out: Some(place.clone()), force: false };
        let mut run = Tournament::begin(TournamentConfig { out, ..config }, &watch).expect("a run");
        assert_eq!(run.games_played(), 0);
        let error_text = run.play().expect_err("it is stopped").to_string();
        let (played, all) = (run.games_played(), 2 * (run.deals().end - run.deals().start));
        assert!(0 < played && played < all, "{played} of {all} games");
        assert!(error_text.starts_with(&format!("interrupted after {played} of ")), "{error_text}");
        drop(run);
        let watch = RunControl::default();
        let interrupted =
            Interrupted::find(&place, false, &Registry::standard(), &watch).expect("an interrupted run");
        let mut run = Tournament::resume(interrupted, &watch).expect("its files are those of before");
        assert_eq!(run.games_played(), played);
        run.play().expect("the rest");
        let result = run.result().expect("a result");
        run.publish(&result).expect("the files");
        are_equal(&whole, &place);
    }
}

#[test]
fn a_run_without_a_directory_shows_what_it_has_when_it_is_stopped() {
    let stop = StopHandle::default();
    let watch = RunControl {
        stop: stop.clone(),
        progress: Arc::new(StopEarly(stop.clone())),
        ..RunControl::default()
    };
    let mut run = Tournament::begin(between(&["nearest", "random"], 400), &watch).expect("a run");
    let stopped = run.play().expect_err("it is stopped");
    let played = run.games_played();
    let so_far = stopped.so_far.expect("standings").standings_table().to_csv();
    assert!(
        so_far.lines().nth(1).is_some_and(|row| row.starts_with(&format!("nearest,{played},"))),
        "{so_far}"
    );
    assert!(stopped.error.to_string().contains("the standings are those so far"), "{}", stopped.error);
    let mut run = Tournament::begin(between(&["nearest", "random"], 400), &watch).expect("a run");
    let stopped = run.play().expect_err("it is stopped before the first game");
    assert!(
        stopped.so_far.is_none() && stopped.to_string().ends_with("there is nothing to print"),
        "{stopped}"
    );
}
