//! `sim-cli serve`: the page of the laboratory on this machine, at native speed.

mod site;

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::Read as _;
use std::time::Duration;

use overhear_lab::Stop;
use overhear_lab::desk::Desk;
use overhear_lab::report;
use tiny_http::{Header, Method, Request, Response, Server};

use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::output::print;
use crate::terminal::{ending, say, threads};
use site::{File, file};

/// The most bytes of a request.
const MOST: u64 = 1 << 20;

/// How long Ctrl-C may go unheard.
const LISTEN: Duration = Duration::from_millis(200);

/// What every reply says: nothing of this page is for others, or kept.
const HEADERS: [(&str, &str); 5] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"),
];

/// Shows the page until Ctrl-C.
pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    threads(args.threads)?;
    let result = args.open.as_deref().map(report::page).transpose()?;
    let server = Server::http(("127.0.0.1", args.port))
        .map_err(|error| Failure::runtime(format_args!("--port {}: {error}", args.port)))?;
    let port = server.server_addr().to_ip().map_or(args.port, |address| address.port());
    let stop = Stop::default();
    ending(&stop)?;
    let mut house = House { token: token(), port, result, desk: Desk::default() };
    print(&format!("http://127.0.0.1:{port}/{}/\n", house.token))?;
    say(&["open this address in a browser; Ctrl-C ends it".to_owned()]);
    while !stop.is_asked() {
        match server.recv_timeout(LISTEN) {
            Ok(Some(request)) => house.receive(request),
            Ok(None) => {}
            Err(error) => return Err(Failure::io(format_args!("port {port}"), &error)),
        }
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
    desk: Desk,
}

/// A reply: its status, its kind and its content.
struct Reply(u16, &'static str, Vec<u8>);

impl House {
    fn receive(&mut self, mut request: Request) {
        let Reply(status, kind, content) = self.reply(&mut request);
        let kind = [("Content-Type", kind)];
        let headers = HEADERS.iter().chain(&kind).map(|(name, value)| {
            Header::from_bytes(name.as_bytes(), value.as_bytes()).expect("headers are plain text")
        });
        let response = Response::from_data(content).with_status_code(status);
        // Somebody who is gone before the reply is no error.
        request.respond(headers.fold(response, Response::with_header)).ok();
    }

    fn reply(&mut self, request: &mut Request) -> Reply {
        let path = request.url().split(['?', '#']).next().unwrap_or_default();
        let Some(name) = path.strip_prefix('/').and_then(|path| path.strip_prefix(&self.token)) else {
            return refusal(403, "the address lacks its token");
        };
        if !self.is_host(request) {
            return refusal(403, "another host was asked for");
        }
        match (request.method(), name) {
            (Method::Get, "/") => Reply(200, "text/html; charset=utf-8", self.index()),
            (Method::Get, "/result") => match &self.result {
                Some(page) => Reply(200, "text/html; charset=utf-8", page.clone().into_bytes()),
                None => refusal(404, "no result was opened"),
            },
            (Method::Get, name) => match file(name.trim_start_matches('/')) {
                Some(File { kind, content, .. }) => Reply(200, kind, content.as_bytes().to_vec()),
                None => refusal(404, "there is nothing"),
            },
            (Method::Post, "/ask") => self.ask(request),
            _ => refusal(405, "that cannot be done here"),
        }
    }

    /// Whether this machine was asked, under its own name, and by its own page.
    fn is_host(&self, request: &Request) -> bool {
        let names = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let of = |field: &str| {
            let is = |header: &&Header| header.field.as_str().as_str().eq_ignore_ascii_case(field);
            request.headers().iter().find(is).map(|header| header.value.as_str().to_owned())
        };
        let own = |origin: String| names.iter().any(|name| origin == format!("http://{name}"));
        of("Host").is_some_and(|host| names.contains(&host)) && of("Origin").is_none_or(own)
    }

    fn ask(&mut self, request: &mut Request) -> Reply {
        let mut text = String::new();
        match request.as_reader().take(MOST + 1).read_to_string(&mut text) {
            Ok(length) if length as u64 <= MOST => {
                Reply(200, "application/json", self.desk.ask(&text).into_bytes())
            }
            Ok(_) => refusal(413, "the request is too long"),
            Err(_) => refusal(400, "the request is no text"),
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
