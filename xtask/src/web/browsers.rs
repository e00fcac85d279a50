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
pub(super) enum Found {
    Chromium(Browser),
    Firefox(&'static str),
    WebKit,
}

impl Found {
    /// A page in it, as a reader sees it who likes it light.
    pub(super) fn open(&self, workspace: &Workspace) -> Result<Box<dyn Tab>> {
        Ok(match self {
            Found::Chromium(browser) => Box::new(Chromium::open(workspace, browser)?),
            Found::Firefox(program) => Box::new(Firefox::open(workspace, program)?),
            Found::WebKit => Box::new(WebKit::open(workspace, View::Light)?),
        })
    }
}

/// The browsers that are here, and why the others are not.
pub(super) fn browsers(workspace: &Workspace) -> (Vec<Found>, Vec<String>) {
    let (mut available, mut missing) = (Vec::new(), Vec::new());
    match Browser::find(workspace) {
        Availability::Ready(browser) => available.push(Found::Chromium(browser)),
        Availability::Missing(reason) => missing.push(reason),
    }
    match firefox::find(workspace) {
        Availability::Ready(program) => available.push(Found::Firefox(program)),
        Availability::Missing(reason) => missing.push(reason),
    }
    match webkit::find(workspace) {
        Availability::Ready(()) => available.push(Found::WebKit),
        Availability::Missing(reason) => missing.push(reason),
    }
    (available, missing)
}
