//! Stops and extreme seeds: each task ends soon after a stop, and no seed overflows.

use std::thread;
use std::time::{Duration, Instant};

use super::context::Bench;
use super::small_bench::small_bench;
use super::static_items::static_items;
use crate::error::{ErrorKind, LabError};

/// Games that no task finishes before the stop.
const ENDLESS: u64 = 100_000;

/// Time until the stop.
const BEFORE: Duration = Duration::from_millis(300);

/// Longest time that a task may take after a stop.
const MOST: Duration = Duration::from_secs(5);

/// Runs a task of an endless card, stops it, and checks that it ends soon and says so.
fn stops(name: &str, task: impl FnOnce(&Bench<'_>) -> Result<(), LabError>) {
    small_bench((5, ENDLESS), |bench| {
        let stop = bench.watch.stop.clone();
        let stopped = thread::spawn(move || {
            thread::sleep(BEFORE);
            stop.ask();
            Instant::now()
        });
        let error = task(bench).expect_err(name);
        let taken = stopped.join().expect("a time").elapsed();
        assert_eq!(error.kind(), ErrorKind::Interrupted, "{name}: {error}");
        assert!(taken < MOST, "{name}: {taken:?} after the stop");
    });
}

#[test]
fn every_task_ends_soon_after_a_stop() {
    stops("decode and intercept", |bench| bench.read((&mut Vec::new(), &mut Vec::new())));
    stops("leak", |bench| bench.leak((&mut Vec::new(), &mut Vec::new())));
    stops("play", |bench| bench.play((&mut Vec::new(), &mut Vec::new())));
    stops("predict", |bench| bench.predict((&mut Vec::new(), &mut Vec::new())));
    stops("believe", |bench| bench.believe((&mut Vec::new(), &mut Vec::new())));
    stops("items", |bench| static_items(bench).map(drop));
}

#[test]
fn the_largest_seed_makes_deals_too() {
    let found = small_bench((u64::MAX, 1), |bench| {
        let (mut measures, mut items) = (Vec::new(), Vec::new());
        bench.read((&mut measures, &mut items)).expect("clues are read");
        bench.play((&mut measures, &mut items)).expect("games are played");
        [items.len(), static_items(bench).expect("items").len()]
    });
    assert!(found.iter().all(|&items| items > 0), "{found:?}");
}
