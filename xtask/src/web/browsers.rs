//! The browsers that the page is tried in.

use anyhow::Result;

use crate::browser::Browser;
use crate::devtools::Chromium;
use crate::firefox::{self, Firefox};
use crate::python::Availability;
use crate::tab::{Tab, View};
use crate::webkit::{self, WebKit};
use crate::workspace::Workspace;

/// A browser that is here.
pub(super) enum TestBrowser {
    Chromium(Browser),
    Firefox(&'static str),
    WebKit,
}

impl TestBrowser {
    /// A page in it, as a reader sees it who likes it light.
    pub(super) fn open(&self, workspace: &Workspace) -> Result<Box<dyn Tab>> {
        Ok(match self {
            TestBrowser::Chromium(browser) => Box::new(Chromium::open(workspace, browser)?),
            TestBrowser::Firefox(program) => Box::new(Firefox::open(workspace, program)?),
            TestBrowser::WebKit => Box::new(WebKit::open(workspace, View::Light)?),
        })
    }
}

/// The browsers that are here, and why the others are not.
#[derive(Default)]
pub(super) struct Browsers {
    pub(super) available: Vec<TestBrowser>,
    pub(super) missing: Vec<String>,
}

/// Looks for all browsers.
pub(super) fn browsers(workspace: &Workspace) -> Browsers {
    let Browsers { mut available, mut missing } = Browsers::default();
    match Browser::find(workspace) {
        Availability::Ready(browser) => available.push(TestBrowser::Chromium(browser)),
        Availability::Missing(reason) => missing.push(reason),
    }
    match firefox::find(workspace) {
        Availability::Ready(program) => available.push(TestBrowser::Firefox(program)),
        Availability::Missing(reason) => missing.push(reason),
    }
    match webkit::find(workspace) {
        Availability::Ready(()) => available.push(TestBrowser::WebKit),
        Availability::Missing(reason) => missing.push(reason),
    }
    Browsers { available, missing }
}
