//! What experiments have in common: a result that is kept in a directory, and a run that goes on.

use std::env;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;
use overhear_lab::run::{InterruptedRun, KeptExperiment, play_kept};
use overhear_lab::settings::Settings;
use overhear_lab::{PartialResult, RunControl};

use crate::cli::{ExperimentArgs, KeepArgs, working_folder};
use crate::failure::Failure;
use crate::terminal::written;

/// What was played, and what it has found.
pub(crate) struct KeptResult<E: KeptExperiment> {
    /// What was asked for.
    pub(crate) config: E,
    /// What was found.
    pub(crate) result: PartialResult<E::Output>,
    /// Where the result is kept.
    pub(crate) out: Option<PathBuf>,
}

impl<E: KeptExperiment> KeptResult<E> {
    /// Says where a whole result is kept, and ends in the error of one that is not.
    pub(crate) fn finish(&self) -> Result<(), Failure> {
        self.result.check_complete()?;
        written(self.out.as_deref(), "");
        Ok(())
    }
}

/// Plays an experiment, or goes on with one of the same command.
pub(crate) fn run<E: KeptExperiment + Settings + Debug + Send + Sync + 'static>(
    args: &ExperimentArgs<E>,
    registry: &Registry,
    watch: &RunControl,
) -> Result<KeptResult<E>, Failure> {
    run_config(&args.keep, &[args.config.0.command()], || args.config(registry), registry, watch)
}

/// The same with a configuration that holds more than its flags; one that any of these commands has begun can go on.
pub(crate) fn run_config<E: KeptExperiment>(
    keep: &KeepArgs,
    commands: &[&'static str],
    config: impl FnOnce() -> E,
    registry: &Registry,
    watch: &RunControl,
) -> Result<KeptResult<E>, Failure> {
    if let Some(dir) = &keep.resume {
        let watch = keep.run_bots.permit(watch.clone());
        return resume(dir, commands, keep.allow_other_build, registry, &watch);
    }
    let (config, out) = (config(), keep.out.config());
    let result = play_kept(&config, &working_folder(), &out, watch)?;
    Ok(KeptResult { config, result, out: out.out })
}

/// Goes on with a run, whose files are named from the folder in which it was begun.
fn resume<E: KeptExperiment>(
    dir: &Path,
    commands: &[&'static str],
    allow_other_build: bool,
    registry: &Registry,
    watch: &RunControl,
) -> Result<KeptResult<E>, Failure> {
    let interrupted = InterruptedRun::<E>::find(dir, commands, allow_other_build, registry, watch)?;
    enter(interrupted.folder())?;
    let (config, result) = interrupted.play(watch)?;
    Ok(KeptResult { config, result, out: Some(dir.to_owned()) })
}

/// Enters the working folder in which a run was begun, if it is still there: its files are named from it.
fn enter(folder: &Path) -> Result<(), Failure> {
    if !folder.is_dir() {
        return Ok(());
    }
    env::set_current_dir(folder).map_err(|error| Failure::io(folder.display(), error))
}
