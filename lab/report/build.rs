//! Tells the report where the glossary is: in the workspace, or in the package that stands alone.

use std::env;
use std::path::PathBuf;

fn main() {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    // The sources of the Python package have the workspace's crates without its documents.
    let workspace = package.ancestors().nth(2).filter(|root| root.join("engine/src").is_dir());
    let document = workspace.map(|root| root.join("docs/glossary.md")).filter(|file| file.is_file());
    let glossary = document.unwrap_or_else(|| package.join("glossary.md"));
    println!("cargo:rerun-if-changed={}", glossary.display());
    println!("cargo:rustc-env=OVERHEAR_GLOSSARY={}", glossary.display());
}
