//! The thread that answers requests of the page, one after the other.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;

use overhear_agents::registry::Registry;
use overhear_lab::StopHandle;
use overhear_report::page_api::PageApi;
use tokio::sync::oneshot;

/// A handle on the thread.
pub(super) struct PageThread {
    jobs: Sender<PageJob>,
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

impl PageThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// Returns an error if the operating system cannot start a thread.
    pub(super) fn start(registry: &Registry) -> io::Result<PageThread> {
        let (jobs, queue) = channel();
        let page = PageApi::new(registry);
        Builder::new().name("page".to_owned()).spawn(move || work(page, &queue))?;
        Ok(PageThread { jobs })
    }

    /// Returns the answer to a request; `None` if the thread has ended.
    ///
    /// Dropping the future stops the work: the server drops it when the client closes its connection.
    pub(super) async fn ask(&self, request: String) -> Option<String> {
        let stop = StopHandle::default();
        let _guard = StopOnDrop(stop.clone());
        let (answer, answered) = oneshot::channel();
        self.jobs.send(PageJob { request, stop, answer }).ok()?;
        answered.await.ok()
    }
}

fn work(mut page: PageApi, queue: &Receiver<PageJob>) {
    for PageJob { request, stop, answer } in queue {
        if !stop.is_asked() {
            // A client that has left meanwhile is no error.
            answer.send(page.ask_until(&request, &stop)).ok();
        }
    }
}
