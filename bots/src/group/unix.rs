//! A process group, led by a watchdog that ends it when this program is gone.
//!
//! The watchdog is a shell that waits for the end of its standard input. This program alone holds the other
//! end of that pipe and writes nothing to it, so it ends with the program, by whatever signal. As long as the
//! watchdog has not been fetched, no other process can get its number: the group that is ended is never
//! another one. Where there is no shell, the command leads the group itself.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpgid, kill_process, kill_process_group, waitid,
};

use super::{Streams, piped};

/// What a watchdog does. Signals that programs send to their own group do not end it.
const WATCH: &str = "trap '' HUP INT QUIT ALRM TERM USR1 USR2 PIPE; read -r _; kill -s KILL 0";

pub(super) struct Leader {
    /// The group.
    id: Pid,
    /// The process that was started.
    process: Pid,
    state: Mutex<State>,
}

struct State {
    /// Nothing once the group has been ended.
    watchdog: Option<Watchdog>,
    is_ended: bool,
    child: Child,
    /// `true` if the child has ended and was fetched: its number may be another's.
    is_fetched: bool,
}

impl Leader {
    pub(super) fn start(mut command: Command) -> io::Result<(Leader, Streams)> {
        let watchdog = Watchdog::start();
        command.process_group(watchdog.as_ref().map_or(0, |watchdog| watchdog.0.id().cast_signed()));
        end_with_this_thread(&mut command);
        let mut child = command.spawn()?;
        let process = pid(&child);
        let id = watchdog.as_ref().map_or(process, |watchdog| pid(&watchdog.0));
        let streams = piped(&mut child.stdin, &mut child.stdout, &mut child.stderr);
        let state = State { watchdog, is_ended: false, child, is_fetched: false };
        let leader = Leader { id, process, state: Mutex::new(state) };
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
        // It is waited for without being fetched, so that until then its number can be used by whoever ends it.
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
            // One that has left for a group of its own is ended there.
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

/// A shell that ends its group when this program is gone. Dropped, its group is ended.
struct Watchdog(Child);

impl Watchdog {
    /// Starts a watchdog in a group of its own; `None` where there is no shell.
    fn start() -> Option<Watchdog> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", WATCH]).env_clear().current_dir("/").process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.spawn().ok().map(Watchdog)
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        let _ = kill_process_group(pid(&self.0), Signal::KILL);
        let _ = self.0.wait();
    }
}

/// Has the kernel end the process when this thread ends, which lives as long: what a watchdog does for the
/// group, for the process alone, should it leave the group or end the watchdog.
#[cfg(any(target_os = "linux", target_os = "android"))]
#[expect(unsafe_code, reason = "nothing else runs between fork and exec")]
fn end_with_this_thread(command: &mut Command) {
    use rustix::process::{getpid, getppid, set_parent_process_death_signal};

    let parent = getpid();
    let ask = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        let is_orphan = getppid() != Some(parent);
        if is_orphan { Err(io::Error::from(Errno::SRCH)) } else { Ok(()) }
    };
    // SAFETY: two system calls, which may be made between fork and exec; nothing is allocated and no lock is taken.
    unsafe {
        command.pre_exec(ask);
    }
}

/// Elsewhere the watchdog is all there is.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn end_with_this_thread(_: &mut Command) {}
