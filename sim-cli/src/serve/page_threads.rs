//! The threads that answer requests of the page, each one request after the other.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use overhear_agents::registry::Registry;
use overhear_lab::StopHandle;
use overhear_report::page_api::PageApi;
use tokio::sync::oneshot;

use super::limits::PAGE_THREADS;

/// A handle on the threads. A further thread begins when all others are busy, so that no client waits for another.
pub(super) struct PageThreads {
    registry: Registry,
    threads: Mutex<Vec<PageThread>>,
}

/// A handle on a thread.
struct PageThread {
    jobs: Sender<PageJob>,
    /// Requests that have no answer yet.
    open: Arc<AtomicUsize>,
}

/// A request waiting for its answer.
struct PageJob {
    request: String,
    stop: StopHandle,
    answer: oneshot::Sender<String>,
}

/// Stops the work on a request when dropped.
struct StopOnDrop(StopHandle);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.ask();
    }
}

impl PageThreads {
    /// Starts the first thread.
    ///
    /// # Errors
    /// Returns an error if the operating system cannot start a thread.
    pub(super) fn start(registry: &Registry) -> io::Result<PageThreads> {
        let threads = Mutex::new(vec![PageThread::start(registry)?]);
        Ok(PageThreads { registry: registry.clone(), threads })
    }

    /// Returns the answer to a request; `None` if the thread has ended.
    ///
    /// Dropping the future stops the work: the server drops it when the client closes its connection.
    pub(super) async fn ask(&self, request: String) -> Option<String> {
        let stop = StopHandle::default();
        let _guard = StopOnDrop(stop.clone());
        let (answer, answered) = oneshot::channel();
        self.hand_over(PageJob { request, stop, answer });
        answered.await.ok()
    }

    /// Gives a request to the first idle thread, which may have the players of the last request still; to a new one if none is
    /// idle; else to the one with the fewest requests.
    fn hand_over(&self, job: PageJob) {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        if threads.len() < PAGE_THREADS && threads.iter().all(|thread| thread.open_requests() > 0) {
            // Without another thread the request waits.
            threads.extend(PageThread::start(&self.registry));
        }
        if let Some(thread) = threads.iter().min_by_key(|thread| thread.open_requests()) {
            thread.open.fetch_add(1, Ordering::AcqRel);
            // A thread that has ended drops the request, and its asker is told.
            drop(thread.jobs.send(job));
        }
    }
}

impl PageThread {
    fn start(registry: &Registry) -> io::Result<PageThread> {
        let (jobs, queue) = channel();
        let (page, open) = (PageApi::new(registry), Arc::new(AtomicUsize::new(0)));
        let unanswered = Arc::clone(&open);
        Builder::new().name("page".to_owned()).spawn(move || work(page, &queue, &unanswered))?;
        Ok(PageThread { jobs, open })
    }

    fn open_requests(&self) -> usize {
        self.open.load(Ordering::Acquire)
    }
}

fn work(mut page: PageApi, queue: &Receiver<PageJob>, open: &AtomicUsize) {
    for PageJob { request, stop, answer } in queue {
        let answered = (!stop.is_asked()).then(|| page.ask_until(&request, &stop));
        // Before the answer is sent: its client may ask again at once, and this thread has what it needs.
        open.fetch_sub(1, Ordering::AcqRel);
        // A client that has left meanwhile is no error.
        drop(answered.map(|answered| answer.send(answered)));
    }
}
