//! Experiments on rules in parts: what a part has counted, sealed, and one result made of all of them.

use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::at_tables::AtTables;
use super::census::Census;
use super::compare::Comparison;
use super::decks::Decks;
use super::divided::Divided;
use super::experiment::{Experiment, Merged, OfExperiment, without_files};
use super::lab::{Lab, Population, PopulationConfig};
use super::report::Report;
use super::sweep::Sweep;
use crate::error::LabError;
use crate::input::{self, Size};
use crate::setup::{Build, OutConfig, nameable, ranges};
use crate::store::{Inventory, ResultDir, SHARD_FILE, open, seal_text};
use crate::tournament::{
    MergeConfig, NO_SEED, Present, Shard, agree, complete, complete_for_decision, goes_nowhere, in_a_row,
    needed, place, same, shard_in,
};
use crate::watch::Watch;

const SHARD: &str = "shard";

impl Experiment {
    /// Plays a part, and seals what was counted; [`merge_parts`] makes the result of all parts. Played again, a part has the
    /// same counts, on any machine.
    ///
    /// ```
    /// use overhear_agents::registry::Registry;
    /// use overhear_lab::balance::{Experiment, Merged, PopulationConfig, Tabled as _, merge_parts};
    /// use overhear_lab::setup::PlayersConfig;
    /// use overhear_lab::tournament::Shard;
    /// use overhear_lab::{BalanceConfig, Watch, balance};
    /// use std::path::Path;
    ///
    /// let players = PlayersConfig::of(["random"]);
    /// let population = PopulationConfig { seed: Some(7), players, ..PopulationConfig::default() };
    /// let config = BalanceConfig { games: Some(9), population, ..BalanceConfig::default() };
    /// let experiment = Experiment::Balance(config.clone());
    /// let part = |index| experiment.play_part(Path::new("."), Shard::new(index, 2)?, &Watch::default());
    /// let Merged::Balance(merged) = merge_parts(&[part(2)?, part(1)?], false, &Registry::standard())? else { panic!() };
    /// assert_eq!(merged.to_json(), balance(&config, &Watch::default())?.to_json());
    /// # Ok::<(), overhear_lab::LabError>(())
    /// ```
    ///
    /// # Errors
    /// Those of the experiment; a part that there is not; a configuration without a seed; an interruption.
    pub fn play_part(&self, folder: &Path, shard: Shard, watch: &Watch) -> Result<Vec<u8>, LabError> {
        match self {
            Experiment::Balance(_) => self.part::<Report>(folder, shard, watch),
            Experiment::Census { .. } => self.part::<Census>(folder, shard, watch),
            Experiment::Sweep { .. } => self.part::<Sweep>(folder, shard, watch),
            Experiment::Decks { .. } => self.part::<Decks>(folder, shard, watch),
            Experiment::Compare(config) if config.population.has_tables() => {
                self.part::<AtTables>(folder, shard, watch)
            }
            Experiment::Compare(_) => self.part::<Comparison>(folder, shard, watch),
        }
    }

    /// Plays a part into a directory.
    ///
    /// # Errors
    /// Those of [`play_part`](Experiment::play_part); a directory that may not be written, a disk that fails.
    pub fn play_shard(
        &self,
        folder: &Path,
        shard: Shard,
        out: &OutConfig,
        watch: &Watch,
    ) -> Result<(), LabError> {
        let Some(dir) = ResultDir::asked(out, &watch.stop)? else {
            return Err(goes_nowhere(shard));
        };
        let part = self.play_part(folder, shard, watch)?;
        dir.replace(Vec::new(), Inventory::new(), (SHARD_FILE, part))
    }

    /// Refuses an experiment that cannot be played in so many parts, as far as that can be told before any file is read: where
    /// bots or a file of agents play, it is not known how many deals there are.
    ///
    /// # Errors
    /// Those of a part: no seed, no such agents, fewer deals than parts.
    pub fn check_parts(&self, of: u64) -> Result<(), LabError> {
        let (shard, population) = (Shard::new(1, of)?, self.population());
        if population.seed.is_none() {
            return Err(LabError::setting("seed", NO_SEED));
        }
        if population.players.agents.is_some() || !population.players.bots.is_empty() {
            return Ok(());
        }
        let (games, with_roster) = match self {
            Experiment::Balance(config) => (population.games(config.games, super::DEFAULT_GAMES), true),
            Experiment::Census { config, .. } | Experiment::Decks { config, .. } => {
                (population.games(config.games, super::DEFAULT_GAMES), false)
            }
            Experiment::Sweep { config, .. } => {
                (population.games(config.games, super::sweep::DEFAULT_GAMES), false)
            }
            Experiment::Compare(config) => (config.planned(), false),
        };
        shard.divides(population.most_deals(ranges::GAMES.check(games)?, with_roster)?)
    }

