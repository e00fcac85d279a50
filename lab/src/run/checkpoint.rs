//! The checkpoint of an experiment: what was asked for, what it plays with, and its finished steps.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{FileContext as _, LabError};
use crate::run_control::{RunControl, StopHandle};
use crate::setup::{Build, nameable};
use crate::store::{ResultDir, WorkArea, seal, unseal};
use crate::tournament::check_equal;

/// The kind of the sealed file.
const CHECKPOINT: &str = "checkpoint";

/// How much work can be lost, at most.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// What has to be known of a run to go on with it.
#[derive(Debug, Serialize, Deserialize)]
struct StepCheckpoint {
    command: String,
    configuration: Value,
    /// The working folder in which it was asked for.
    folder: PathBuf,
    build: Build,
    /// Other builds that have played a part.
    other_builds: Vec<Build>,
    /// What it plays with, once files are read and names are looked up.
    sources: Option<Value>,
    /// The outcome of each finished step, as JSON.
    steps: Vec<String>,
    /// The partial outcome of the current step.
    under_way: Option<String>,
}

impl fmt::Debug for CheckpointStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckpointStore").field("checkpoint", &self.checkpoint).finish_non_exhaustive()
    }
}

/// The command of a checkpoint; that of a tournament names none.
#[derive(Deserialize)]
struct CommandProbe {
    command: Option<String>,
}

/// A checkpoint and the directory in which it stands.
pub struct CheckpointStore {
    dir: ResultDir,
    /// The directory as it was named.
    named: PathBuf,
    command: &'static str,
    checkpoint: StepCheckpoint,
    /// Whether it is written, so that the run can go on from it.
    is_written: bool,
    stop: StopHandle,
    saved: Instant,
}

impl CheckpointStore {
    /// Begins a run of a command in its directory.
    ///
    /// # Errors
    /// What cannot stand in a checkpoint, which is JSON.
    pub(crate) fn begin(
        command: &'static str,
        configuration: &impl Serialize,
        folder: &Path,
        dir: ResultDir,
        watch: &RunControl,
    ) -> Result<CheckpointStore, LabError> {
        nameable([folder], "a checkpoint")?;
        let configuration = serde_json::to_value(configuration).map_err(|error| {
            LabError::usage(format_args!("the configuration cannot be written to a checkpoint: {error}"))
        })?;
        let checkpoint = StepCheckpoint {
            command: command.to_owned(),
            configuration,
            folder: folder.to_owned(),
            build: Build::own(),
            other_builds: Vec::new(),
            sources: None,
            steps: Vec::new(),
            under_way: None,
        };
        let (named, stop) = (dir.path().to_owned(), watch.stop.clone());
        let is_written = true;
        Ok(CheckpointStore { dir, named, command, checkpoint, is_written, stop, saved: Instant::now() })
    }

    /// Returns the same of a run that does not go on from its finished steps: no checkpoint is written.
    pub(crate) fn unwritten(self) -> CheckpointStore {
        CheckpointStore { is_written: false, ..self }
    }

