//! Output directory of a result.

use std::path::PathBuf;

use serde::Deserialize;

use crate::error::LabError;
use crate::message::Message;

/// Output directory of a result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct OutConfig {
    /// The directory; `None` to write nothing.
    pub out: Option<PathBuf>,
    /// `true` to replace an earlier result in it.
    pub force: bool,
}

impl OutConfig {
    /// Checks that `force` comes with a directory.
    ///
    /// # Errors
    /// Returns an error for `force` without a directory.
    pub fn check(&self) -> Result<(), LabError> {
        if self.force && self.out.is_none() {
            let message = Message::new("no output directory; add ").setting(("out", "DIR"));
            return Err(LabError::setting("force", message));
        }
        Ok(())
    }
}
