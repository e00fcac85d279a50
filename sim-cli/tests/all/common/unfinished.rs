//! Runs that are ended from outside before they are done.
#![allow(dead_code, reason = "every test file uses some of it")]

use std::fs;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Where the checkpoint of a run stands in its directory.
pub(crate) const CHECKPOINT: &str = ".overhear-run/checkpoint";

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(600);

/// A run in the background.
pub(crate) struct Run(Option<Child>);

impl Run {
    /// Starts the program.
    pub(crate) fn start(args: &[&str]) -> Run {
        let mut program = Command::new(env!("CARGO_BIN_EXE_sim-cli"));
        program
            .args(args)
            .env(super::VOCABULARY.0, super::VOCABULARY.1)
            .env(super::STATE.0, super::STATE.1)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Run(Some(program.spawn().expect("the program starts")))
    }

    fn child(&mut self) -> &mut Child {
        self.0.as_mut().expect("it has not ended")
    }

    /// Waits until the checkpoint of a directory has come to a deal; the run must not end before.
    pub(crate) fn reaches(mut self, dir: &Path, deal: u64) -> Run {
        let started = Instant::now();
        while checkpointed(dir).is_none_or(|next| next < deal) {
            if let Some(status) = self.child().try_wait().expect("a child") {
                panic!("it ends before deal {deal} with {status}: {}", super::stderr(&self.end()));
            }
            assert!(started.elapsed() < PATIENCE, "deal {deal} is out of reach");
            sleep(Duration::from_millis(2));
        }
        self
    }

    /// Waits until the directory has the mark of a run that is not finished; a run that ends before is as it is.
    #[cfg(unix)]
    pub(crate) fn keeps_steps(mut self, dir: &Path) -> Run {
        let started = Instant::now();
        while !dir.join(".overhear-run").exists() && self.child().try_wait().expect("a child").is_none() {
            assert!(started.elapsed() < PATIENCE, "no run is kept");
            sleep(Duration::from_millis(2));
        }
        self
    }

    /// Waits for a line on standard error that contains `part`.
    pub(crate) fn says(&mut self, part: &str) -> String {
        let err = self.child().stderr.take().expect("standard error");
        let mut lines = BufReader::new(err).lines().map(|line| line.expect("UTF-8"));
        lines.find(|line| line.contains(part)).unwrap_or_else(|| panic!("`{part}` is never said"))
    }

    /// Sends a signal by name, unless the run has ended.
    #[cfg(unix)]
    pub(crate) fn signal(mut self, name: &str) -> Run {
        if self.child().try_wait().expect("a child").is_some() {
            return self;
        }
        let id = self.child().id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().expect("kill").success());
        self
    }

    /// Waits for the end.
    pub(crate) fn end(mut self) -> Output {
        self.0.take().expect("it has not ended").wait_with_output().expect("it ends")
    }

    /// Ends it as a power cut would; it must still be playing.
    pub(crate) fn kill(mut self) {
        assert!(self.child().try_wait().expect("a child").is_none(), "it is still playing");
        self.child().kill().expect("kill -9");
        let killed = if cfg!(windows) { Some(1) } else { None };
        assert_eq!(self.end().status.code(), killed);
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            drop(child.kill());
            drop(child.wait());
        }
    }
}

/// The first deal that a directory's checkpoint does not count.
pub(crate) fn checkpointed(dir: &Path) -> Option<u64> {
    let text = fs::read_to_string(dir.join(CHECKPOINT)).ok()?;
    let next = text.lines().find_map(|line| line.trim().strip_prefix("\"next\": "))?;
    next.trim_end_matches(',').parse().ok()
}

/// A random number below `limit`.
pub(crate) fn random(limit: u64) -> u64 {
    RandomState::new().hash_one(limit) % limit
}
