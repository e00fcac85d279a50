//! A run in parts: which deals a part plays, and one result made of all the parts.

use std::ops::Range;
use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;
use overhear_engine::arena::Tally;

use super::course::Course;
use super::identity::{difference, identity};
use super::store::{Checkpoint, Order, Store, has_unfinished};
use super::{MergeConfig, Shard, TournamentConfig};
use crate::error::{LabError, Named as _};
use crate::setup::{Build, OutConfig, Plan};
use crate::store::{FileSum, SHARD_FILE, same as same_place};
use crate::watch::Watch;

/// The deals that a run plays: all, or those of its shard.
pub(super) fn deals(plan: &Plan, shard: Option<Shard>) -> Range<u64> {
    let Some(Shard { of, index }) = shard else { return 0..plan.schedule.deals() };
    let cut = |part: u64| (u128::from(plan.schedule.deals()) * u128::from(part) / u128::from(of)) as u64;
    cut(index - 1)..cut(index)
}

/// Refuses what cannot be done in parts, and parts that go nowhere.
pub(super) fn check(plan: &Plan, args: &TournamentConfig) -> Result<(), LabError> {
    if let (Some(shard), None) = (args.shard, &args.out.out) {
        let message = "a shard is of use only with --out DIR";
        return Err(LabError::content(format_args!("--shard {shard}"), message));
    }
    divisible(plan, args)
}

/// Refuses what cannot be done in parts.
pub(super) fn divisible(plan: &Plan, args: &TournamentConfig) -> Result<(), LabError> {
    let Some(shard) = args.shard else { return Ok(()) };
    let refuse = |message: &str| Err(LabError::content(format_args!("--shard {shard}"), message));
    if args.sprt.is_some() {
        return refuse("a run with --sprt has no parts: where it ends depends on all games before");
    }
    if args.running.is_some() {
        return refuse("--running goes on from the games before; leave it out");
    }
    if shard.of > plan.schedule.deals() {
        return refuse(&format!("there are only {} deals to share", plan.schedule.deals()));
    }
    Ok(())
}

/// A finished shard, and where it stands or what it is called.
pub(super) struct Part {
    path: PathBuf,
    content: Checkpoint,
    shard: Shard,
}

impl Part {
    /// A shard that some build has finished.
    pub(super) fn new(path: PathBuf, content: Checkpoint) -> Result<Part, LabError> {
        let shard = content.order.shard().unwrap_or(Shard { of: 1, index: 1 });
        if shard.is_sound() {
            return Ok(Part { path, content, shard });
        }
        let message = format_args!("there is no shard {shard}: it was edited");
        Err(LabError::content(path.display(), message))
    }

    /// Refuses counts that cannot be those of all of its deals.
    fn check(&self, plan: &Plan) -> Result<(), LabError> {
        let (file, deals) = (self.path.join(SHARD_FILE), deals(plan, Some(self.shard)));
        if self.content.next != deals.end {
            let message = "it does not end where its deals do: it was edited";
            return Err(LabError::content(file.display(), message));
        }
        self.content.check(file.display(), &plan.schedule, &deals)
    }
}

/// A run whose shards are all played.
pub(super) struct Merged {
    pub(super) config: TournamentConfig,
    pub(super) plan: Plan,
    pub(super) course: Course,
    pub(super) store: Store,
    /// How long the shards have taken together.
    pub(super) seconds: f64,
}

/// Makes one run of shards.
pub(super) fn merge(merge: &MergeConfig, watch: &Watch) -> Result<Merged, LabError> {
    let MergeConfig { shards, force, allow_other_build, registry, .. } = merge;
    let out = place(merge)?;
    let read = |path: &PathBuf| read(path, *allow_other_build);
    let parts = shards.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let (parts, whole) = assemble(parts, OutConfig { out: Some(out.clone()), force: *force }, registry)?;
    let Whole { config, plan, course, seconds } = whole;
    let order = Order::new(&config, plan.seed.0, identity(&plan, &config))?;
    let mut store = Store::begin(&out, &config, order, &watch.stop)?;
    parts.iter().try_for_each(|part| store.logs.append_shard(&part.path))?;
    Ok(Merged { config, plan, course, store, seconds })
}

