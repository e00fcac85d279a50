//! The laboratory in a browser: built, and tried with real clicks.

mod build;
mod check;
mod host;

pub(crate) use build::build;
pub(crate) use check::check;
