//! A run in parts: which deals a part plays, and one result made of all the parts.

use std::ops::Range;
use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;
use overhear_engine::arena::Tally;
use serde_json::Value;

use super::identity::identity;
use super::looks::LookSchedule;
use super::manifest::Timing;
use super::pairs::pairs_of;
use super::part_check::{RunPart, agree, check_equal, complete, complete_for_decision, in_a_row, needed};
use super::play::RunContext;
use super::prefix::ShardReplay;
use super::run_state::RunState;
use super::running_scores::RunningScores;
use super::store::{Checkpoint, RunRequest, Store, has_unfinished};
use super::{MergeConfig, Shard, TournamentConfig, agents};
use crate::error::{FileContext as _, LabError};
use crate::mention::mention;
use crate::run_control::RunControl;
use crate::setup::{Build, OutConfig, Plan};
use crate::store::{FileChecksum, SHARD_FILE, TIMING, is_same_file as same_place};

/// The deals that a run plays: all, or those of its shard.
pub(super) fn deals(plan: &Plan, shard: Option<Shard>) -> Range<u64> {
    shard.unwrap_or(Shard::WHOLE).range(plan.schedule.deals())
}

/// Refuses what cannot be done in parts, and parts that go nowhere.
pub(super) fn check(plan: &Plan, args: &TournamentConfig) -> Result<(), LabError> {
    if let (Some(shard), None) = (args.shard, &args.out.out) {
        return Err(goes_nowhere(shard));
    }
    args.shard.map_or(Ok(()), |shard| shard.divides(plan.schedule.deals()))
}

/// A shard of which nothing would be left.
pub(crate) fn goes_nowhere(shard: Shard) -> LabError {
    let out = mention(("out", "DIR"));
    LabError::setting(("shard", shard), format_args!("a shard is of use only with {out}"))
}

/// A finished shard, and where it stands or what it is called.
pub(super) struct FinishedShard {
    path: PathBuf,
    content: Checkpoint,
    shard: Shard,
}

impl RunPart for FinishedShard {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn shard(&self) -> Shard {
        self.shard
    }

    fn identity(&self) -> &Value {
        &self.content.order.identity
    }
}

impl FinishedShard {
    /// A shard that some build has finished.
    pub(super) fn new(path: PathBuf, content: Checkpoint) -> FinishedShard {
        let shard = content.order.shard().unwrap_or(Shard::WHOLE);
        FinishedShard { path, content, shard }
    }

    /// Its deals.
    fn range(&self, plan: &Plan) -> Range<u64> {
        self.shard.range(plan.schedule.deals())
    }

    /// Refuses counts that cannot be those of all of its deals.
    fn check(&self, plan: &Plan) -> Result<(), LabError> {
        let (file, deals) = (self.path.join(SHARD_FILE), self.range(plan));
        if self.content.next != deals.end {
            let message = "it does not end where its deals do: it was edited";
            return Err(LabError::content(file.display(), message));
        }
        self.content.check(file.display(), &plan.schedule, &deals)
    }
}

/// A run whose shards are all played, or as many of them as its test needs.
pub(super) struct MergedRun {
    pub(super) config: TournamentConfig,
    pub(super) plan: Plan,
    pub(super) course: RunState,
    pub(super) store: Store,
    /// How many of the shards the test has needed, if there is one.
    pub(super) needed: Option<String>,
    /// How long the shards have taken together.
    pub(super) seconds: f64,
}

/// Makes one run of shards.
pub(super) fn merge(merge: &MergeConfig, watch: &RunControl) -> Result<MergedRun, LabError> {
    let MergeConfig { shards, force, allow_other_build, registry, .. } = merge;
    let out = place(merge)?;
    let (unfinished, finished): (Vec<_>, Vec<_>) = shards.iter().partition(|path| is_unfinished(path));
    let read = |path: &&PathBuf| read(path, *allow_other_build);
    let mut parts = finished.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    if parts.first().is_none_or(|part| part.content.order.named_config().sprt.is_none()) {
        parts.extend(unfinished.iter().map(read).collect::<Result<Vec<_>, _>>()?);
    }
    let mut whole = assemble(parts, OutConfig { out: Some(out.clone()), force: *force }, registry, watch)?;
    let AssembledRun { config, plan, .. } = &whole;
    let order = RunRequest::new(config, &merge.folder, plan.seed.0, identity(plan, config))?;
    let mut store = Store::begin(&out, config, order, &watch.stop)?;
    whole.parts.iter().try_for_each(|part| store.logs.append_shard(&part.path))?;
    store.logs.append_running(&whole.rows)?;
    let mut store = Some(store);
    whole.play_rest(&mut store, watch)?;
    let AssembledRun { config, plan, course, seconds, needed, .. } = whole;
    let store = store.expect("it was there");
    Ok(MergedRun { config, plan, course, store, needed, seconds })
}

/// Whether the run of a directory has only been begun.
fn is_unfinished(path: &Path) -> bool {
    !path.join(SHARD_FILE).exists() && has_unfinished(path)
}

/// The directory of the result, which is none of its parts'.
pub(crate) fn place(MergeConfig { shards, out, .. }: &MergeConfig) -> Result<PathBuf, LabError> {
    let Some(out) = out else {
        return Err(LabError::clause(("out", "DIR"), "is missing: where the result goes"));
    };
    let asked = out.display();
    let out = std::path::absolute(out).named(&asked)?;
    if let Some(part) = shards.iter().find(|part| same_place(part, &out)) {
        let message = format!("this is one of the shards ({}); name another directory", part.display());
        return Err(LabError::setting(("out", asked), message));
    }
    Ok(out)
}