    /// Finds the run that was interrupted in a directory, which one of these commands plays.
    ///
    /// # Errors
    /// If there is none, or it is not as it was written; a run of another command, or of another build unless that is allowed.
    pub(crate) fn find(
        path: &Path,
        commands: &[&'static str],
        allow_other_build: bool,
        watch: &RunControl,
    ) -> Result<CheckpointStore, LabError> {
        let place = std::path::absolute(path).named(path.display())?;
        let dir = ResultDir::resume(&place, &watch.stop)?;
        let file = WorkArea::checkpoint_in(&place);
        let command = command_of(&file, commands)?;
        let mut checkpoint: StepCheckpoint = unseal(CHECKPOINT, &file)?;
        checkpoint.build.refuse(file.display(), allow_other_build)?;
        let before = std::mem::replace(&mut checkpoint.build, Build::own());
        Build::note(&mut checkpoint.other_builds, [&before]);
        let (named, stop) = (path.to_owned(), watch.stop.clone());
        let is_written = true;
        Ok(CheckpointStore { dir, named, command, checkpoint, is_written, stop, saved: Instant::now() })
    }

    /// Returns what was asked for, read again.
    ///
    /// # Errors
    /// An error for a text that is not such a configuration.
    pub(crate) fn config<T: DeserializeOwned>(&self) -> Result<T, LabError> {
        T::deserialize(&self.checkpoint.configuration).map_err(|error| {
            LabError::content(self.named.display(), format_args!("the checkpoint cannot be read: {error}"))
        })
    }

    /// Returns the working folder in which it was asked for.
    pub(crate) fn folder(&self) -> &Path {
        &self.checkpoint.folder
    }

    /// Returns other builds that have played a part.
    pub(crate) fn other_builds(&self) -> &[Build] {
        &self.checkpoint.other_builds
    }

    /// Returns what was asked for.
    pub(crate) const fn configuration(&self) -> &Value {
        &self.checkpoint.configuration
    }

    /// Returns what it plays with, once files are read and names are looked up.
    pub(crate) fn sources<T: DeserializeOwned>(&self) -> Result<T, LabError> {
        T::deserialize(self.checkpoint.sources.as_ref().unwrap_or(&Value::Null)).map_err(LabError::runtime)
    }

    /// Returns `true` if the files are read, so that steps may be there.
    pub(crate) const fn has_begun(&self) -> bool {
        self.is_written && self.checkpoint.sources.is_some()
    }

    /// Checks that an interrupted run still has its sources, or records those of a new run.
    pub(crate) fn check_or_record_sources(&mut self, sources: &impl Serialize) -> Result<(), LabError> {
        let now = serde_json::to_value(sources).map_err(LabError::runtime)?;
        if let Some(before) = &self.checkpoint.sources {
            return check_equal(
                &self.named.display().to_string(),
                before,
                "these files and this program",
                &now,
            );
        }
        self.checkpoint.sources = Some(now);
        self.save()
    }

    /// Returns the outcome of a step, if it is finished.
    pub(crate) fn finished_step<T: DeserializeOwned>(&self, place: usize) -> Result<Option<T>, LabError> {
        self.checkpoint.steps.get(place).map(|text| self.read(text)).transpose()
    }

    /// Returns the partial outcome of the current step, if there is one.
    pub(crate) fn step_under_way<T: DeserializeOwned>(&self) -> Result<Option<T>, LabError> {
        self.checkpoint.under_way.as_ref().map(|text| self.read(text)).transpose()
    }

    fn read<T: DeserializeOwned>(&self, text: &str) -> Result<T, LabError> {
        serde_json::from_str(text).map_err(|error| {
            LabError::content(
                self.named.display(),
                format_args!("a step of the checkpoint cannot be read: {error}"),
            )
        })
    }

    /// Adds a finished step.
    pub(crate) fn add_step(&mut self, outcome: &impl Serialize) -> Result<(), LabError> {
        self.checkpoint.steps.push(text(outcome)?);
        self.checkpoint.under_way = None;
        if self.saved.elapsed() < SAVE_EVERY { Ok(()) } else { self.save() }
    }

    /// Sets the partial outcome of the current step.
    pub(crate) fn set_step_under_way(&mut self, outcome: &impl Serialize) -> Result<(), LabError> {
        self.checkpoint.under_way = Some(text(outcome)?);
        Ok(())
    }

    /// Saves the partial outcome of the current step, if it is time.
    pub(crate) fn keep(&mut self, outcome: &impl Serialize) -> Result<(), LabError> {
        if self.saved.elapsed() < SAVE_EVERY {
            return Ok(());
        }
        self.set_step_under_way(outcome)?;
        self.save()
    }

    /// Writes the checkpoint.
    pub(crate) fn save(&mut self) -> Result<(), LabError> {
        if !self.is_written {
            return Ok(());
        }
        self.dir.work.save(&seal(CHECKPOINT, &self.checkpoint))?;
        let file = WorkArea::checkpoint_in(self.dir.path());
        self.stop.remember_checkpoint(self.command, &file, &self.named);
        self.saved = Instant::now();
        Ok(())
    }

    /// Returns the error with the command that goes on.
    pub(crate) fn with_resume_command(&self, error: LabError) -> LabError {
        error.with_unfinished(self.command, &self.named)
    }

    /// Returns the directory, which is given up or filled.
    pub(crate) fn into_dir(self) -> ResultDir {
        self.dir
    }
}

/// Returns which of these commands has written a checkpoint.
fn command_of(file: &Path, commands: &[&'static str]) -> Result<&'static str, LabError> {
    let CommandProbe { command } = unseal(CHECKPOINT, file)?;
    let command = command.as_deref().unwrap_or("tournament");
    commands.iter().copied().find(|known| *known == command).ok_or_else(|| {
        LabError::content(
            file.display(),
            format_args!("it belongs to a run of `{command}`; resume it with that command"),
        )
    })
}

fn text(outcome: &impl Serialize) -> Result<String, LabError> {
    serde_json::to_string(outcome).map_err(LabError::runtime)
}
