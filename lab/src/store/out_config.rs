//! Where result files go.

use std::path::PathBuf;

use serde::Deserialize;

use crate::error::LabError;
use crate::mention::mention;

/// Where result files go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct OutConfig {
    /// The directory; without it nothing is written.
    pub out: Option<PathBuf>,
    /// `true` if an earlier result in it is replaced.
    pub force: bool,
}

impl OutConfig {
    /// Refuses `force` where there is nothing that it could be about.
    pub(crate) fn check(&self) -> Result<(), LabError> {
        if self.force && self.out.is_none() {
            let out = mention(("out", "DIR"));
            let message = format_args!("it replaces an earlier result in {out}, which is not given");
            return Err(LabError::setting("force", message));
        }
        Ok(())
    }
}
