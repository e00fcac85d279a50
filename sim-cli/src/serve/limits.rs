//! Limits of `sim-cli serve`: how many connections, how many bytes, how long.
//!
//! They hold for every program of this machine that connects, with or without the token.

use std::time::Duration;

/// Connections that are open at once; further ones wait in the queue of the operating system.
pub(super) const CONNECTIONS: usize = 64;

/// Bytes of a request's head. Browsers send a host's cookies to all of its ports, so that a head may be long.
pub(super) const HEAD_BYTES: usize = 64 << 10;

/// Bytes of a request's body: the longest are the sums of a question, a few kilobytes.
pub(super) const BODY_BYTES: usize = 64 << 10;

/// Bytes of a refused body that are read and thrown away, so that the client reads the refusal instead of a
/// reset.
pub(super) const DISCARDED_BYTES: usize = 16 << 20;

/// Time that a request's head may take from the first moment of the connection.
pub(super) const HEAD_TIME: Duration = Duration::from_secs(5);

/// Time that a request's body may take.
pub(super) const BODY_TIME: Duration = Duration::from_secs(10);

/// Time that a client may take to read a reply.
pub(super) const REPLY_TIME: Duration = Duration::from_secs(30);

/// Time that a client may take to close its side of an answered connection.
pub(super) const CLOSE_TIME: Duration = Duration::from_secs(2);

/// Pause after a connection could not be accepted, for want of descriptors or memory.
pub(super) const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Time between two looks at whether Ctrl-C was pressed.
pub(super) const STOP_CHECK: Duration = Duration::from_millis(100);
