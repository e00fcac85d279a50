//! Where the program was started.

use std::env;
use std::path::PathBuf;

/// Returns the working folder; empty where there is none any more, and names of files then stay as they are.
pub(crate) fn working_folder() -> PathBuf {
    env::current_dir().unwrap_or_default()
}
