//! A WebKit that is driven by `WebKitWebDriver`: W3C WebDriver over HTTP, on a screen without a monitor.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::python::Availability;
use crate::screen::Screen;
use crate::tab::{Tab, View};
use crate::webdriver::{self, Command, ErrorReply, REQUESTS, WebDriver};
use crate::workspace::Workspace;
use crate::{debian, process};

/// The program that takes commands, and starts the browser.
const PROGRAM: &str = "WebKitWebDriver";

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(180);

/// The height of the window, in pixels.
const HEIGHT: u32 = 900;

/// The tallest window that a picture is taken of, in pixels.
const TALLEST: u32 = 6000;

/// Style of the browser's own controls: they have no size, or the window would not become as narrow as a telephone.
const CONTROLS: &str = "* { font-size: 1px; padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; -gtk-icon-size: 1px; }";

/// Makes the page remember its errors: the driver does not hand the console on.
const REMEMBER: &str = "(() => { if (globalThis.complaints) return; const complaints = globalThis.complaints = []; \
    addEventListener('error', (event) => complaints.push(String(event.message))); \
    addEventListener('unhandledrejection', (event) => complaints.push(String(event.reason))); \
    for (const level of ['error', 'warn']) { const plain = console[level]; \
        console[level] = (...said) => { complaints.push(said.join(' ')); plain(...said); }; } })()";

/// A page in a browser that ends with it.
pub(crate) struct WebKit {
    driver: Child,
    port: u16,
    session: String,
    view: View,
    heard: Vec<String>,
    // The last field: it outlives the browser that draws on it.
    _screen: Screen,
}

impl Drop for WebKit {
    fn drop(&mut self) {
        // The driver ends the browser when its session is deleted.
        self.request("DELETE", "", &Value::Null).ok();
        self.driver.kill().ok();
        self.driver.wait().ok();
    }
}

/// Finds a browser, or installs Debian's where that can be done without asking.
pub(crate) fn find(workspace: &Workspace) -> Availability<()> {
    if !is_here(workspace) {
        debian::install(workspace, &["--no-install-recommends", "webkit2gtk-driver", "xvfb"]);
    }
    if is_here(workspace) {
        return Availability::Ready(());
    }
    Availability::Missing(format!("no WebKit ({PROGRAM} and Xvfb), and none could be installed"))
}

fn is_here(workspace: &Workspace) -> bool {
    process::succeeds(workspace.command(PROGRAM).arg("--help")) && Screen::is_installed(workspace)
}

