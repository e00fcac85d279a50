//! Requests and their replies. Token, host and origin are checked before a body is read.

use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use hyper::{Method, Request, Response, StatusCode};
use overhear_page::{File, file};
use overhear_report::page_api::too_long;
use overhear_report::report;
use tokio::time::timeout;

use super::limits::{BODY_BYTES, BODY_TIME};
use super::page_threads::PageThreads;

/// A reply with its whole content.
pub(super) type Reply = Response<Full<Bytes>>;

/// A refusal of a request.
#[derive(Clone, Copy)]
struct Refusal {
    status: StatusCode,
    reason: &'static str,
}

impl Refusal {
    const fn new(status: StatusCode, reason: &'static str) -> Refusal {
        Refusal { status, reason }
    }

    const fn malformed(reason: &'static str) -> Refusal {
        Refusal { status: StatusCode::BAD_REQUEST, reason }
    }
}

/// Headers of every reply. They forbid other pages and caching.
const HEADERS: [(HeaderName, &str); 5] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (X_FRAME_OPTIONS, "DENY"),
];

/// Plain text.
const TEXT: &str = "text/plain; charset=utf-8";

/// A page.
const HTML: &str = "text/html; charset=utf-8";

/// The state behind all replies.
pub(super) struct Server {
    token: String,
    /// Host and port names of this machine.
    names: Vec<String>,
    result: Option<String>,
    page: PageThreads,
}

impl Server {
    /// Returns a server for this port, with the report of a result if one was given.
    pub(super) fn new(token: String, port: u16, result: Option<String>, page: PageThreads) -> Server {
        Server { token, names: names(port), result, page }
    }

    /// Returns the secret part of the address.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// Returns the reply to a request. The body is read last, and only if the method takes one.
    pub(super) async fn reply(&self, request: Request<Incoming>) -> Reply {
        if let Err(refusal) = self.admit(&request) {
            return refused(refusal);
        }
        let path = request.uri().path();
        let name = path.strip_prefix('/').and_then(|path| path.strip_prefix(self.token.as_str()));
        match (name, request.method()) {
            (Some("/ask"), &Method::POST) => self.ask(request).await,
            (Some("/ask"), _) => wrong_method("POST"),
            (Some(name), &Method::GET | &Method::HEAD) => self.get(name),
            (Some(_), _) => wrong_method("GET, HEAD"),
            (None, _) => refused(Refusal::new(StatusCode::FORBIDDEN, "the address lacks its token")),
        }
    }

    /// Refuses malformed requests and those of other pages. A page of another origin can send requests here,
    /// or use a name that resolves to this machine.
    fn admit(&self, request: &Request<Incoming>) -> Result<(), Refusal> {
        let headers = request.headers();
        let host =
            single(headers, &HOST).map_err(|()| Refusal::malformed("there are several Host headers"))?;
        let host = host.ok_or_else(|| Refusal::malformed("there is no Host header"))?;
        let origin =
            single(headers, &ORIGIN).map_err(|()| Refusal::malformed("there are several Origin headers"))?;
        // A request in absolute form names the host a second time.
        let named = request.uri().authority().map(hyper::http::uri::Authority::as_str);
        if !self.is_own(host) || !named.is_none_or(|name| self.is_own(name)) {
            return Err(Refusal::new(StatusCode::FORBIDDEN, "the Host header names another host"));
        }
        let origin_host = origin.map(|origin| origin.strip_prefix("http://"));
        if !origin_host.is_none_or(|host| host.is_some_and(|host| self.is_own(host))) {
            return Err(Refusal::new(StatusCode::FORBIDDEN, "the Origin header names another page"));
        }
        Ok(())
    }

