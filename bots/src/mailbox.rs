//! Bounded queue of a process's events, in order: lines that are read ahead, and the end.

use std::collections::VecDeque;
use std::process::ExitStatus;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of lines that are read ahead. A longer line waits alone.
const ROOM: usize = 8 << 20;

/// Bytes of a line without an end that are shown.
const SHOWN: usize = 500;

/// An event of a process.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ProcessEvent {
    /// A complete line.
    Line(Vec<u8>),
    /// An incomplete line at the end of the output.
    Torn(Vec<u8>),
    /// Excessive output, described in words.
    Flood(String),
    /// The end of its standard output.
    Closed,
    /// The end of the started process; its descendants may live on.
    Ended(Option<ExitStatus>),
}

impl ProcessEvent {
    /// Returns the memory that the event takes.
    fn bytes(&self) -> usize {
        match self {
            ProcessEvent::Line(line) | ProcessEvent::Torn(line) => line.len() + size_of::<ProcessEvent>(),
            ProcessEvent::Flood(_) | ProcessEvent::Closed | ProcessEvent::Ended(_) => 0,
        }
    }
}

/// A queue of events with a limit in bytes.
#[derive(Default)]
pub(crate) struct Mailbox {
    queue: Mutex<EventQueue>,
    changed: Condvar,
}

#[derive(Default)]
struct EventQueue {
    events: VecDeque<ProcessEvent>,
    bytes: usize,
    unended: Option<UnendedLine>,
    is_abandoned: bool,
}

/// A line whose end has not come yet.
struct UnendedLine {
    beginning: Vec<u8>,
    /// When its last byte came.
    since: Instant,
}

impl Mailbox {
    fn queue(&self) -> MutexGuard<'_, EventQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an event, waiting for room. Returns `false` if the receiver is gone.
    pub(crate) fn put(&self, event: ProcessEvent) -> bool {
        let bytes = event.bytes();
        let waited = self.changed.wait_while(self.queue(), |queue| {
            !queue.is_abandoned && bytes > 0 && queue.bytes > 0 && queue.bytes + bytes > ROOM
        });
        let mut queue = waited.unwrap_or_else(PoisonError::into_inner);
        if queue.is_abandoned {
            return false;
        }
        queue.bytes += bytes;
        queue.unended = None;
        queue.events.push_back(event);
        self.changed.notify_all();
        true
    }

    /// Notes the bytes of a line whose end has not come yet.
    pub(crate) fn note_unended(&self, line: &[u8]) {
        let beginning = line[..line.len().min(SHOWN)].to_vec();
        self.queue().unended = Some(UnendedLine { beginning, since: Instant::now() });
    }

    /// Returns the beginning of a line without an end to which nothing was added for a time.
    pub(crate) fn unended_for(&self, pause: Duration) -> Option<Vec<u8>> {
        let queue = self.queue();
        let UnendedLine { beginning, since } = queue.unended.as_ref()?;
        (since.elapsed() >= pause && !beginning.trim_ascii().is_empty()).then(|| beginning.clone())
    }

    /// Returns the next event, waiting until the deadline.
    pub(crate) fn receive_until(&self, until: Instant) -> Option<ProcessEvent> {
        let mut queue = self.queue();
        loop {
            if let Some(event) = queue.events.pop_front() {
                queue.bytes -= event.bytes();
                self.changed.notify_all();
                return Some(event);
            }
            let remaining =
                until.checked_duration_since(Instant::now()).filter(|remaining| !remaining.is_zero())?;
            queue = self.changed.wait_timeout(queue, remaining).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Drops all events and refuses further ones.
    pub(crate) fn abandon(&self) {
        let mut queue = self.queue();
        queue.events.clear();
        (queue.bytes, queue.is_abandoned) = (0, true);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[test]
    fn events_come_in_their_order_and_nothing_is_waited_for_longer_than_asked() {
        let mailbox = Mailbox::default();
        assert!(mailbox.put(ProcessEvent::Line(b"a".to_vec())) && mailbox.put(ProcessEvent::Closed));
        assert_eq!(mailbox.receive_until(soon()), Some(ProcessEvent::Line(b"a".to_vec())));
        assert_eq!(
            mailbox.receive_until(Instant::now()),
            Some(ProcessEvent::Closed),
            "what is there is taken in any case"
        );
        let begun = Instant::now();
        assert_eq!(mailbox.receive_until(begun + Duration::from_millis(30)), None);
        assert!(begun.elapsed() >= Duration::from_millis(30));
    }

    #[test]
    fn whoever_writes_faster_than_it_is_read_waits() {
        let mailbox = Arc::new(Mailbox::default());
        let writer = thread::spawn({
            let mailbox = Arc::clone(&mailbox);
            move || (0..40).take_while(|_| mailbox.put(ProcessEvent::Line(vec![0; 1 << 20]))).count()
        });
        let begun = Instant::now();
        while mailbox.queue().events.len() < 7 && begun.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(10));
        }
        thread::sleep(Duration::from_millis(50));
        assert_eq!(mailbox.queue().events.len(), 7);
        for _ in 0..20 {
            assert!(mailbox.receive_until(soon()).is_some());
        }
        mailbox.abandon();
        assert!((20..40).contains(&writer.join().expect("it ends")));
        assert!(!mailbox.put(ProcessEvent::Closed));
    }

    #[test]
    fn a_line_that_is_longer_than_the_room_comes_alone() {
        let mailbox = Mailbox::default();
        assert!(mailbox.put(ProcessEvent::Line(vec![0; 2 * ROOM])));
        assert!(mailbox.put(ProcessEvent::Ended(None)), "the end needs no room");
        assert!(matches!(mailbox.receive_until(soon()), Some(ProcessEvent::Line(_))));
    }
}
