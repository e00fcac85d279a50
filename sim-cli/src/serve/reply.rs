//! Replies of `sim-cli serve`.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use hyper::{Response, StatusCode};

/// A reply with its whole content.
pub(super) type Reply = Response<Full<Bytes>>;

/// Headers of every reply. They forbid other pages and caching.
const HEADERS: [(HeaderName, &str); 5] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (X_FRAME_OPTIONS, "DENY"),
];

/// Plain text.
pub(super) const TEXT: &str = "text/plain; charset=utf-8";

/// Returns a reply with this status and content.
pub(super) fn reply(status: StatusCode, kind: &'static str, content: impl Into<Bytes>) -> Reply {
    let mut reply = Response::new(Full::new(content.into()));
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.extend(HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value))));
    reply
}

/// Returns a successful reply with this content.
pub(super) fn ok(kind: &'static str, content: impl Into<Bytes>) -> Reply {
    reply(StatusCode::OK, kind, content)
}

/// A refusal: its status and the reason.
pub(super) type Refusal = (StatusCode, &'static str);

/// Returns a refusal as a reply.
pub(super) fn refused((status, reason): Refusal) -> Reply {
    reply(status, TEXT, format!("{reason}\n"))
}

/// Returns the refusal of a method, with the allowed ones.
pub(super) fn wrong_method(allowed: &'static str) -> Reply {
    let mut reply = refused((StatusCode::METHOD_NOT_ALLOWED, "this address takes another method"));
    reply.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    reply
}
