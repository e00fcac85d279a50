//! Merging of the parts of an experiment into one result.

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
use crate::setup::{BotEntry, Build};
use crate::store::{SHARD_FILE, open};
use crate::tournament::{
    MergeConfig, RunPart as _, agree, check_equal, complete, complete_for_decision, in_a_row, needed, place,
    shard_in,
};

/// A merged result, and a remark on the number of parts needed, if fewer than all may do.
type Merged = (ExperimentResult, Option<String>);

/// Merges the parts of an experiment, in any order. A comparison that ends early needs only the parts up to
/// the decision.
///
/// # Errors
/// Returns an error if a part is missing, repeated, damaged or of another experiment, or if another build
/// played a part and `allow_other_build` is not set.
pub fn merge_parts(
    parts: &[Vec<u8>],
    allow_other_build: bool,
    registry: &Registry,
    watch: &RunControl,
) -> Result<ExperimentResult, LabError> {
    let files = parts
        .iter()
        .zip(1..)
        .map(|(part, n)| PartFile::new(format!("part {n} of those to merge"), part, allow_other_build));
    merge(files.collect::<Result<_, _>>()?, registry, watch).map(|(merged, _)| merged)
}

/// Merges the parts in directories. Also returns a remark on the number of parts needed, if fewer than all
/// may do.
///
/// # Errors
/// Returns the errors of [`merge_parts`], and an error for a directory without a part.
pub fn merge_shards(config: &MergeConfig, watch: &RunControl) -> Result<Merged, LabError> {
    let files = config.shards.iter().map(|dir| shard_in(dir)).collect::<Result<Vec<_>, _>>()?;
    let bytes =
        files.iter().map(|file| input::read(file, SizeLimit::Table)).collect::<Result<Vec<_>, _>>()?;
    let parts = files.iter().zip(&bytes).map(|(file, bytes)| {
        let folder = file.parent().unwrap_or(file).display().to_string();
        PartFile::new(folder, bytes, config.allow_other_build)
    });
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    // A comparison of two rule sets prints its result, so it needs no output directory.
    let is_printed =
        parts.first().is_some_and(|part| matches!(part.head.experiment, ExperimentRequest::Compare(_)));
    if config.out.is_some() || !is_printed {
        place(config)?;
    }
    merge(parts, &config.registry, watch)
}

fn merge(mut parts: Vec<PartFile<'_>>, registry: &Registry, watch: &RunControl) -> Result<Merged, LabError> {
    parts.sort_by_key(|part| part.head.shard);
    let Some(first) = parts.first() else { return Err(LabError::usage("there are no parts to merge")) };
    agree(&parts)?;
    with_config!(&first.head.experiment, requested => result(&parts, requested, registry, watch))
}

/// Returns `true` if leading parts of an experiment, in order, decide it, so that the other parts need not be
/// played.
///
/// # Errors
/// Returns an error for bytes that are not a part, and for input files that have changed.
pub fn are_enough(parts: &[Vec<u8>], registry: &Registry) -> Result<bool, LabError> {
    let parts = parts.iter().zip(1..).map(|(part, n)| PartFile::new(format!("part {n}"), part, true));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    let Some(first) = parts.first() else { return Ok(false) };
    with_config!(&first.head.experiment, requested => decide(&parts, requested, registry))
}

