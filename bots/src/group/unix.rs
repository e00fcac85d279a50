//! A process group led by a watchdog, which ends the group when this program is gone.
//!
//! The watchdog is a shell that waits for the end of its standard input. Only this program holds the other
//! end of that pipe, and it writes nothing; so the pipe ends with the program, whatever signal ends it. Until
//! the watchdog is reaped no other process can get its number, so the group is always the right one. Without
//! a shell, the command leads the group itself.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpgid, kill_process, kill_process_group, waitid,
};

use super::{Streams, piped};

/// Script of the watchdog. It ignores signals that programs send to their own group.
const WATCH: &str = "trap '' HUP INT QUIT ALRM TERM USR1 USR2 PIPE; read -r _; kill -s KILL 0";

pub(super) struct ProcessGroup {
    /// Number of the group.
    id: Pid,
    /// Number of the started process.
    process: Pid,
    state: Mutex<State>,
}

struct State {
    /// `None` once the group has been ended.
    watchdog: Option<Watchdog>,
    is_ended: bool,
    child: Child,
    /// `true` if the child has been reaped, so that its number may be reused.
    is_fetched: bool,
}

impl ProcessGroup {
    pub(super) fn start(mut command: Command) -> io::Result<(ProcessGroup, Streams)> {
        let watchdog = Watchdog::start();
        command.process_group(watchdog.as_ref().map_or(0, |watchdog| watchdog.0.id().cast_signed()));
        end_with_this_thread(&mut command);
        let mut child = command.spawn()?;
        let process = pid(&child);
        let id = watchdog.as_ref().map_or(process, |watchdog| pid(&watchdog.0));
        let streams = piped(&mut child.stdin, &mut child.stdout, &mut child.stderr);
        let state = State { watchdog, is_ended: false, child, is_fetched: false };
        let leader = ProcessGroup { id, process, state: Mutex::new(state) };
        match streams {
            Ok(streams) => Ok((leader, streams)),
            Err(error) => {
                leader.end();
                Err(error)
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn wait(&self) -> Option<ExitStatus> {
        // Wait without reaping, so that the number stays valid for a concurrent `end`.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(waitid(WaitId::Pid(self.process), options), Err(Errno::INTR)) {}
        let mut state = self.state();
        state.is_fetched = true;
        state.child.wait().ok()
    }

    pub(super) fn end(&self) {
        let mut state = self.state();
        if std::mem::replace(&mut state.is_ended, true) {
            return;
        }
        if !state.is_fetched {
            // A process that has moved to a group of its own is ended here.
            let elsewhere = getpgid(Some(self.process)).ok().filter(|&group| group == self.process);
            let _ = elsewhere.map(|group| kill_process_group(group, Signal::KILL));
            let _ = kill_process(self.process, Signal::KILL);
        }
        let _ = kill_process_group(self.id, Signal::KILL);
        state.watchdog = None;
    }
}

fn pid(child: &Child) -> Pid {
    Pid::from_child(child)
}

/// A shell that ends its group when this program is gone. Dropping it ends the group.
struct Watchdog(Child);

impl Watchdog {
    /// Starts a watchdog in its own group; `None` without a shell.
    fn start() -> Option<Watchdog> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", WATCH]).env_clear().current_dir("/").process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.spawn().ok().map(Watchdog)
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        // Killed before it is reaped: until then its number, which is the group's, cannot be reused.
        let _ = kill_process_group(pid(&self.0), Signal::KILL);
        let _ = self.0.wait();
    }
}

/// Makes the kernel end the process when this thread ends, which lives as long as the process. It covers the
/// process itself should it leave the group or end the watchdog.
#[cfg(any(target_os = "linux", target_os = "android"))]
#[expect(unsafe_code, reason = "nothing else runs between fork and exec")]
fn end_with_this_thread(command: &mut Command) {
    use rustix::process::{getpid, getppid, set_parent_process_death_signal};

    // The parent may end between fork and the system call; the child then has another parent already.
    let parent = getpid();
    let ask = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        let is_orphan = getppid() != Some(parent);
        if is_orphan { Err(io::Error::from(Errno::SRCH)) } else { Ok(()) }
    };
    // SAFETY: two system calls that are allowed between fork and exec; nothing is allocated and no lock is
    // taken.
    unsafe {
        command.pre_exec(ask);
    }
}

/// Does nothing: on other systems there is only the watchdog.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn end_with_this_thread(_: &mut Command) {}
