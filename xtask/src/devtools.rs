//! A headless Chromium that is driven through its pipe, in the protocol of its developer tools.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::tab::{Tab, View};
use crate::workspace::Workspace;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page in a browser that ends with it.
pub(crate) struct Chromium {
    browser: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    events: VecDeque<Value>,
    session: Option<String>,
    last: u64,
}

impl Drop for Chromium {
    fn drop(&mut self) {
        self.browser.kill().ok();
        self.browser.wait().ok();
    }
}

impl Chromium {
    /// A browser with an empty page. Its pipe is descriptors 3 and 4, which a shell hands on.
    pub(crate) fn open(workspace: &Workspace, browser: &Browser) -> Result<Chromium> {
        let profile = workspace.fresh("devtools-profile")?;
        let mut shell: Command = workspace.command("sh");
        shell.args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null"#, browser.program]);
        shell.args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]);
        shell.args(["--no-first-run", "--disable-background-networking", "--remote-debugging-pipe"]);
        shell.arg(format!("--user-data-dir={}", profile.display()));
        let child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.with_context(|| format!("cannot start {}", browser.program))?;
        let to = child.stdin.take().context("a pipe")?;
        let mut pipe = BufReader::new(child.stdout.take().context("a pipe")?);
        // Messages end with a zero byte. A thread reads them, so that waiting for one can time out.
        let (sender, from) = channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while pipe.read_until(0, &mut message).is_ok_and(|read| read > 0) {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else { break };
                message.clear();
                if sender.send(value).is_err() {
                    break;
                }
            }
        });
        let mut tab = Chromium { browser: child, to, from, events: VecDeque::new(), session: None, last: 0 };
        let target = tab.call("Target.createTarget", &json!({ "url": "about:blank" }))?;
        let attachment = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = tab.call("Target.attachToTarget", &attachment)?;
        tab.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable", "Network.enable"] {
            tab.call(domain, &json!({}))?;
        }
        tab.call("Emulation.setScrollbarsHidden", &json!({ "hidden": true }))?;
        Ok(tab)
    }

    /// Calls a method, and waits for its result.
    fn call(&mut self, method: &str, parameters: &Value) -> Result<Value> {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.to.write_all(message.to_string().as_bytes())?;
        self.to.write_all(&[0])?;
        self.to.flush()?;
        loop {
            let heard = self.from.recv_timeout(PATIENCE).with_context(|| format!("{method}: no answer"))?;
            if heard["id"] != json!(self.last) {
                self.events.push_back(heard);
                continue;
            }
            if let Some(error) = heard.get("error") {
                bail!("{method}: {error}");
            }
            return Ok(heard["result"].clone());
        }
    }

    /// The events of a kind since they were asked for last.
    fn heard(&mut self, is_meant: impl Fn(&Value) -> bool) -> Vec<Value> {
        let (matching, rest): (VecDeque<Value>, VecDeque<Value>) =
            std::mem::take(&mut self.events).into_iter().partition(|event| is_meant(event));
        self.events = rest;
        matching.into()
    }
}

impl Tab for Chromium {
    fn name(&self) -> &'static str {
        "Chromium"
    }

    fn go(&mut self, address: &str) -> Result<()> {
        self.call("Page.navigate", &json!({ "url": "about:blank" }))?;
        self.call("Page.navigate", &json!({ "url": address })).map(drop)
    }

    fn evaluate(&mut self, expression: &str) -> Result<Value> {
        let question = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let reply = self.call("Runtime.evaluate", &question)?;
        match reply.get("exceptionDetails") {
            Some(details) => bail!("{expression}: {details}"),
            None => Ok(reply["result"]["value"].clone()),
        }
    }

    fn click(&mut self, selector: &str) -> Result<()> {
        let script = format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'center'}}); \
             const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        );
        let at = self.evaluate(&script)?;
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", &event)?;
        }
        Ok(())
    }

    fn arrow_down(&mut self) -> Result<()> {
        for kind in ["keyDown", "keyUp"] {
            let event =
                json!({ "type": kind, "key": "ArrowDown", "code": "ArrowDown", "windowsVirtualKeyCode": 40 });
            self.call("Input.dispatchKeyEvent", &event)?;
        }
        Ok(())
    }

    fn look(&mut self, width: u32, view: View) -> Result<u32> {
        let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size)?;
        let scheme = if view == View::Dark { "dark" } else { "light" };
        let medium = if view == View::Print { "print" } else { "screen" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", &json!({ "media": medium, "features": features }))?;
        Ok(width)
    }

    fn picture(&mut self) -> Result<Vec<u8>> {
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")?;
        let mut clip = self.call("Page.getLayoutMetrics", &json!({}))?["cssContentSize"].clone();
        clip["scale"] = json!(1);
        let request = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
        let reply = self.call("Page.captureScreenshot", &request)?;
        let data = reply["data"].as_str().context("a picture")?;
        Ok(STANDARD.decode(data)?)
    }

    fn complaints(&mut self) -> Result<Vec<String>> {
        Ok(self
            .heard(|event| match event["method"].as_str() {
                Some("Runtime.exceptionThrown") => true,
                Some("Runtime.consoleAPICalled") => {
                    matches!(event["params"]["type"].as_str(), Some("error" | "warning" | "assert"))
                }
                Some("Log.entryAdded") => {
                    matches!(event["params"]["entry"]["level"].as_str(), Some("error" | "warning"))
                }
                _ => false,
            })
            .iter()
            .map(|event| event["params"].to_string())
            .collect())
    }

    fn requests(&mut self) -> Result<Vec<String>> {
        let events = self.heard(|event| event["method"] == json!("Network.requestWillBeSent"));
        let urls = events.iter().filter_map(|event| event["params"]["request"]["url"].as_str());
        Ok(urls.map(str::to_owned).collect())
    }
}
