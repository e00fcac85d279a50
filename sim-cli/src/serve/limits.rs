//! Limits of `sim-cli serve`: connections, bytes and times.
//!
//! They apply to every program on this machine that connects, with or without the token.

use std::time::Duration;

/// Maximum number of open connections; further ones wait in the queue of the operating system.
pub(super) const CONNECTIONS: usize = 64;

/// Maximum bytes of a request's head. Browsers send a host's cookies to all of its ports, so heads may be
/// long.
pub(super) const HEAD_BYTES: usize = 64 << 10;

/// Maximum bytes of a request's body. The longest holds a deck: the page takes files of up to 1,000,000 bytes, and JSON writes each end
/// of a line as two.
pub(super) const BODY_BYTES: usize = 3 << 19;

/// Maximum bytes of a refused body that are discarded, so that the client reads the refusal instead of a
/// reset.
pub(super) const DISCARDED_BYTES: usize = 16 << 20;

/// Maximum number of requests that are answered at a time; further ones wait. Each thread has words of its own.
pub(super) const PAGE_THREADS: usize = 4;

/// Time limit of a request's head, from the beginning of the connection.
pub(super) const HEAD_TIME: Duration = Duration::from_secs(5);

/// Time limit of a request's body.
pub(super) const BODY_TIME: Duration = Duration::from_secs(10);

/// Time limit for a client to read a reply.
pub(super) const REPLY_TIME: Duration = Duration::from_secs(30);

/// Time limit for a client to close its side of an answered connection.
pub(super) const CLOSE_TIME: Duration = Duration::from_secs(2);

/// Pause after a connection could not be accepted for lack of descriptors or memory.
pub(super) const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Time between two checks for Ctrl-C.
pub(super) const STOP_CHECK: Duration = Duration::from_millis(100);
