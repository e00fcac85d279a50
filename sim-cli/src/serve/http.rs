//! As much of HTTP as one page needs: a request and a reply a connection, none of which waits for another.

use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::net::TcpStream;

/// The most bytes of a request's head, and of its body.
const MOST: [u64; 2] = [1 << 16, 1 << 20];

/// What every reply says: nothing of this page is for others, or kept.
const HEADERS: &str = "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\nConnection: close\r\n";

/// What was sent behind the head.
pub(super) enum Body {
    /// Text; what is no UTF-8 is replaced.
    Text(String),
    /// More than anybody asks.
    TooLong,
}

/// What somebody asks for.
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) host: Option<String>,
    pub(super) origin: Option<String>,
    pub(super) body: Body,
}

/// A reply: its status, its kind and its content.
pub(super) struct Reply(pub(super) u16, pub(super) &'static str, pub(super) Vec<u8>);

impl Request {
    /// Reads a request; nothing if it is none.
    pub(super) fn read(stream: &TcpStream) -> Option<Request> {
        let mut reader = BufReader::new(stream);
        let mut head = Vec::new();
        let mut lines = reader.by_ref().take(MOST[0]).lines();
        loop {
            match lines.next()?.ok()? {
                line if line.is_empty() => break,
                line => head.push(line),
            }
        }
        let mut first = head.first()?.split(' ').map(str::to_owned);
        let (method, path) = (first.next()?, first.next()?);
        let of = |name: &str| {
            let value = |line: &String| {
                let (field, value) = line.split_once(':')?;
                field.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
            };
            head.iter().skip(1).find_map(value)
        };
        let length: u64 = of("Content-Length").map_or(Some(0), |length| length.parse().ok())?;
        let mut bytes = Vec::new();
        reader.take(length.min(8 * MOST[1])).read_to_end(&mut bytes).ok()?;
        let is_long = length > MOST[1];
        let body =
            if is_long { Body::TooLong } else { Body::Text(String::from_utf8_lossy(&bytes).into_owned()) };
        Some(Request { method, path, host: of("Host"), origin: of("Origin"), body })
    }
}

impl Reply {
    /// Sends it.
    pub(super) fn write(&self, stream: &mut TcpStream) -> io::Result<()> {
        let Reply(status, kind, content) = self;
        let length = content.len();
        let head = format!(
            "HTTP/1.1 {status} -\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{HEADERS}\r\n"
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(content)?;
        stream.flush()
    }
}
