//! Ctrl-C and the signals like it: once, and the run stops after the games in flight; twice, and the program ends at
//! once. Either way nothing half is left.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::failure::Failure;

static ASKED: AtomicBool = AtomicBool::new(false);

/// Temporary files and new directories, which go away with the program.
static LITTER: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Listens from now on.
pub(super) fn listen() -> Result<(), Failure> {
    ctrlc::set_handler(heard)
        .map_err(|error| Failure::runtime(format_args!("cannot listen for Ctrl-C: {error}")))
}

/// Whether the run shall stop.
pub(super) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Remembers a temporary file, or a directory that was made, for the case that the program ends at once.
pub(super) fn remember(path: &Path) {
    LITTER.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
}

fn heard() {
    let mut err = std::io::stderr();
    if ASKED.swap(true, Ordering::Relaxed) {
        let litter = LITTER.lock().unwrap_or_else(PoisonError::into_inner);
        litter.iter().rev().for_each(|path| drop(fs::remove_file(path).or_else(|_| fs::remove_dir(path))));
        drop(writeln!(err, "interrupted; nothing was written"));
        std::process::exit(130);
    }
    drop(writeln!(err, "stopping after the games in flight; interrupt again to stop at once"));
}
