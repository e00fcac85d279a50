//! A headless Firefox that is driven by its own protocol, Marionette: messages of JSON with their length in front.

use std::fs;
use std::io::{BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::debian;
use crate::python::Availability;
use crate::tab::{Tab, View};
use crate::webdriver::{self, Command, ErrorReply, REQUESTS, WebDriver};
use crate::workspace::Workspace;

/// Programs that may be a Firefox.
const CANDIDATES: [&str; 2] = ["firefox", "firefox-esr"];

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(180);

/// Settings of the profile: any free port, and the rule of ordinary windows for pages that are opened as files.
const SETTINGS: &str = "user_pref(\"marionette.port\", 0);\n";

/// Set once it runs, as a driven Firefox sets it otherwise.
const STRICT_FILES: &str = "Services.prefs.setBoolPref('security.fileuri.strict_origin_policy', true)";

/// The errors that pages have written to the console, which forgets them. A page that is left in the middle of a request cuts off its
/// service worker, of which Firefox sometimes writes an error on a request without an address (‘’): no failure of the page, which loads
/// nothing without an address.
const COMPLAINTS: &str = r"
    const messages = Services.console.getMessageArray();
    Services.console.reset();
    const said = [];
    for (const message of messages) {
        if (!(message instanceof Ci.nsIScriptError) || message.flags & Ci.nsIScriptError.warningFlag) continue;
        if (/^(chrome|resource|moz-extension):/.test(message.sourceName)) continue;
        if (/offline\.js$/.test(message.sourceName) && /‘’/.test(message.errorMessage)) continue;
        said.push(message.toString());
    }
    return said;
";

/// A page in a Firefox that ends with it.
pub(crate) struct Firefox {
    browser: Child,
    to: TcpStream,
    from: BufReader<TcpStream>,
    last: u64,
}

impl Drop for Firefox {
    fn drop(&mut self) {
        // Asked to quit, it ends the processes of its pages too.
        self.call("Marionette:Quit", &json!({ "flags": ["eForceQuit"] })).ok();
        let since = Instant::now();
        while since.elapsed() < Duration::from_secs(10) && matches!(self.browser.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(50));
        }
        self.browser.kill().ok();
        self.browser.wait().ok();
    }
}

/// Finds a Firefox, or installs Debian's where that can be done without asking.
pub(crate) fn find(workspace: &Workspace) -> Availability<&'static str> {
    match debian::find(workspace, &CANDIDATES, &["--no-install-recommends", "firefox-esr"]) {
        Some(program) => Availability::Ready(program),
        None => Availability::Missing("no Firefox, and none could be installed".to_owned()),
    }
}

impl Firefox {
    /// A browser with an empty page, and a profile of its own.
    pub(crate) fn open(workspace: &Workspace, program: &str) -> Result<Firefox> {
        let profile = workspace.fresh("firefox-profile")?;
        fs::create_dir_all(&profile)?;
        fs::write(profile.join("user.js"), SETTINGS)?;
        let mut command = workspace.command(program);
        // Access to the system: the console and the preferences are no business of pages.
        command.args([
            "--headless",
            "--marionette",
            "--remote-allow-system-access",
            "--no-remote",
            "--profile",
        ]);
        let child = command.arg(&profile).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut browser = child.with_context(|| format!("cannot start {program}"))?;
        match connect(&profile.join("MarionetteActivePort")) {
            Ok(to) => {
                let from = BufReader::new(to.try_clone()?);
                let mut firefox = Firefox { browser, to, from, last: 0 };
                firefox.receive()?;
                firefox.call("WebDriver:NewSession", &json!({}))?;
                firefox.call("WebDriver:SetTimeouts", &webdriver::timeouts())?;
                firefox.system(STRICT_FILES)?;
                Ok(firefox)
            }
            Err(error) => {
                browser.kill().ok();
                browser.wait().ok();
                Err(error)
            }
        }
    }

    fn call(&mut self, method: &str, parameters: &Value) -> Result<Value> {
        self.last += 1;
        let message = json!([0, self.last, method, parameters]).to_string();
        self.to.write_all(format!("{}:{message}", message.len()).as_bytes())?;
        let reply = self.receive().with_context(|| format!("{method}: no answer"))?;
        match &reply[2] {
            Value::Null => Ok(reply[3].clone()),
            error => Err(ErrorReply::of(error)).with_context(|| method.to_owned()),
        }
    }

    fn receive(&mut self) -> Result<Value> {
        let mut length = 0;
        loop {
            let mut digit = [0];
            self.from.read_exact(&mut digit)?;
            match digit[0] {
                b':' => break,
                digit => length = 10 * length + usize::from(digit.wrapping_sub(b'0')),
            }
        }
        let mut message = vec![0; length];
        self.from.read_exact(&mut message)?;
        Ok(serde_json::from_slice(&message)?)
    }

    /// Runs a script with the rights of the browser itself.
    fn system(&mut self, script: &str) -> Result<Value> {
        self.call("Marionette:SetContext", &json!({ "value": "chrome" }))?;
        let reply = self.call("WebDriver:ExecuteScript", &json!({ "script": script, "args": [] }));
        self.call("Marionette:SetContext", &json!({ "value": "content" }))?;
        Ok(reply?["value"].clone())
    }
}

/// Connects as soon as the browser has written its port.
fn connect(port_file: &Path) -> Result<TcpStream> {
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        let port = fs::read_to_string(port_file).ok().and_then(|port| port.trim().parse::<u16>().ok());
        if let Some(stream) = port.and_then(|port| TcpStream::connect(("127.0.0.1", port)).ok()) {
            stream.set_read_timeout(Some(PATIENCE))?;
            return Ok(stream);
        }
        thread::sleep(Duration::from_millis(100));
    }
    bail!("Firefox does not listen")
}

impl WebDriver for Firefox {
    fn send(&mut self, command: &Command, parameters: &Value) -> Result<Value> {
        let method = match command {
            Command::Navigate => "WebDriver:Navigate",
            Command::ExecuteAsyncScript => "WebDriver:ExecuteAsyncScript",
            Command::FindElement => "WebDriver:FindElement",
            Command::PerformActions => "WebDriver:PerformActions",
            Command::SetWindowRect => "WebDriver:SetWindowRect",
            Command::TakeScreenshot => "WebDriver:TakeScreenshot",
            Command::ElementClick(id) => {
                return self.call("WebDriver:ElementClick", &json!({ "id": id }));
            }
        };
        Ok(self.call(method, parameters)?["value"].clone())
    }
}

impl Tab for Firefox {
    fn name(&self) -> &'static str {
        "Firefox"
    }

    fn go(&mut self, address: &str) -> Result<()> {
        self.navigate(address)
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

    fn look(&mut self, width: u32, view: View) -> Result<u32> {
        let scheme = u8::from(view != View::Dark);
        let preference = "layout.css.prefers-color-scheme.content-override";
        self.system(&format!("Services.prefs.setIntPref('{preference}', {scheme})"))?;
        self.resize(width, 900)
    }

    fn picture(&mut self) -> Result<Vec<u8>> {
        self.screenshot()
    }

    fn complaints(&mut self) -> Result<Vec<String>> {
        Ok(serde_json::from_value(self.system(COMPLAINTS)?)?)
    }

    fn requests(&mut self) -> Result<Vec<String>> {
        Ok(serde_json::from_value(self.value(REQUESTS)?)?)
    }
}
