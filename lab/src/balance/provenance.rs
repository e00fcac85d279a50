//! Where tables come from, and how they are handed on with that.

use super::manifest::Manifest;
use crate::error::LabError;
use crate::setup::OutConfig;
use crate::store::{Inventory, ResultDir};
use crate::table::{Frame, json};
use crate::watch::Stop;

/// The run that a result comes from: everything that decided it, and whether it was played to its end.
#[derive(Debug)]
pub struct Provenance {
    pub(super) manifest: Manifest,
    pub(super) stopped: Result<(), LabError>,
}

/// What an experiment by one set of rules has shown, as tables.
pub trait Tabled {
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
        ResultDir::asked(out, &Stop::default())?.map_or(Ok(()), |dir| publish(self, dir))
    }

    /// Whether all of it was played.
    ///
    /// # Errors
    /// An interruption.
    fn sound(&self) -> Result<(), LabError> {
        self.provenance().stopped.clone()
    }
}

/// Writes the files of a result into its directory.
pub(super) fn publish(result: &(impl Tabled + ?Sized), dir: ResultDir) -> Result<(), LabError> {
    let files = result.frames().into_iter().map(Frame::file).collect();
    dir.publish(files, Inventory::new(), &result.provenance().manifest)
}
