//! `cargo xtask release`: what a release needs is checked; with `--dry`, everything of it is made that one machine can make, and nothing
//! is published. Publishing is left to `.github/workflows/release.yml`.

mod check;
mod dry;
mod notes;
mod rename;
mod templates;
mod workflows;

pub(crate) use check::check;
pub(crate) use dry::{Part, run as run_dry};
pub(crate) use notes::print as print_notes;
pub(crate) use rename::rename;
pub(crate) use templates::fill;
