//! The laboratory in a browser: built, and tried with real clicks.

mod browsers;
mod build;
mod check;
mod edges;
mod failures;
pub(crate) mod host;
mod inputs;
mod languages;
pub(crate) mod paths;
mod printed;
pub(crate) mod program;
mod types;

pub(crate) use build::{build, site};
pub(crate) use check::check;
pub(crate) use types::types;

use std::time::Duration;

/// How long a machine that is busy may take for a few hundred games.
const LIMIT: Duration = Duration::from_secs(120);
