//! `cargo xtask site`: the documentation as pages that any host of plain files serves.
//!
//! The pages are the documents of the repository themselves: mdBook makes them, in the order of `docs/site/SUMMARY.md`. rustdoc and pdoc
//! write the interfaces of Rust and Python, the program a sample report. The page that computes in the browser stands in it where `cargo
//! xtask web` has built it. All links between these are followed.

mod build;
#[cfg(test)]
mod clicks;
mod html_links;
mod pages;
mod rustdoc;

pub(crate) use build::{build, serve};
