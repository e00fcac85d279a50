//! The first process of a job object.

use std::io;
use std::process::{Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};

use super::{Streams, piped};

/// Time between two checks of a process.
const LOOK: Duration = Duration::from_millis(20);

pub(super) struct ProcessGroup(Mutex<Box<dyn ChildWrapper>>);

impl ProcessGroup {
    pub(super) fn start(command: Command) -> io::Result<(ProcessGroup, Streams)> {
        let mut child = CommandWrap::from(command).wrap(JobObject).spawn()?;
        let (stdin, stdout) = (&mut child.stdin().take(), &mut child.stdout().take());
        let streams = piped(stdin, stdout, &mut child.stderr().take());
        let leader = ProcessGroup(Mutex::new(child));
        streams.map(|streams| (leader, streams))
    }

    fn child(&self) -> MutexGuard<'_, Box<dyn ChildWrapper>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn wait(&self) -> Option<ExitStatus> {
        loop {
            match self.child().try_wait() {
                Ok(None) => {}
                outcome => return outcome.ok().flatten(),
            }
            thread::sleep(LOOK);
        }
    }

    pub(super) fn end(&self) {
        let _ = self.child().start_kill();
    }
}
