//! The commands of W3C WebDriver that tests need, apart from how they reach a browser.

use std::error::Error;
use std::fmt;

use anyhow::{Context, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::process;

/// The key with the arrow down, as the protocol has it.
const ARROW_DOWN: &str = "\u{e015}";

/// How long a page may load and a script may run, in milliseconds, as a new session is told.
pub(crate) fn timeouts() -> Value {
    json!({ "pageLoad": 30_000, "script": 120_000 })
}

/// The error with which a browser answers a command.
#[derive(Debug)]
pub(crate) struct ErrorReply {
    /// Its name in the protocol, such as `timeout`.
    name: String,
    /// What the browser says of it.
    message: String,
}

impl ErrorReply {
    /// Reads the answer of a browser.
    pub(crate) fn of(reply: &Value) -> Self {
        let [name, message] =
            ["error", "message"].map(|key| reply[key].as_str().unwrap_or_default().to_owned());
        Self { name, message }
    }

    /// Returns whether the browser or its driver failed by itself: no page can be the cause of such an error.
    pub(crate) fn is_of_browser(&self) -> bool {
        matches!(
            &*self.name,
            "unknown error" | "no such window" | "invalid session id" | "session not created"
        )
    }
}

impl fmt::Display for ErrorReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.message)
    }
}

impl Error for ErrorReply {}

/// Returns whether a browser has answered that a command took longer than it may.
fn is_timeout(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<ErrorReply>()).any(|reply| reply.name == "timeout")
}

/// A command about the page that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Opens an address and waits until it is loaded.
    Navigate,
    /// Runs a script that calls its last argument back.
    ExecuteAsyncScript,
    /// Looks for an element by its selector.
    FindElement,
    /// Clicks on the element of this reference.
    ElementClick(String),
    /// Presses and releases keys.
    PerformActions,
    /// Sets the size of the window.
    SetWindowRect,
    /// Takes a picture.
    TakeScreenshot,
}

/// A browser that takes these commands.
pub(crate) trait WebDriver {
    /// Sends a command; returns the value of its answer.
    fn send(&mut self, command: &Command, parameters: &Value) -> Result<Value>;

    /// Opens an address afresh, also when nothing but its fragment differs from the address before. A page that has not loaded in time is
    /// left as it stands: what it must show is waited for by the test. A Firefox that is busy never ends loading a page without one of its
    /// modules.
    fn navigate(&mut self, address: &str) -> Result<()> {
        for url in ["about:blank", address] {
            match self.send(&Command::Navigate, &json!({ "url": url })) {
                Err(error) if is_timeout(&error) => process::say(&format!("{url} still loads: {error:#}")),
                opened => drop(opened?),
            }
        }
        Ok(())
    }

    /// Returns the value of an expression; a promise is waited for.
    fn value(&mut self, expression: &str) -> Result<Value> {
        let script = format!(
            "const done = arguments[arguments.length - 1]; Promise.resolve().then(() => ({expression}))\
             .then((value) => done([value]), (error) => done({{ error: String(error) }}))"
        );
        let reply = self.send(&Command::ExecuteAsyncScript, &json!({ "script": script, "args": [] }))?;
        match reply.get("error") {
            Some(error) => bail!("{expression}: {error}"),
            None => Ok(reply[0].clone()),
        }
    }

    /// Clicks with the mouse in the middle of an element.
    fn press(&mut self, selector: &str) -> Result<()> {
        let query = json!({ "using": "css selector", "value": selector });
        let reply = self.send(&Command::FindElement, &query)?;
        let reference = reply.as_object().and_then(|reply| reply.values().next()).and_then(Value::as_str);
        let reference = reference.with_context(|| format!("no element {selector}"))?.to_owned();
        self.send(&Command::ElementClick(reference), &json!({})).map(drop)
    }

    /// Presses the key with the arrow down.
    fn press_arrow_down(&mut self) -> Result<()> {
        let presses = ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": ARROW_DOWN }));
        let keys = json!({ "type": "key", "id": "keys", "actions": presses });
        self.send(&Command::PerformActions, &json!({ "actions": [keys] })).map(drop)
    }

    /// Sets the size of the window; returns the width of the page in it.
    fn resize(&mut self, width: u32, height: u32) -> Result<u32> {
        self.send(&Command::SetWindowRect, &json!({ "width": width, "height": height }))?;
        let width_now = self.value("document.documentElement.clientWidth")?;
        Ok(u32::try_from(width_now.as_u64().context("a width")?)?)
    }

    /// Returns a picture as PNG; a browser that knows `full` takes the whole page.
    fn screenshot(&mut self) -> Result<Vec<u8>> {
        let reply = self.send(&Command::TakeScreenshot, &json!({ "full": true }))?;
        Ok(STANDARD.decode(reply.as_str().context("a picture")?)?)
    }
}

/// An expression for the addresses that the page has requested since it was asked last.
pub(crate) const REQUESTS: &str = "(() => { \
    const found = performance.getEntriesByType('resource').map((entry) => entry.name); \
    performance.clearResourceTimings(); performance.setResourceTimingBufferSize(100000); return found; })()";