    fn part<E: OfExperiment>(&self, folder: &Path, shard: Shard, watch: &Watch) -> Result<Vec<u8>, LabError> {
        if self.population().seed.is_none() {
            return Err(LabError::setting(("shard", shard), NO_SEED));
        }
        let PopulationConfig { players, words, .. } = self.population();
        nameable(words.files().chain(players.files()).chain([folder]), "a shard")?;
        let config = E::config(self).expect("it is that experiment");
        let mut experiment = E::prepare(&config)?;
        let most = deals_of(experiment.lab(), Shard::WHOLE).into_iter().max().unwrap_or_default();
        shard.divides(most)?;
        experiment.seat()?;
        experiment.tell(watch);
        let counts = experiment.play(shard, watch)?;
        let planned = deals_of(experiment.lab(), shard);
        if experiment.deals(&counts).as_ref() != Some(&planned) {
            return Err(LabError::interrupted(format_args!(
                "interrupted; nothing is kept of shard {shard}: play it again"
            )));
        }
        let head = Head {
            experiment: self.clone(),
            folder: folder.to_owned(),
            identity: self.identity(&experiment),
            shard,
            build: Build::own(),
        };
        let part = Part { head, counts, logs: Inventory::new() };
        let body = serde_json::to_string(&part).map_err(LabError::runtime)?;
        Ok(seal_text(SHARD, &(body + "\n")))
    }

    /// Everything that decides the result.
    fn identity(&self, experiment: &impl Divided) -> Value {
        let seed = experiment.lab().seed.0;
        json!({ "command": self.command(), "seed": seed, "of": experiment.identity() })
    }
}

/// The deals of each population that a part plays.
fn deals_of(lab: &Lab, shard: Shard) -> Vec<u64> {
    let range = |population: &Population| shard.range(population.schedule.deals());
    lab.populations.iter().map(range).map(|deals| deals.end - deals.start).collect()
}

/// What a part says of itself.
#[derive(Serialize, Deserialize)]
struct Head {
    experiment: Experiment,
    /// The working folder in which that was asked.
    folder: PathBuf,
    identity: Value,
    shard: Shard,
    build: Build,
}

/// The same in a part whose counts are not of interest.
#[derive(Deserialize)]
struct Headed {
    head: Head,
}

/// A part.
#[derive(Serialize, Deserialize)]
struct Part<C> {
    head: Head,
    counts: C,
    /// Files beside it: none.
    logs: Inventory,
}

/// The bytes of a part, and where they stand.
struct Found<'a> {
    name: String,
    bytes: &'a [u8],
    head: Head,
}

impl Present for Found<'_> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn shard(&self) -> Shard {
        self.head.shard
    }

    fn identity(&self) -> &Value {
        &self.head.identity
    }
}