impl WebKit {
    /// A browser with an empty page, for a reader who likes it light or dark.
    pub(crate) fn open(workspace: &Workspace, view: View) -> Result<WebKit> {
        let screen = Screen::open(workspace, 1400, TALLEST)?;
        let profile = workspace.fresh("webkit-profile")?;
        fs::create_dir_all(profile.join("gtk-3.0"))?;
        fs::write(profile.join("gtk-3.0/gtk.css"), CONTROLS)?;
        let port = free_port()?;
        let mut command = workspace.command(PROGRAM);
        command.arg(format!("--port={port}")).env("DISPLAY", &screen.display).env("NO_AT_BRIDGE", "1");
        for place in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
            command.env(place, &profile);
        }
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let driver = child.with_context(|| format!("cannot start {PROGRAM}"))?;
        let mut webkit =
            WebKit { driver, port, session: String::new(), view, heard: Vec::new(), _screen: screen };
        webkit.session = webkit.begin()?;
        Ok(webkit)
    }

    /// Asks for a browser as soon as the driver listens; returns the name of the session.
    fn begin(&self) -> Result<String> {
        let since = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            if since.elapsed() > PATIENCE {
                bail!("{PROGRAM} does not listen");
            }
            thread::sleep(Duration::from_millis(50));
        }
        let mut arguments = vec!["--automation"];
        if self.view == View::Dark {
            arguments.push("--dark-mode");
        }
        let options = json!({ "args": arguments });
        let capabilities = json!({ "webkitgtk:browserOptions": options, "timeouts": webdriver::timeouts() });
        let begun = self.request("POST", "", &json!({ "capabilities": { "alwaysMatch": capabilities } }))?;
        begun["sessionId"].as_str().map(str::to_owned).context("no session")
    }

    /// Sends a request about the session; returns the value of the reply.
    fn request(&self, method: &str, path: &str, body: &Value) -> Result<Value> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let session = if self.session.is_empty() { String::new() } else { format!("/{}", self.session) };
        write!(
            stream,
            "{method} /session{session}{path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )?;
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).with_context(|| format!("{path}: no answer"))?;
        let reply = String::from_utf8(reply)?;
        let (_, body) = reply.split_once("\r\n\r\n").with_context(|| format!("{path}: no reply"))?;
        let value = serde_json::from_str::<Value>(body)?["value"].clone();
        match value.get("error") {
            Some(_) if value.get("stacktrace").is_some() => {
                Err(ErrorReply::of(&value)).with_context(|| path.to_owned())
            }
            _ => Ok(value),
        }
    }

    /// Takes over what the page has remembered, before another one is opened.
    fn collect(&mut self) -> Result<()> {
        let complaints = self.value("(globalThis.complaints ?? []).splice(0)")?;
        self.heard.extend(serde_json::from_value::<Vec<String>>(complaints)?);
        Ok(())
    }
}

/// Returns a port that was free a moment ago; the driver does not say which one it took by itself.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

impl WebDriver for WebKit {
    fn send(&mut self, command: &Command, parameters: &Value) -> Result<Value> {
        let (method, path) = match command {
            Command::Navigate => ("POST", "/url".to_owned()),
            Command::ExecuteAsyncScript => ("POST", "/execute/async".to_owned()),
            Command::FindElement => ("POST", "/element".to_owned()),
            Command::ElementClick(element) => ("POST", format!("/element/{element}/click")),
            Command::PerformActions => ("POST", "/actions".to_owned()),
            Command::SetWindowRect => ("POST", "/window/rect".to_owned()),
            Command::TakeScreenshot => {
                return self.request("GET", "/screenshot", &Value::Null);
            }
        };
        self.request(method, &path, parameters)
    }
}

impl Tab for WebKit {
    fn name(&self) -> &'static str {
        "WebKit"
    }

    fn views(&self) -> &'static [View] {
        // Light or dark is settled when the browser starts.
        if self.view == View::Dark { &[View::Dark] } else { &[View::Light] }
    }

    fn go(&mut self, address: &str) -> Result<()> {
        self.collect()?;
        self.navigate(address)?;
        self.value(REMEMBER).map(drop)
    }

    fn evaluate(&mut self, expression: &str) -> Result<Value> {
        self.value(expression)
    }

    fn click(&mut self, selector: &str) -> Result<()> {
        self.press(selector)
    }

    fn arrow_down(&mut self) -> Result<()> {
        self.press_arrow_down()
    }

    fn look(&mut self, width: u32, _: View) -> Result<u32> {
        self.resize(width, HEIGHT)
    }

    fn picture(&mut self) -> Result<Vec<u8>> {
        let size =
            self.value("[document.documentElement.clientWidth, document.documentElement.scrollHeight]")?;
        let [width, height]: [u32; 2] = serde_json::from_value(size)?;
        self.resize(width, height.clamp(HEIGHT, TALLEST))?;
        self.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")?;
        let picture = self.screenshot();
        self.resize(width, HEIGHT)?;
        picture
    }

    fn complaints(&mut self) -> Result<Vec<String>> {
        self.collect()?;
        Ok(std::mem::take(&mut self.heard))
    }

    fn requests(&mut self) -> Result<Vec<String>> {
        Ok(serde_json::from_value(self.value(REQUESTS)?)?)
    }
}
