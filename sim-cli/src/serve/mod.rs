//! `sim-cli serve`: the page of the laboratory on this machine, at native speed.
//!
//! One thread handles all connections, so a connection needs no thread of its own; a few others answer requests.

mod connection;
mod limits;
mod page_threads;
mod server;

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use overhear_agents::registry::Registry;
use overhear_lab::StopHandle;
use overhear_lab::setup::Language;
use overhear_report::report;
use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep;

use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::output::print;
use crate::terminal::{ending, say, threads};
use limits::STOP_CHECK;
use page_threads::PageThreads;
use server::Server;

/// Serves the page until Ctrl-C.
pub(crate) fn run(args: &ServeArgs, registry: &Registry) -> Result<(), Failure> {
    let stop = StopHandle::default();
    ending(&stop)?;
    threads(args.threads)?;
    let result = args.dir.as_deref().map(report::page).transpose()?;
    let (listener, port) = listen(args.port).map_err(|error| port_failure(args.port, error))?;
    let page = PageThreads::start(registry).map_err(|error| Failure::io("cannot start a thread", error))?;
    let runtime = runtime().map_err(|error| Failure::io("cannot wait for connections", error))?;
    let server = Arc::new(Server::new(token(), port, result, page));
    let words = if args.lang == Language::English { String::new() } else { format!("#lang={}", args.lang) };
    print(&format!("http://127.0.0.1:{port}/{}/{words}\n", server.token()))?;
    say(&["open this address in a browser; Ctrl-C ends it".to_owned()]);
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener);
        let listener = listener.map_err(|error| port_failure(args.port, error))?;
        tokio::select! {
            () = connection::accept_all(&listener, &server) => {}
            () = stopped(&stop) => {}
        }
        Ok(())
    })
    // Dropping the runtime closes every open connection.
}

/// Opens a port of this machine, any free one for 0, and returns which it is.
fn listen(port: u16) -> io::Result<(TcpListener, u16)> {
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    Ok((listener, port))
}

fn port_failure(port: u16, error: io::Error) -> Failure {
    Failure::io(format_args!("--port {port}"), error)
}

/// Returns a runtime that runs on the calling thread.
fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_io().enable_time().build()
}

/// Waits for Ctrl-C.
async fn stopped(stop: &StopHandle) {
    while !stop.is_asked() {
        sleep(STOP_CHECK).await;
    }
}

/// Returns 128 random bits in hexadecimal digits.
fn token() -> String {
    format!("{:016x}{:016x}", random_bits(), random_bits())
}

/// Returns 64 bits that the standard library draws for its hash tables.
fn random_bits() -> u64 {
    RandomState::new().build_hasher().finish()
}
