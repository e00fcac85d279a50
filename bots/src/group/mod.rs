//! A process with all its descendants. They end together, however this program ends.
//!
//! On Unix they are a process group, on Windows a job. [`end_all`] is for a program that exits immediately.
//! If even that is impossible, as after SIGKILL, a watchdog in each Unix group ends it.

#[cfg(not(any(unix, windows)))]
mod nowhere;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

#[cfg(not(any(unix, windows)))]
use nowhere::ProcessGroup;
#[cfg(unix)]
use unix::ProcessGroup;
#[cfg(windows)]
use windows::ProcessGroup;

/// Groups started by this program.
static STARTED: Mutex<Vec<Weak<Group>>> = Mutex::new(Vec::new());

/// A process with all its descendants.
pub(crate) struct Group(ProcessGroup);

/// Streams of a process.
pub(crate) struct Streams {
    pub(crate) stdin: ChildStdin,
    pub(crate) stdout: ChildStdout,
    pub(crate) stderr: ChildStderr,
}

impl Group {
    /// Starts a command with piped streams in its own group. On Linux the group's leader ends with the
    /// calling thread.
    pub(crate) fn start(command: Command) -> io::Result<(Arc<Group>, Streams)> {
        let (leader, streams) = ProcessGroup::start(command)?;
        let group = Arc::new(Group(leader));
        let mut started = started();
        started.retain(|other| other.strong_count() > 0);
        started.push(Arc::downgrade(&group));
        Ok((group, streams))
    }

    /// Waits for the started process to end. Returns its status if known.
    pub(crate) fn wait(&self) -> Option<ExitStatus> {
        self.0.wait()
    }

    /// Ends every process of the group.
    pub(crate) fn end(&self) {
        self.0.end();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

fn started() -> MutexGuard<'static, Vec<Weak<Group>>> {
    STARTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every process that bots have started, for a program that exits without dropping its bots.
pub fn end_all() {
    let groups: Vec<Arc<Group>> = started().iter().filter_map(Weak::upgrade).collect();
    groups.iter().for_each(|group| group.end());
}

/// Takes the piped streams of a process.
#[cfg(any(unix, windows))]
fn piped(
    stdin: &mut Option<ChildStdin>,
    stdout: &mut Option<ChildStdout>,
    stderr: &mut Option<ChildStderr>,
) -> io::Result<Streams> {
    match (stdin.take(), stdout.take(), stderr.take()) {
        (Some(stdin), Some(stdout), Some(stderr)) => Ok(Streams { stdin, stdout, stderr }),
        _ => Err(io::Error::other("its streams are not pipes")),
    }
}