/// The counts of a run whose shards are all played, or as many of them as its test needs.
pub(super) struct AssembledRun {
    pub(super) config: TournamentConfig,
    pub(super) plan: Plan,
    pub(super) course: RunState,
    /// The rows of running.csv.
    pub(super) rows: String,
    /// How many of the shards the test has needed, if there is one.
    pub(super) needed: Option<String>,
    /// How long the shards have taken together.
    pub(super) seconds: f64,
    /// The shards of which every deal counts, in their order.
    parts: Vec<FinishedShard>,
    /// The shard in whose midst the test was decided, and its deals that count.
    rest: Option<(FinishedShard, Range<u64>)>,
}

impl AssembledRun {
    /// Plays those deals again that count of the last shard, as a run in one piece does with its last block.
    pub(super) fn play_rest(
        &mut self,
        store: &mut Option<Store>,
        watch: &RunControl,
    ) -> Result<(), LabError> {
        let Some((part, deals)) = self.rest.take() else { return Ok(()) };
        let agents = agents(&self.plan)?;
        let stage = RunContext { plan: &self.plan, agents: &agents, config: &self.config, watch };
        stage.play_again(&mut self.course, store, deals.clone())?;
        let test = self.course.test.as_ref().map(|test| test.pairs().counts());
        if pairs_of(&self.course.tally).first() == test.as_ref() {
            return Ok(());
        }
        let message = format_args!(
            "deals {} to {}, played again, have other scores than in this shard: an agent does not answer the same twice",
            deals.start,
            deals.end - 1
        );
        Err(LabError::mismatch(format_args!("{}: {message}", part.path.display())))
    }
}

/// Adds the counts of the shards of a run, up to where a sequential test is decided.
pub(super) fn assemble(
    mut parts: Vec<FinishedShard>,
    out: OutConfig,
    registry: &Registry,
    watch: &RunControl,
) -> Result<AssembledRun, LabError> {
    parts.sort_by_key(|part| part.shard);
    agree(&parts)?;
    let first = &parts[0].content.order;
    if first.named_config().sprt.is_none() {
        complete(&parts)?;
    }
    let config = TournamentConfig { out, shard: None, ..first.config(registry) };
    let mut plan = Plan::new(&config, watch)?;
    plan.name_files_as(first.named_config());
    let identity = identity(&plan, &config);
    let name = parts[0].path.display();
    check_equal(&format!("{name}"), &first.identity, "these files and this program", &identity)?;
    parts.iter().try_for_each(|part| part.check(&plan))?;
    let ShardReplay { test, rows, deals, .. } = retell(&plan, &config, &parts)?;
    parts.retain(|part| part.range(&plan).start < deals);
    let seconds = parts.iter().map(|part| part.content.seconds).sum();
    let needed = test.as_ref().and_then(|_| needed(&parts));
    let mut other_builds = Vec::new();
    Build::note(&mut other_builds, parts.iter().flat_map(|part| part.content.builds()));
    let rest = parts.pop_if(|last| deals < last.range(&plan).end).map(|last| {
        let start = last.range(&plan).start;
        (last, start..deals)
    });
    let mut tally = Tally::new(&plan.schedule);
    parts.iter().for_each(|part| tally.merge(&part.content.tally));
    let next = rest.as_ref().map_or(deals, |(_, rest)| rest.start);
    let course = RunState::replay_block(&plan, &config, (tally, next), test, other_builds);
    Ok(AssembledRun { config, plan, course, rows, needed, seconds, parts, rest })
}

/// What the shards tell of the run in its order, up to where a sequential test is decided.
fn retell(plan: &Plan, config: &TournamentConfig, parts: &[FinishedShard]) -> Result<ShardReplay, LabError> {
    let running = config.running.map(|every| RunningScores::new(every, plan, &Tally::new(&plan.schedule)));
    let mut told = ShardReplay::new(plan.sprt, running);
    if LookSchedule::from_config(config).is_none() {
        told.deals = plan.schedule.deals();
        return Ok(told);
    }
    for part in in_a_row(parts) {
        if !told.is_decided() {
            told.feed_test(&part.content.bands)?;
        }
    }
    if !told.is_decided() {
        complete_for_decision(parts)?;
        told.end()?;
    }
    Ok(told)
}

fn read(path: &Path, any_build: bool) -> Result<FinishedShard, LabError> {
    let path = std::path::absolute(path).named(path.display())?;
    let file = shard_in(&path)?;
    let mut content = Checkpoint::read_shard(&file)?;
    content.build.refuse(file.display(), any_build)?;
    check_logs(&path, &content)?;
    if content.seconds == 0.0 {
        content.seconds = Timing::seconds_in(&path.join(TIMING));
    }
    Ok(FinishedShard::new(path, content))
}

/// The file that makes a directory one of a shard.
pub(crate) fn shard_in(path: &Path) -> Result<PathBuf, LabError> {
    let file = path.join(SHARD_FILE);
    if file.exists() {
        return Ok(file);
    }
    let message = if has_unfinished(path) {
        format!("this shard is not complete; go on with it by {}", mention("resume"))
    } else if path.is_dir() {
        "there is no shard in this directory (no shard.json)".to_owned()
    } else {
        "there is no such directory".to_owned()
    };
    Err(LabError::content(path.display(), message))
}

/// Sees that a shard's logs are what they were.
fn check_logs(path: &Path, content: &Checkpoint) -> Result<(), LabError> {
    content.logs.iter().try_for_each(|(name, sum)| {
        let log = path.join(name);
        sum.agrees(&log, &FileChecksum::of_file(&log)?, "the shard")
    })
}