    /// Returns `true` for a name of this machine with the port of this server.
    fn is_own(&self, name: &str) -> bool {
        self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    fn get(&self, name: &str) -> Reply {
        match name {
            "/" => ok(HTML, self.index()),
            "/result" => match &self.result {
                Some(page) => ok(HTML, page.clone()),
                None => refused(Refusal::new(StatusCode::NOT_FOUND, "no result was opened")),
            },
            "/glossary.md" => ok(TEXT, report::GLOSSARY),
            _ => match name.strip_prefix('/').and_then(file) {
                Some(File { kind, content, .. }) => ok(kind, *content),
                None => refused(Refusal::new(StatusCode::NOT_FOUND, "there is nothing")),
            },
        }
    }

    async fn ask(&self, request: Request<Incoming>) -> Reply {
        let text = match text(request.into_body()).await {
            Ok(text) => text,
            Err(refusal) => return refused(refusal),
        };
        if let Some(reason) = too_long(&text) {
            return reply(StatusCode::PAYLOAD_TOO_LARGE, TEXT, format!("{reason}\n"));
        }
        match self.page.ask(text).await {
            Some(answer) => ok("application/json", answer),
            None => refused(Refusal::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "the laboratory has ended; start it again",
            )),
        }
    }

    /// Returns the page, marked as served by a program.
    fn index(&self) -> String {
        let page = file("index.html").expect("the page is built in").content;
        let page = page.replacen("data-back-end=\"browser\"", "data-back-end=\"program\"", 1);
        let link = self.result.as_ref().map_or("", |_| "<p><a href=\"result\">View report</a></p>");
        page.replacen("</header>", &format!("{link}</header>"), 1)
    }
}

/// Returns the names of this machine with a port. Clients omit the port of plain HTTP.
fn names(port: u16) -> Vec<String> {
    let hosts = ["127.0.0.1", "localhost"];
    let bare = hosts.iter().filter(|_| port == 80).map(|host| (*host).to_owned());
    hosts.iter().map(|host| format!("{host}:{port}")).chain(bare).collect()
}

/// Returns the value of a header that may occur once; empty for a value that is not text.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, ()> {
    let mut values = headers.get_all(name).iter();
    let first = values.next().map(|value| value.to_str().unwrap_or_default());
    if values.next().is_some() { Err(()) } else { Ok(first) }
}

/// Reads a body as text, within the limits of bytes and time.
async fn text(body: Incoming) -> Result<String, Refusal> {
    let too_long =
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the request has more than 1,572,864 bytes, the limit");
    let late = Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request was too slow");
    let malformed = Refusal::malformed("the request ends early, or is malformed");
    if body.size_hint().lower() > BODY_BYTES as u64 {
        return Err(too_long);
    }
    let read = timeout(BODY_TIME, Limited::new(body, BODY_BYTES).collect()).await.map_err(|_| late)?;
    let bytes = read.map_err(|error| if error.is::<LengthLimitError>() { too_long } else { malformed })?;
    String::from_utf8(bytes.to_bytes().into()).map_err(|_| Refusal::malformed("the request is not UTF-8"))
}

/// Returns a reply with this status and content.
fn reply(status: StatusCode, kind: &'static str, content: impl Into<Bytes>) -> Reply {
    let mut reply = Response::new(Full::new(content.into()));
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.extend(HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value))));
    reply
}

/// Returns a successful reply with this content.
fn ok(kind: &'static str, content: impl Into<Bytes>) -> Reply {
    reply(StatusCode::OK, kind, content)
}

/// Returns a refusal as a reply.
fn refused(Refusal { status, reason }: Refusal) -> Reply {
    reply(status, TEXT, format!("{reason}\n"))
}

/// Returns the refusal of a method, with the allowed ones.
fn wrong_method(allowed: &'static str) -> Reply {
    let mut reply =
        refused(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this address takes another method"));
    reply.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    reply
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_of_plain_http_may_be_left_out() {
        assert_eq!(names(8080), ["127.0.0.1:8080", "localhost:8080"]);
        assert_eq!(names(80), ["127.0.0.1:80", "localhost:80", "127.0.0.1", "localhost"]);
    }
}
