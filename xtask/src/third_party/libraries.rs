//! The libraries that a program is linked with beside crates: Rust's own, and on Linux the C library.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::crates::RULE;
use crate::address::Address;
use crate::process;
use crate::workspace::Workspace;

/// The terms of the GNU C Library.
const LGPL: &str = "xtask/release/LGPL-2.1.txt";

/// What Debian's package of the library that programs are linked with says of those who wrote it.
const AUTHORS: &str = "/usr/share/doc/libc6-dev/copyright";

/// What of a Rust says the terms of its standard library, below the place of the toolchain.
const OF_RUST: &str = "share/doc/rust/COPYRIGHT-library.html";

/// Returns the file with the terms of the standard library, if the toolchain has it.
pub(super) fn of_rust(workspace: &Workspace) -> Option<PathBuf> {
    let place = process::output(workspace.command("rustc").args(["--print", "sysroot"]))?;
    Some(Path::new(&place).join(OF_RUST)).filter(|file| file.is_file())
}

/// Returns what is to be said of the C library that is linked into a program for this system; nothing where it is none of the GNU project,
/// whose terms ask for it.
///
/// # Errors
/// A system that does not say which version it has.
pub(super) fn c_library(workspace: &Workspace, host: &str) -> Result<String> {
    if !host.ends_with("-linux-gnu") {
        return Ok(String::new());
    }
    let version = process::output(workspace.command("getconf").arg("GNU_LIBC_VERSION"))
        .context("getconf does not say the version of the C library")?;
    let mut ask = workspace.command("dpkg-query");
    let package = process::output(ask.args(["-W", "-f=${source:Package} ${source:Version}", "libc6-dev"]));
    let authors = fs::read_to_string(AUTHORS).unwrap_or_default();
    let address = Address::read(workspace)?.repository;
    Ok(notice(&version, package.as_deref(), &address) + &authors + "\n" + &workspace.read(LGPL)?)
}

/// Returns how a user of the program can change this library in it, as section 6 of its terms asks.
fn notice(version: &str, package: Option<&str>, repository: &str) -> String {
    let release = env!("CARGO_PKG_VERSION");
    let built = package.map_or_else(String::new, |package| format!(", Debian's {package}"));
    format!(
        "\n{RULE}\nThe GNU C Library ({version}{built})\n
This library is linked into the program. It is the work of the Free Software Foundation and others, under the GNU Lesser General
Public License, version 2.1 or later, which stands at the end. You may change the library, and link the program with it anew:

- The source of the program is at {repository}, under the tag v{release}. `cargo xtask dist` there
  compiles it, and links it with the libc.a that the C compiler finds.
- The source of the library is at https://ftp.gnu.org/gnu/glibc/, and that of Debian's packages at
  https://snapshot.debian.org/package/glibc/. The developers of the program also give it to every user who asks
  at {repository}/issues within three years of getting the program, for no more than what this costs.

The terms of the program let you change it for your own use, and take it apart to find mistakes in what you have changed.\n\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_c_library_is_named_with_its_terms_and_both_sources() {
        let workspace = Workspace::locate().expect("the workspace");
        let text = notice("glibc 2.36", Some("glibc 2.36-9"), "https://example.org/o/overhear");
        for part in ["(glibc 2.36, Debian's glibc 2.36-9)", "https://example.org/o/overhear, under the tag v"]
        {
            assert!(text.contains(part), "{text}");
        }
        assert!(workspace.read(LGPL).expect("a text").contains("Version 2.1, February 1999"));
        assert_eq!(c_library(&workspace, "x86_64-unknown-linux-musl").expect("nothing"), "");
        assert_eq!(c_library(&workspace, "aarch64-apple-darwin").expect("nothing"), "");
    }
}
