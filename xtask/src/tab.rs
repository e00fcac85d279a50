//! A page in a browser that a test drives, whatever browser it is.

use std::fmt;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::{Value, json};

/// How a page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// To a reader who likes it light.
    Light,
    /// To a reader who likes it dark.
    Dark,
    /// On paper.
    Print,
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Print => "print",
        })
    }
}

/// A page in a browser that ends with it.
pub(crate) trait Tab {
    /// Returns the name of the browser.
    fn name(&self) -> &'static str;

    /// Returns how this browser can show a page while it runs.
    fn views(&self) -> &'static [View] {
        &[View::Light, View::Dark]
    }

    /// Opens an address.
    fn go(&mut self, address: &str) -> Result<()>;

    /// Returns the value of an expression; a promise is waited for.
    fn evaluate(&mut self, expression: &str) -> Result<Value>;

    /// Clicks with the mouse in the middle of an element.
    fn click(&mut self, selector: &str) -> Result<()>;

    /// Presses the key with the arrow down.
    fn arrow_down(&mut self) -> Result<()>;

    /// Sets the width of the window, and how the page is shown; returns the width, which a browser may not make as small.
    fn look(&mut self, width: u32, view: View) -> Result<u32>;

    /// Returns a picture of the whole page as it is drawn next, as PNG.
    fn picture(&mut self) -> Result<Vec<u8>>;

    /// Returns what went wrong on the page since it was asked last: errors on the console, exceptions.
    fn complaints(&mut self) -> Result<Vec<String>>;

    /// Returns the addresses that the page has requested since it was asked last.
    fn requests(&mut self) -> Result<Vec<String>>;

    /// Waits until an expression is true.
    fn wait(&mut self, expression: &str, limit: Duration) -> Result<()> {
        let since = Instant::now();
        while self.evaluate(&format!("Boolean({expression})"))? != json!(true) {
            if since.elapsed() > limit {
                let page = self.evaluate("document.body ? document.body.innerText.slice(0, 300) : ''")?;
                bail!("after {} s not yet: {expression}; the page says: {page}", limit.as_secs());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}
