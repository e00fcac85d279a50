//! One result of all parts of an experiment.

use std::path::PathBuf;

use overhear_agents::registry::Registry;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::request::{ExperimentRequest, with_config};
use super::result::ExperimentResult;
use super::sealed_part::{PartFile, SHARD, identity};
use crate::error::LabError;
use crate::experiment::{Shardable, ShardableConfig};
use crate::input::{self, SizeLimit};
use crate::run_control::RunControl;
use crate::setup::Build;
use crate::store::{SHARD_FILE, open};
use crate::tournament::{
    MergeConfig, RunPart as _, agree, check_equal, complete, complete_for_decision, in_a_row, needed, place,
    shard_in,
};

/// A result, and how many of the parts were needed, if not all may be.
type Merged = (ExperimentResult, Option<String>);

/// Makes one result of all the parts of an experiment, in any order; of a comparison that ends as soon as it is decided, the
/// parts up to there suffice.
///
/// # Errors
/// If they are not all of the parts of one experiment that it takes, each once and as it was sealed, or another build has
/// played one and `allow_other_build` is not set.
pub fn merge_parts(
    parts: &[Vec<u8>],
    allow_other_build: bool,
    registry: &Registry,
) -> Result<ExperimentResult, LabError> {
    let name = |place: usize| format!("part {} of those to merge", place + 1);
    let found =
        parts.iter().enumerate().map(|(place, part)| PartFile::new(name(place), part, allow_other_build));
    merge(found.collect::<Result<_, _>>()?, registry).map(|(merged, _)| merged)
}

/// Makes one result of the parts in directories; how many of them were needed, if not all may be.
///
/// # Errors
/// Those of [`merge_parts`], and directories without a part.
pub fn merge_shards(config: &MergeConfig) -> Result<Merged, LabError> {
    let files = config.shards.iter().map(|dir| shard_in(dir)).collect::<Result<Vec<_>, _>>()?;
    let read = |file: &PathBuf| input::read(file, SizeLimit::Table);
    let bytes = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let name = |file: &PathBuf| file.parent().unwrap_or(file).display().to_string();
    let found = files.iter().zip(&bytes);
    let found = found.map(|(file, bytes)| PartFile::new(name(file), bytes, config.allow_other_build));
    let found = found.collect::<Result<Vec<_>, _>>()?;
    let is_printed = |part: &PartFile<'_>| matches!(part.head.experiment, ExperimentRequest::Compare(_));
    // What two sets of rules say is printed; its files are wanted only where a place for them is named.
    if config.out.is_some() || !found.first().is_some_and(is_printed) {
        place(config)?;
    }
    merge(found, &config.registry)
}

fn merge(mut found: Vec<PartFile<'_>>, registry: &Registry) -> Result<Merged, LabError> {
    found.sort_by_key(|part| part.head.shard);
    let Some(first) = found.first() else { return Err(LabError::usage("there are no parts to merge")) };
    agree(&found)?;
    with_config!(&first.head.experiment, asked => result(&found, asked, registry))
}

/// Returns `true` if the first parts of an experiment, in their order, decide what ends it, so that the others need not be
/// played.
///
/// # Errors
/// What is no part, and files that are not what they were.
pub fn are_enough(parts: &[Vec<u8>], registry: &Registry) -> Result<bool, LabError> {
    let found = parts.iter().zip(1..).map(|(part, n)| PartFile::new(format!("part {n}"), part, true));
    let found = found.collect::<Result<Vec<_>, _>>()?;
    let Some(first) = found.first() else { return Ok(false) };
    with_config!(&first.head.experiment, asked => decide(&found, asked, registry))
}

/// Returns `true` if sorted parts decide what ends their experiment.
fn decide<C: ShardableConfig>(
    found: &[PartFile<'_>],
    asked: &C,
    registry: &Registry,
) -> Result<bool, LabError> {
    if !asked.has_looks() {
        return Ok(false);
    }
    let experiment = C::Experiment::prepare(&here(found, asked, registry), &RunControl::default())?;
    let counts = found.iter().map(|part| part.counts(&experiment)).collect::<Result<Vec<_>, _>>()?;
    Ok(experiment.enough(&counts).is_some())
}

/// What was asked for, with its files as they are found now.
fn here<C: ShardableConfig>(found: &[PartFile<'_>], asked: &C, registry: &Registry) -> C {
    let mut config = asked.clone();
    config.population_mut().players.registry = registry.clone();
    config.within(&found[0].head.folder)
}

/// What sorted parts have shown, whose files are called as was asked.
fn result<C: ShardableConfig>(
    found: &[PartFile<'_>],
    asked: &C,
    registry: &Registry,
) -> Result<Merged, LabError>
where
    <C::Experiment as Shardable>::Result: Into<ExperimentResult>,
{
    let mut experiment = C::Experiment::prepare(&here(found, asked, registry), &RunControl::default())?;
    experiment.name_files_as(asked);
    let identity = identity::<C>(&experiment);
    check_equal(&found[0].name(), &found[0].head.identity, "these files and this program", &identity)?;
    let counts = found.iter().map(|part| part.counts(&experiment)).collect::<Result<Vec<_>, _>>()?;
    let mut counts: Vec<_> = counts.into_iter().take(in_a_row(found).len()).collect();
    match experiment.enough(&counts) {
        Some(enough) => counts.truncate(enough),
        None if asked.has_looks() => complete_for_decision(found)?,
        None => complete(found)?,
    }
    let found = &found[..counts.len()];
    Build::note(&mut experiment.lab_mut().other_builds, found.iter().map(|part| &part.head.build));
    let needed = asked.has_looks().then(|| needed(found)).flatten();
    Ok((experiment.result(counts)?.into(), needed))
}

/// Whether shards are those of an experiment on rules, and not of a tournament; of what is no shard at all nothing is said.
///
/// # Errors
/// Shards of both.
pub fn are_parts(shards: &[PathBuf]) -> Result<bool, LabError> {
    let files = shards.iter().map(|dir| dir.join(SHARD_FILE)).filter(|file| file.exists());
    let read = |file: PathBuf| input::read(&file, SizeLimit::Table).map(|bytes| (file, is_part(&bytes)));
    let kinds = files.map(read).collect::<Result<Vec<_>, _>>()?;
    let of = |kind| kinds.iter().find(|(_, is_part)| *is_part == Some(kind)).map(|(file, _)| file.display());
    match (of(true), of(false)) {
        (Some(one), Some(other)) => {
            let message = format_args!("{one} is of an experiment on rules, but {other} is of a tournament");
            Err(LabError::usage(message))
        }
        (one, _) => Ok(one.is_some()),
    }
}

/// Whether the bytes of a part are of an experiment on rules, and not of a tournament; nothing if they are torn.
pub fn is_part(bytes: &[u8]) -> Option<bool> {
    #[derive(Deserialize)]
    struct HeaderProbe {
        head: Option<IgnoredAny>,
    }
    open::<HeaderProbe>(SHARD, bytes).ok().map(|kind| kind.head.is_some())
}
