//! Where tables come from, and how they are handed on with that.

use std::path::Path;

use super::manifest::Manifest;
use crate::error::LabError;
use crate::run_control::StopHandle;
use crate::setup::OutConfig;
use crate::store::{Inventory, ResultDir};
use crate::table::{Frame, grouped, json};

/// The run that a result comes from: everything that decided it, and whether it was played to its end.
#[derive(Debug)]
pub struct Provenance {
    pub(crate) manifest: Manifest,
    pub(crate) stopped: Result<(), LabError>,
}

/// What an experiment by one set of rules has shown, as tables.
pub trait TabularResult {
    /// Every table.
    fn frames(&self) -> Vec<&Frame>;

    /// Where they come from.
    fn provenance(&self) -> &Provenance;

    /// Manifest and tables in one JSON document.
    fn to_json(&self) -> String {
        json(&self.provenance().manifest.with(&self.frames()))
    }

    /// Writes the files of the result into a directory: those of a run that was told to write there from the start.
    ///
    /// # Errors
    /// A directory that may not be written, a disk that fails.
    fn save(&self, out: &OutConfig) -> Result<(), LabError> {
        ResultDir::from_config(out, &StopHandle::default())?.map_or(Ok(()), |dir| publish(self, dir))
    }

    /// Whether all of it was played.
    ///
    /// # Errors
    /// An interruption.
    fn check(&self) -> Result<(), LabError> {
        self.provenance().stopped.clone()
    }
}

/// Writes the files of a result into its directory.
pub(crate) fn publish(result: &(impl TabularResult + ?Sized), dir: ResultDir) -> Result<(), LabError> {
    let files = result.frames().into_iter().map(Frame::file).collect();
    dir.publish(files, Inventory::new(), &result.provenance().manifest)
}

/// The error of a run that was stopped, if it was: so many games of all were played and printed. Files were asked for
/// in the directory, if there is one.
pub(crate) fn stopped(done: u64, all: u64, dir: Option<&Path>) -> Result<(), LabError> {
    if done >= all {
        return Ok(());
    }
    let printed =
        if done == 0 { "there is nothing to print" } else { "what is printed is of those, incomplete" };
    let unwritten = dir.map_or(String::new(), |dir| format!("; nothing was written to {}", dir.display()));
    let (done, all) = (grouped(done), grouped(all));
    Err(LabError::interrupted(format_args!("interrupted after {done} of {all} games; {printed}{unwritten}")))
}
