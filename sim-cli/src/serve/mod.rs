//! `sim-cli serve`: the page of the laboratory on this machine, at native speed.

mod http;

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use overhear_agents::registry::Registry;
use overhear_lab::Stop;
use overhear_lab::desk::Desk;
use overhear_lab::report;

use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::output::print;
use crate::terminal::{ending, say, threads};
use http::{Body, Reply, Request};
use overhear_page::{File, file};

/// How long Ctrl-C may go unheard.
const LISTEN: Duration = Duration::from_millis(100);

/// Shows the page until Ctrl-C.
pub(crate) fn run(args: &ServeArgs, registry: &Registry) -> Result<(), Failure> {
    threads(args.threads)?;
    let result = args.dir.as_deref().map(report::page).transpose()?;
    let wrong = |error: std::io::Error| Failure::io(format_args!("--port {}", args.port), error);
    let listener = TcpListener::bind(("127.0.0.1", args.port)).map_err(wrong)?;
    let port = listener.local_addr().map_err(wrong)?.port();
    let stop = Stop::default();
    ending(&stop)?;
    let house = Arc::new(House { token: token(), port, result, desk: Mutex::new(Desk::new(registry)) });
    let heard = Arc::clone(&house);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let house = Arc::clone(&heard);
            thread::spawn(move || house.receive(stream));
        }
    });
    print(&format!("http://127.0.0.1:{port}/{}/\n", house.token))?;
    say(&["open this address in a browser; Ctrl-C ends it".to_owned()]);
    while !stop.is_asked() {
        thread::sleep(LISTEN);
    }
    Ok(())
}

/// 128 bits that nobody guesses, in hexadecimal digits.
fn token() -> String {
    let half = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", half(), half())
}

/// Who answers.
struct House {
    token: String,
    port: u16,
    result: Option<String>,
    desk: Mutex<Desk>,
}

impl House {
    /// Answers one request; the connection ends with it.
    fn receive(&self, mut stream: TcpStream) {
        let reply = match Request::read(&stream) {
            Some(request) => self.reply(&request),
            None => refusal(400, "that is no request"),
        };
        // Somebody who is gone before the reply is no error.
        reply.write(&mut stream).ok();
    }

    fn reply(&self, request: &Request) -> Reply {
        let path = request.path.split(['?', '#']).next().unwrap_or_default();
        let Some(name) = path.strip_prefix('/').and_then(|path| path.strip_prefix(&self.token)) else {
            return refusal(403, "the address lacks its token");
        };
        if !self.is_host(request) {
            return refusal(403, "another host was asked for");
        }
        match (request.method.as_str(), name) {
            ("GET", "/") => Reply(200, "text/html; charset=utf-8", self.index()),
            ("GET", "/result") => match &self.result {
                Some(page) => Reply(200, "text/html; charset=utf-8", page.clone().into_bytes()),
                None => refusal(404, "no result was opened"),
            },
            ("GET", "/glossary.md") => {
                Reply(200, "text/plain; charset=utf-8", report::GLOSSARY.as_bytes().to_vec())
            }
            ("GET", name) => match file(name.trim_start_matches('/')) {
                Some(File { kind, content, .. }) => Reply(200, kind, content.as_bytes().to_vec()),
                None => refusal(404, "there is nothing"),
            },
            ("POST", "/ask") => self.ask(request),
            _ => refusal(405, "that cannot be done here"),
        }
    }

    /// Whether this machine was asked, under its own name, and by its own page.
    fn is_host(&self, request: &Request) -> bool {
        let names = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let own = |origin: &String| names.iter().any(|name| *origin == format!("http://{name}"));
        request.host.as_ref().is_some_and(|host| names.contains(host))
            && request.origin.as_ref().is_none_or(own)
    }

    fn ask(&self, request: &Request) -> Reply {
        match &request.body {
            Body::Text(text) => {
                let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
                Reply(200, "application/json", desk.ask(text).into_bytes())
            }
            Body::TooLong => refusal(413, "the request is too long"),
        }
    }

    /// The page, told who answers it.
    fn index(&self) -> Vec<u8> {
        let page = file("index.html").expect("the page is built in").content;
        let page = page.replacen("data-back-end=\"browser\"", "data-back-end=\"program\"", 1);
        let link = self.result.as_ref().map_or("", |_| "<p><a href=\"result\">The opened result</a></p>");
        page.replacen("</header>", &format!("{link}</header>"), 1).into_bytes()
    }
}

fn refusal(status: u16, why: &str) -> Reply {
    Reply(status, "text/plain; charset=utf-8", format!("{why}\n").into_bytes())
}
