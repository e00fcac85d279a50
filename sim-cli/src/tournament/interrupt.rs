//! Ctrl-C and the signals like it: once, and the run stops after the deals in flight; twice, and the program ends at
//! once, with what the last checkpoint holds. Where there is none yet, nothing is left behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::progress;
use super::store::Advice;
use crate::failure::Failure;

static ASKED: AtomicBool = AtomicBool::new(false);

/// What remains of a run that ends at once.
enum Remains {
    /// Files and new directories, which go away with the program.
    Litter(Vec<PathBuf>),
    /// A checkpoint, and how to go on from it.
    Checkpoint(Advice),
}

static REMAINS: Mutex<Remains> = Mutex::new(Remains::Litter(Vec::new()));

fn remains() -> MutexGuard<'static, Remains> {
    REMAINS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Listens from now on.
pub(crate) fn listen() -> Result<(), Failure> {
    ctrlc::set_handler(heard)
        .map_err(|error| Failure::runtime(format_args!("cannot listen for Ctrl-C: {error}")))
}

/// Whether the run shall stop.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Remembers a file or a directory that was made, for the case that the program ends before the first checkpoint.
pub(crate) fn remember(path: &Path) {
    if let Remains::Litter(litter) = &mut *remains() {
        litter.push(path.to_owned());
    }
}

/// There is a checkpoint from now on.
pub(super) fn can_resume(advice: Advice) {
    *remains() = Remains::Checkpoint(advice);
}

fn heard() {
    if ASKED.swap(true, Ordering::Relaxed) {
        let said = match &*remains() {
            Remains::Litter(litter) => {
                let remove = |path: &PathBuf| drop(fs::remove_file(path).or_else(|_| fs::remove_dir(path)));
                litter.iter().rev().for_each(remove);
                "interrupted; nothing was written".to_owned()
            }
            Remains::Checkpoint(advice) if advice.can_go_on() => {
                format!("interrupted; the last checkpoint is kept: go on with {}", advice.command())
            }
            Remains::Checkpoint(_) => "interrupted; the checkpoint is gone".to_owned(),
        };
        progress::say_last(&said);
        std::process::exit(130);
    }
    progress::say("stopping after the games in flight; interrupt again to stop at once");
}
