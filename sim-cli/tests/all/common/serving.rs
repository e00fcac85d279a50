//! The program while it serves, and requests as they go over the wire.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How long any reply may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// `sim-cli serve`; it ends with this.
pub(crate) struct Serving {
    pub(crate) child: Child,
    pub(crate) port: u16,
    pub(crate) token: String,
}

impl Serving {
    pub(crate) fn start(args: &[&str]) -> Serving {
        Serving::run(Command::new(env!("CARGO_BIN_EXE_sim-cli")).arg("serve").args(args))
    }

    /// Starts the program by way of this command.
    pub(crate) fn run(command: &mut Command) -> Serving {
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.as_mut().expect("a pipe");
        BufReader::new(output).read_line(&mut line).expect("an address");
        let (host, token) = line
            .trim()
            .strip_prefix("http://127.0.0.1:")
            .expect("this machine")
            .split_once('/')
            .expect("a token");
        let (port, token) = (host.parse().expect("a port"), token.trim_end_matches('/').to_owned());
        Serving { child, port, token }
    }

    /// A connection on which nothing is sent yet.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        stream
    }

    /// A connection with these bytes sent.
    pub(crate) fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(bytes).expect("it reads");
        stream
    }

    /// The status and the content of a reply to a request as it goes over the wire.
    pub(crate) fn raw(&self, request: &str) -> (u16, String) {
        reply(self.send(request.as_bytes()))
    }

    /// The head of a request for the page, without the empty line that ends it.
    pub(crate) fn head(&self, method: &str, path: &str) -> String {
        let Serving { port, token, .. } = self;
        format!("{method} /{token}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n")
    }

    pub(crate) fn get(&self, path: &str, host: &str) -> (u16, String) {
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"))
    }

    pub(crate) fn ask(&self, request: &str, headers: &str) -> (u16, String) {
        self.raw(&self.question(request, headers))
    }

    /// A question as it goes over the wire.
    pub(crate) fn question(&self, request: &str, headers: &str) -> String {
        let (head, length) = (self.head("POST", "ask"), request.len());
        format!("{head}{headers}Content-Length: {length}\r\n\r\n{request}")
    }
}

/// The status and the content of the reply on a connection.
pub(crate) fn reply(mut stream: TcpStream) -> (u16, String) {
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("it answers");
    let (head, content) = reply.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, content.to_owned())
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
