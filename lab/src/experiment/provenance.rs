//! Provenance of result tables, and their output with it.

use std::path::Path;

use super::manifest::ExperimentManifest;
use crate::error::LabError;
use crate::run_control::StopHandle;
use crate::setup::OutConfig;
use crate::store::{Inventory, ResultDir};
use crate::table::{Frame, counted, grouped, json};

/// The run behind a result: its manifest, and an error if it was interrupted.
#[derive(Debug)]
pub struct Provenance {
    pub(crate) manifest: ExperimentManifest,
    pub(crate) stopped: Result<(), LabError>,
}

/// A result that consists of tables.
pub trait TabularResult {
    /// Returns every table.
    fn frames(&self) -> Vec<Frame>;

    /// Returns the provenance of the tables.
    fn provenance(&self) -> &Provenance;

    /// Returns the manifest and the tables as one JSON document.
    fn to_json(&self) -> String {
        let frames = self.frames();
        json(&self.provenance().manifest.with(&frames))
    }

    /// Writes the files of the result into a directory, as a run with that output directory would have.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be written.
    fn save(&self, out: &OutConfig) -> Result<(), LabError> {
        ResultDir::from_config(out, &StopHandle::default())?.map_or(Ok(()), |dir| publish(self, dir))
    }

    /// Checks that the run is complete.
    ///
    /// # Errors
    /// Returns an error after an interruption.
    fn check(&self) -> Result<(), LabError> {
        self.provenance().stopped.clone()
    }
}

/// Writes the files of a result into its directory.
pub(crate) fn publish(result: &(impl TabularResult + ?Sized), dir: ResultDir) -> Result<(), LabError> {
    let files = result.frames().iter().map(Frame::file).collect();
    dir.publish(files, Inventory::new(), &result.provenance().manifest)
}

/// Returns an error if a run was stopped before its end: it played and printed `done` of `all` games. The
/// message names the output directory, if one was requested.
pub(crate) fn stopped(done: u64, all: u64, dir: Option<&Path>) -> Result<(), LabError> {
    if done >= all {
        return Ok(());
    }
    let printed =
        if done == 0 { "there is nothing to print" } else { "what is printed is of those, incomplete" };
    let unwritten = dir.map_or(String::new(), |dir| format!("; nothing was written to {}", dir.display()));
    let (done, all) = (grouped(done), counted(all, "game"));
    Err(LabError::interrupted(format_args!("interrupted after {done} of {all}; {printed}{unwritten}")))
}