/// Returns `true` if sorted parts decide their experiment.
fn decide<C: ShardableConfig>(
    parts: &[PartFile<'_>],
    requested: &C,
    registry: &Registry,
) -> Result<bool, LabError> {
    if !requested.has_looks() {
        return Ok(false);
    }
    let watch = with_bots_of(parts, &RunControl::default());
    let experiment = C::Experiment::prepare(&here(parts, requested, registry), &watch)?;
    let counts = parts.iter().map(|part| part.counts(&experiment)).collect::<Result<Vec<_>, _>>()?;
    Ok(experiment.enough(&counts).is_some())
}

/// Returns the requested configuration with its files as found on this machine.
fn here<C: ShardableConfig>(parts: &[PartFile<'_>], requested: &C, registry: &Registry) -> C {
    let mut config = requested.clone();
    config.population_mut().players.registry = registry.clone();
    config.within(&parts[0].head.folder)
}

/// Returns the run control with the bots that the parts describe: no game is played, so none is started.
fn with_bots_of(parts: &[PartFile<'_>], watch: &RunControl) -> RunControl {
    watch.with_stored_bots(parts[0].name(), BotEntry::in_identity(&parts[0].head.identity["of"]))
}

/// Returns the result of sorted parts. Files keep the names of the request.
fn result<C: ShardableConfig>(
    parts: &[PartFile<'_>],
    requested: &C,
    registry: &Registry,
    watch: &RunControl,
) -> Result<Merged, LabError>
where
    <C::Experiment as Shardable>::Result: Into<ExperimentResult>,
{
    let watch = with_bots_of(parts, watch);
    let mut experiment = C::Experiment::prepare(&here(parts, requested, registry), &watch)?;
    experiment.name_files_as(requested);
    let identity = identity::<C>(&experiment);
    check_equal(&parts[0].name(), &parts[0].head.identity, "these files and this program", &identity)?;
    let counts = parts.iter().map(|part| part.counts(&experiment)).collect::<Result<Vec<_>, _>>()?;
    // 1. Only the unbroken run of parts from the first can decide: a gap would hide deals.
    let mut counts: Vec<_> = counts.into_iter().take(in_a_row(parts).len()).collect();
    // 2. A decision drops the parts behind it; without one every part must be there.
    match experiment.enough(&counts) {
        Some(enough) => counts.truncate(enough),
        None if requested.has_looks() => complete_for_decision(parts)?,
        None => complete(parts)?,
    }
    let parts = &parts[..counts.len()];
    // 3. The manifest names the builds of the parts that count.
    Build::note(&mut experiment.lab_mut().other_builds, parts.iter().map(|part| &part.head.build));
    let needed = requested.has_looks().then(|| needed(parts)).flatten();
    Ok((experiment.result(counts)?.into(), needed))
}

/// Returns `true` if the shards belong to an experiment on rules, `false` for a tournament. Files that are no
/// shards are left for the reader to report.
///
/// # Errors
/// Returns an error if shards of both kinds are mixed.
pub fn are_parts(shards: &[PathBuf]) -> Result<bool, LabError> {
    let files = shards.iter().map(|dir| dir.join(SHARD_FILE)).filter(|file| file.exists());
    let kinds = files
        .map(|file| input::read(&file, SizeLimit::Table).map(|bytes| (file, is_part(&bytes))))
        .collect::<Result<Vec<_>, _>>()?;
    let first_of_kind = [true, false]
        .map(|kind| kinds.iter().find(|(_, is_part)| *is_part == Some(kind)).map(|(file, _)| file.display()));
    match first_of_kind {
        [Some(one), Some(other)] => {
            let message = format_args!("{one} is of an experiment on rules, but {other} is of a tournament");
            Err(LabError::usage(message))
        }
        [one, _] => Ok(one.is_some()),
    }
}

/// Returns `true` if the bytes belong to a part of an experiment on rules, `false` for a tournament; `None`
/// if they are damaged.
pub fn is_part(bytes: &[u8]) -> Option<bool> {
    #[derive(Deserialize)]
    struct HeaderProbe {
        head: Option<IgnoredAny>,
    }
    open::<HeaderProbe>(SHARD, bytes).ok().map(|kind| kind.head.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::WordStatsConfig;
    use crate::experiment::{BalanceConfig, GroupBy, PopulationConfig};
    use crate::paired::{CompareRulesConfig, DecksConfig, SweepConfig};
    use crate::setup::{PlayersConfig, WordFiles};

    /// Returns what determines the result of an experiment whose deck the request calls otherwise.
    fn identity_with_another_name<C: ShardableConfig>(config: &C) -> String {
        let mut experiment = C::Experiment::prepare(config, &RunControl::default()).expect("an experiment");
        assert!(config.population().words.deck.is_some());
        let mut requested = config.clone();
        requested.population_mut().words.deck = Some("asked/for.csv".into());
        experiment.name_files_as(&requested);
        identity::<C>(&experiment).to_string()
    }

    #[test]
    fn every_experiment_calls_its_files_as_the_request_does() {
        let dir = tempfile::tempdir().expect("a directory");
        let words =
            ["island\nmusic\nwinter\nweight\nriver\nhammer", "piano\ndoctor\nhorse\nbread\nmirror\nocean"];
        let [deck, deck_b] = words.map(|words| {
            let file = dir.path().join(&words[..5]);
            std::fs::write(&file, format!("{words}\ncastle\nengine\n")).expect("a deck");
            file
        });
        let population = PopulationConfig {
            players: PlayersConfig::from_specs(["nearest", "margin"]),
            words: WordFiles { deck: Some(deck), vocabulary: Some(1000), ..WordFiles::default() },
            seed: Some(1),
            ..PopulationConfig::default()
        };
        let config = BalanceConfig { games: Some(400), population, ..BalanceConfig::default() };
        let comparison = CompareRulesConfig {
            a: "official".into(),
            b: "short".into(),
            games: Some(400),
            population: config.population.clone(),
            ..CompareRulesConfig::default()
        };
        let axes = vec!["round_limit=6,8".parse().expect("an axis")];
        let identities = [
            identity_with_another_name(&config),
            identity_with_another_name(&WordStatsConfig { config: config.clone(), by: GroupBy::Keyword }),
            identity_with_another_name(&SweepConfig { config: config.clone(), axes }),
            identity_with_another_name(&DecksConfig { config: config.clone(), deck_b }),
            identity_with_another_name(&comparison),
        ];
        for identity in identities {
            assert!(identity.contains("asked/for.csv"), "{identity}");
        }
    }
}
