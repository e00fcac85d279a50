//! The working directory.

use std::env;
use std::path::PathBuf;

/// Returns the working directory; empty if it no longer exists, so that file names stay as given.
pub(crate) fn working_folder() -> PathBuf {
    env::current_dir().unwrap_or_default()
}
