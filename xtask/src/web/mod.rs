//! The laboratory in a browser: built, and tried with real clicks.

mod build;
mod check;
mod failures;
mod host;
mod program;

pub(crate) use build::build;
pub(crate) use check::check;