impl<'a> Found<'a> {
    fn new(name: String, bytes: &'a [u8], any_build: bool) -> Result<Found<'a>, LabError> {
        let opened: Result<Headed, _> = open(SHARD, bytes);
        let head = opened.map_err(|message| LabError::content(&name, message))?.head;
        head.build.refuse(&name, any_build)?;
        Ok(Found { name, bytes, head })
    }

    /// What it has counted, which are all of its deals.
    fn counts<E: Divided>(&self, experiment: &E) -> Result<E::Counts, LabError> {
        let counts: Result<Part<E::Counts>, _> = open(SHARD, self.bytes);
        let counts = counts.map_err(|message| LabError::content(&self.name, message))?.counts;
        if experiment.deals(&counts) == Some(deals_of(experiment.lab(), self.head.shard)) {
            return Ok(counts);
        }
        Err(LabError::content(&self.name, "its counts cannot be those of this run: it was edited"))
    }
}

/// Makes one result of all the parts of an experiment on rules, in any order; of a comparison that ends as soon as it is
/// decided, the parts up to there suffice.
///
/// # Errors
/// If they are not all of the parts of one experiment that it takes, each once and as it was sealed, or another build has
/// played one and `allow_other_build` is not set.
pub fn merge_parts(
    parts: &[Vec<u8>],
    allow_other_build: bool,
    registry: &Registry,
) -> Result<Merged, LabError> {
    let name = |place: usize| format!("part {} of those to merge", place + 1);
    let found =
        parts.iter().enumerate().map(|(place, part)| Found::new(name(place), part, allow_other_build));
    merge(found.collect::<Result<_, _>>()?, registry).map(|(merged, _)| merged)
}

/// The same of directories; how many of them were needed, if not all may be.
///
/// # Errors
/// The same, and directories without a part.
pub fn merge_shards(config: &MergeConfig) -> Result<(Merged, Option<String>), LabError> {
    let files = config.shards.iter().map(|dir| shard_in(dir)).collect::<Result<Vec<_>, _>>()?;
    let read = |file: &PathBuf| input::read(file, Size::Table);
    let bytes = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let name = |file: &PathBuf| file.parent().unwrap_or(file).display().to_string();
    let found = files.iter().zip(&bytes);
    let found = found.map(|(file, bytes)| Found::new(name(file), bytes, config.allow_other_build));
    let found = found.collect::<Result<Vec<_>, _>>()?;
    match found.first().map(|part| &part.head.experiment) {
        Some(Experiment::Compare(_)) => without_files(config.out.as_deref())?,
        _ => drop(place(config)?),
    }
    merge(found, &config.registry)
}

fn merge(mut found: Vec<Found<'_>>, registry: &Registry) -> Result<(Merged, Option<String>), LabError> {
    found.sort_by_key(|part| part.head.shard);
    let Some(first) = found.first() else { return Err(LabError::usage("there are no parts to merge")) };
    agree(&found)?;
    let asked = first.head.experiment.clone();
    let mut experiment = asked.clone();
    experiment.set_registry(registry);
    let experiment = experiment.within(&first.head.folder);
    let call = match &experiment {
        Experiment::Balance(_) => result::<Report>,
        Experiment::Census { .. } => result::<Census>,
        Experiment::Sweep { .. } => result::<Sweep>,
        Experiment::Decks { .. } => result::<Decks>,
        Experiment::Compare(config) if config.population.has_tables() => result::<AtTables>,
        Experiment::Compare(_) => result::<Comparison>,
    };
    call(&found, &experiment, &asked)
}

/// Whether the first parts of an experiment, in their order, decide what ends it, so that the others need not be played.
///
/// # Errors
/// What is no part, and files that are not what they were.
pub fn are_enough(parts: &[Vec<u8>], registry: &Registry) -> Result<bool, LabError> {
    let found = parts.iter().zip(1..).map(|(part, n)| Found::new(format!("part {n}"), part, true));
    let found = found.collect::<Result<Vec<_>, _>>()?;
    let Some(first) = found.first() else { return Ok(false) };
    let mut experiment = first.head.experiment.clone();
    experiment.set_registry(registry);
    let experiment = experiment.within(&first.head.folder);
    let Experiment::Compare(config) = &experiment else { return Ok(false) };
    if config.population.has_tables() {
        return Ok(false);
    }
    let comparison = Comparison::prepare(config)?;
    let counts = found.iter().map(|part| part.counts(&comparison)).collect::<Result<Vec<_>, _>>()?;
    Ok(comparison.enough(&counts).is_some())
}

/// What sorted parts have shown, whose files are found now as the experiment names them, and were called as was asked.
fn result<E: OfExperiment>(
    found: &[Found<'_>],
    experiment: &Experiment,
    asked: &Experiment,
) -> Result<(Merged, Option<String>), LabError> {
    let edited = || LabError::content(found[0].name(), "it is of another experiment: it was edited");
    let (config, asked) = (E::config(experiment).ok_or_else(edited)?, E::config(asked).ok_or_else(edited)?);
    let mut divided = E::prepare(&config)?;
    divided.name_files_as(&asked);
    let identity = experiment.identity(&divided);
    same(&found[0].name(), &found[0].head.identity, "these files and this program", &identity)?;
    let counts = found.iter().map(|part| part.counts(&divided)).collect::<Result<Vec<_>, _>>()?;
    let mut counts: Vec<E::Counts> = counts.into_iter().take(in_a_row(found).len()).collect();
    let enough = divided.enough(&counts);
    match enough {
        Some(enough) => counts.truncate(enough),
        None if divided.has_looks() => complete_for_decision(found)?,
        None => complete(found)?,
    }
    let builds = found[..counts.len()].iter().map(|part| &part.head.build);
    Build::note(&mut divided.lab_mut().other_builds, builds);
    let needed = divided.has_looks().then(|| needed(&found[..counts.len()])).flatten();
    Ok((E::merged(divided.result(counts)?), needed))
}

/// Whether shards are those of an experiment on rules, and not of a tournament; of what is no shard at all nothing is said.
///
/// # Errors
/// Shards of both.
pub fn are_parts(shards: &[PathBuf]) -> Result<bool, LabError> {
    let files = shards.iter().map(|dir| dir.join(SHARD_FILE)).filter(|file| file.exists());
    let read = |file: PathBuf| input::read(&file, Size::Table).map(|bytes| (file, is_part(&bytes)));
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
    struct Kind {
        head: Option<IgnoredAny>,
    }
    open::<Kind>(SHARD, bytes).ok().map(|kind| kind.head.is_some())
}