/// The directory of the result, which is none of its parts'.
pub(super) fn place(MergeConfig { shards, out, .. }: &MergeConfig) -> Result<PathBuf, LabError> {
    let asked = out.display();
    let out = std::path::absolute(out).named(&asked)?;
    if let Some(part) = shards.iter().find(|part| same_place(part, &out)) {
        let message = format_args!("this is one of the shards ({}); name another directory", part.display());
        return Err(LabError::content(format_args!("--out {asked}"), message));
    }
    Ok(out)
}

/// The counts of a run whose shards are all played.
pub(super) struct Whole {
    pub(super) config: TournamentConfig,
    pub(super) plan: Plan,
    pub(super) course: Course,
    /// How long the shards have taken together.
    pub(super) seconds: f64,
}

/// Adds the counts of all the shards of a run, and puts the shards in their order.
pub(super) fn assemble(
    mut parts: Vec<Part>,
    out: OutConfig,
    registry: &Registry,
) -> Result<(Vec<Part>, Whole), LabError> {
    parts.sort_by_key(|part| part.shard);
    agree(&parts)?;
    let first = &parts[0].content.order;
    let config = TournamentConfig { out, shard: None, ..first.config(registry) };
    let mut plan = Plan::new(&config)?;
    plan.name_files_as(first.asked());
    let identity = identity(&plan, &config);
    let name = parts[0].path.display();
    same(&format!("{name}"), &first.identity, "these files and this program", &identity)?;
    parts.iter().try_for_each(|part| part.check(&plan))?;
    let mut tally = Tally::new(&plan.schedule);
    parts.iter().for_each(|part| tally.merge(&part.content.tally));
    let mut course = Course::new(&plan, &config, (tally, plan.schedule.deals()), None);
    Build::note(&mut course.other_builds, parts.iter().flat_map(|part| part.content.builds()));
    let seconds = parts.iter().map(|part| part.content.seconds).sum();
    Ok((parts, Whole { config, plan, course, seconds }))
}

fn read(path: &Path, any_build: bool) -> Result<Part, LabError> {
    let path = std::path::absolute(path).named(path.display())?;
    let file = path.join(SHARD_FILE);
    if !file.exists() {
        let message = if has_unfinished(&path) {
            "this shard is not complete; go on with it by --resume"
        } else if path.is_dir() {
            "there is no shard in this directory (no shard.json)"
        } else {
            "there is no such directory"
        };
        return Err(LabError::content(path.display(), message));
    }
    let content = Checkpoint::read_shard(&file)?;
    content.build.refuse(file.display(), any_build)?;
    check_logs(&path, &content)?;
    Part::new(path, content)
}

/// Sees that a shard's logs are what they were.
fn check_logs(path: &Path, content: &Checkpoint) -> Result<(), LabError> {
    content.logs.iter().try_for_each(|(name, sum)| {
        let log = path.join(name);
        sum.agrees(&log, &FileSum::of_file(&log)?, "the shard")
    })
}

/// Sees that sorted parts are of one run, each there once.
fn agree(parts: &[Part]) -> Result<(), LabError> {
    let first = &parts[0];
    for part in parts {
        let (one, other) = (first.path.display(), part.path.display());
        same(
            &one.to_string(),
            &first.content.order.identity,
            &other.to_string(),
            &part.content.order.identity,
        )?;
        if part.shard.of != first.shard.of {
            return Err(LabError::usage(format_args!(
                "{one} is shard {}, {other} is shard {}: not of the same number",
                first.shard, part.shard
            )));
        }
    }
    if let Some(twice) = parts.windows(2).find(|two| two[0].shard == two[1].shard) {
        return Err(LabError::usage(format_args!(
            "shard {} is there twice: {} and {}",
            twice[0].shard,
            twice[0].path.display(),
            twice[1].path.display()
        )));
    }
    let of = first.shard.of;
    let missing = (1..=of).filter(|&index| parts.iter().all(|part| part.shard.index != index));
    let missing: Vec<String> = missing.map(|index| Shard { of, index }.to_string()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(LabError::usage(format_args!("missing: shard {}", missing.join(", "))))
}

/// Refuses two runs that are not the same.
pub(crate) fn same(
    one: &str,
    here: &serde_json::Value,
    other: &str,
    there: &serde_json::Value,
) -> Result<(), LabError> {
    difference(here, there).map_or(Ok(()), |(key, here, there)| {
        Err(LabError::usage(format_args!("`{key}` is {here} in {one}, but {there} in {other}")))
    })
}
