//! A run in shards: the deals of a shard, and the merge of all shards into one result.

use std::ops::Range;
use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;
use overhear_engine::arena::Tally;
use serde_json::Value;

use super::identity::identity;
use super::looks::LookSchedule;
use super::manifest::Timing;
use super::pair_counts::pairs_of;
use super::part_check::{RunPart, agree, check_equal, complete, complete_for_decision, in_a_row, needed};
use super::plan::Plan;
use super::play::RunContext;
use super::run_files::{Checkpoint, RunFiles, RunRequest, has_unfinished};
use super::run_state::{CountedDeals, RunState};
use super::running_scores::RunningScores;
use super::shard::NO_SEED;
use super::shard_replay::ShardReplay;
use super::{MergeConfig, Shard, TournamentConfig};
use crate::error::{FileContext as _, LabError};
use crate::input::is_there;
use crate::message::Message;
use crate::run_control::RunControl;
use crate::setting_ref::SettingRef;
use crate::setup::{BotEntry, Build, OutConfig};
use crate::store::{FileChecksum, SHARD_FILE, TIMING, check_name, is_same_file as same_place};

/// Returns the deals that a run plays: all, or those of its shard.
pub(super) fn deals(plan: &Plan, shard: Option<Shard>) -> Range<u64> {
    shard.unwrap_or(Shard::WHOLE).range(plan.lineup.schedule.deals())
}

/// Refuses settings that shards cannot have, and shards without an output directory or a seed.
pub(super) fn check(plan: &Plan, args: &TournamentConfig) -> Result<(), LabError> {
    let Some(shard) = args.shard else { return Ok(()) };
    if args.out.out.is_none() {
        return Err(goes_nowhere(shard));
    }
    shard.divides(plan.lineup.schedule.deals())?;
    if args.seed.is_none() {
        return Err(LabError::setting(("shard", shard), NO_SEED));
    }
    Ok(())
}

/// Returns the error for a shard without an output directory.
pub fn goes_nowhere(shard: Shard) -> LabError {
    let message = Message::new("no directory for the shard; add ").setting(("out", "DIR"));
    LabError::setting(("shard", shard), message)
}

/// A finished shard, with its path or name.
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
        &self.content.request.identity
    }
}

impl FinishedShard {
    /// Returns a finished shard of any build.
    pub(super) fn new(path: PathBuf, content: Checkpoint) -> FinishedShard {
        let shard = content.request.shard().unwrap_or(Shard::WHOLE);
        FinishedShard { path, content, shard }
    }

    /// Returns the deals of the shard.
    fn range(&self, plan: &Plan) -> Range<u64> {
        self.shard.range(plan.lineup.schedule.deals())
    }

    /// Checks that the counts can be those of all deals of the shard.
    fn check(&self, plan: &Plan) -> Result<(), LabError> {
        let (file, deals) = (self.path.join(SHARD_FILE), self.range(plan));
        if self.content.next != deals.end {
            let message = "it does not end where its deals do: it was edited";
            return Err(LabError::content(file.display(), message));
        }
        self.content.check(file.display(), &plan.lineup.schedule, &deals)
    }
}

/// A run whose shards, or all those that its test needs, have been merged.
pub(super) struct MergedRun {
    pub(super) config: TournamentConfig,
    pub(super) plan: Plan,
    pub(super) state: RunState,
    pub(super) run_files: RunFiles,
    /// Sentence on how many shards the test needed, if there is a test.
    pub(super) needed: Option<String>,
    /// Seconds that the shards have taken together.
    pub(super) seconds: f64,
}

/// Merges shards into one run.
pub(super) fn merge(merge: &MergeConfig, watch: &RunControl) -> Result<MergedRun, LabError> {
    let MergeConfig { shards, force, allow_other_build, registry, .. } = merge;
    let out = place(merge)?;
    let (unfinished, finished): (Vec<_>, Vec<_>) = shards.iter().partition(|path| is_unfinished(path));
    let mut parts = read_all(&finished, *allow_other_build)?;
    if parts.first().is_none_or(|part| part.content.request.named_config().sprt.is_none()) {
        parts.extend(read_all(&unfinished, *allow_other_build)?);
    }
    let mut whole = assemble(parts, OutConfig { out: Some(out.clone()), force: *force }, registry, watch)?;
    let AssembledRun { config, plan, .. } = &whole;
    let request = RunRequest::new(config, &merge.folder, plan.seed.0, identity(plan, config))?;
    let mut run_files = RunFiles::begin(&out, config, plan, request, &watch.stop)?;
    whole.parts.iter().try_for_each(|part| run_files.logs.append_shard(&part.path))?;
    run_files.logs.append_running(&whole.rows)?;
    let mut run_files = Some(run_files);
    whole.replay_deals_before_decision(&mut run_files, watch)?;
    let AssembledRun { config, plan, state, seconds, needed, .. } = whole;
    let run_files = run_files.expect("it was there");
    Ok(MergedRun { config, plan, state, run_files, needed, seconds })
}

/// Returns `true` if a directory has an unfinished run.
fn is_unfinished(path: &Path) -> bool {
    !path.join(SHARD_FILE).exists() && has_unfinished(path)
}

/// Returns the output directory, which must not be one of the inputs.
///
/// # Errors
/// Returns an error for a directory that is also an input, and if none is given.
pub fn place(MergeConfig { shards, out, .. }: &MergeConfig) -> Result<PathBuf, LabError> {
    let Some(out) = out else {
        return Err(LabError::clause(("out", "DIR"), "is required for the merged result"));
    };
    let out_name = out.display();
    check_name(&SettingRef::from(("out", out_name.to_string())), out)?;
    let out = std::path::absolute(out).named(&out_name)?;
    if let Some(part) = shards.iter().find(|part| same_place(part, &out)) {
        let message = format!("this is one of those to merge ({}); name another directory", part.display());
        return Err(LabError::setting(("out", out_name), message));
    }
    let resolved = resolved(&out);
    if let Some(part) =
        shards.iter().find(|part| part.canonicalize().is_ok_and(|part| resolved.starts_with(part)))
    {
        let message =
            format!("it lies in one of those to merge ({}); name a directory elsewhere", part.display());
        return Err(LabError::setting(("out", out_name), message));
    }
    Ok(out)
}

/// Returns an absolute path without links and `..`, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let known = path.ancestors().find_map(|known| Some((known, known.canonicalize().ok()?)));
    let Some((known, real)) = known else { return path.to_owned() };
    path.strip_prefix(known).map_or_else(|_| path.to_owned(), |rest| real.join(rest))
}

/// A shard of which only the leading deals count, because they decide the test.
struct DecidingShard {
    part: FinishedShard,
    /// The deals that count.
    deals: Range<u64>,
}

/// Counts of a run whose shards, or all those that its test needs, are merged.
pub(super) struct AssembledRun {
    pub(super) config: TournamentConfig,
    pub(super) plan: Plan,
    pub(super) state: RunState,
    /// Rows of running.csv.
    pub(super) rows: String,
    /// Sentence on how many shards the test needed, if there is a test.
    pub(super) needed: Option<String>,
    /// Seconds that the shards have taken together.
    pub(super) seconds: f64,
    /// The shards whose deals all count, in order.
    parts: Vec<FinishedShard>,
    /// The shard in which the test was decided.
    rest: Option<DecidingShard>,
}

impl AssembledRun {
    /// Replays the counted deals of the last shard, as an undivided run replays its last block.
    pub(super) fn replay_deals_before_decision(
        &mut self,
        run_files: &mut Option<RunFiles>,
        watch: &RunControl,
    ) -> Result<(), LabError> {
        let Some(DecidingShard { part, deals }) = self.rest.take() else { return Ok(()) };
        let agents = self.plan.build_agents()?;
        let context = RunContext { plan: &self.plan, agents: &agents, config: &self.config, watch };
        context.play_again(&mut self.state, run_files, deals.clone())?;
        let test = self.state.test.as_ref().map(|test| test.pairs().counts());
        // The test saw these deals as pairs in the shard's segments. Other counts now mean that an agent is
        // not deterministic.
        if pairs_of(&self.state.tally).first() == test.as_ref() {
            return Ok(());
        }
        let message = format_args!(
            "deals {} to {} score differently when they are replayed: an agent answers equal questions differently",
            deals.start,
            deals.end - 1
        );
        Err(LabError::mismatch(format_args!("{}: {message}", part.path.display())))
    }
}

/// Adds the counts of the shards, up to the decision of a sequential test.
pub(super) fn assemble(
    mut parts: Vec<FinishedShard>,
    out: OutConfig,
    registry: &Registry,
    watch: &RunControl,
) -> Result<AssembledRun, LabError> {
    parts.sort_by_key(|part| part.shard);
    agree(&parts)?;
    let first = &parts[0].content.request;
    // 1. Without a test every shard is needed. With one, missing shards matter only if the others do not
    // decide (step 3).
    if first.named_config().sprt.is_none() {
        complete(&parts)?;
    }
    // 2. Rebuild the plan from the request, and check that these files and this program would play the same
    // run.
    let config = TournamentConfig { out, shard: None, ..first.config(registry) };
    let watch = watch.with_stored_bots(parts[0].name(), BotEntry::in_identity(&first.identity));
    let mut plan = Plan::new(&config, &watch)?;
    plan.name_files_as(first.named_config());
    let identity = identity(&plan, &config);
    let name = parts[0].path.display();
    check_equal(&format!("{name}"), &first.identity, "these files and this program", &identity)?;
    parts.iter().try_for_each(|part| part.check(&plan))?;
    // 3. Feed the test in deal order, and drop the shards after its decision.
    let ShardReplay { test, rows, deals, .. } = find_decision(&plan, &config, &parts)?;
    parts.retain(|part| part.range(&plan).start < deals);
    let seconds = parts.iter().map(|part| part.content.seconds).sum();
    let needed = test.as_ref().and_then(|_| needed(&parts));
    let mut other_builds = Vec::new();
    Build::note(&mut other_builds, parts.iter().flat_map(|part| part.content.builds()));
    // 4. The decision may fall inside the last shard. Its counts cannot be divided, so its leading deals are
    // replayed.
    let rest = parts.pop_if(|last| deals < last.range(&plan).end).map(|last| {
        let start = last.range(&plan).start;
        DecidingShard { part: last, deals: start..deals }
    });
    // 5. Add up the shards that count whole.
    let mut tally = Tally::new(&plan.lineup.schedule);
    parts.iter().for_each(|part| tally.merge(&part.content.tally));
    let next = rest.as_ref().map_or(deals, |rest| rest.deals.start);
    let state = RunState::after_shards(&plan, &config, CountedDeals { tally, next }, test, other_builds);
    Ok(AssembledRun { config, plan, state, rows, needed, seconds, parts, rest })
}

/// Feeds the shards to the test and the running scores in deal order, up to the decision.
fn find_decision(
    plan: &Plan,
    config: &TournamentConfig,
    parts: &[FinishedShard],
) -> Result<ShardReplay, LabError> {
    let running =
        config.running.map(|every| RunningScores::new(every, plan, &Tally::new(&plan.lineup.schedule)));
    let mut replay = ShardReplay::new(plan.sprt, running);
    if LookSchedule::from_config(config).is_none() {
        replay.deals = plan.lineup.schedule.deals();
        return Ok(replay);
    }
    for part in in_a_row(parts) {
        if !replay.is_decided() {
            replay.feed_test(&part.content.segments)?;
        }
    }
    if !replay.is_decided() {
        complete_for_decision(parts)?;
        replay.end()?;
    }
    Ok(replay)
}

fn read_all(paths: &[&PathBuf], any_build: bool) -> Result<Vec<FinishedShard>, LabError> {
    paths.iter().map(|path| read(path, any_build)).collect()
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

/// Returns the file that marks a directory as a shard.
///
/// # Errors
/// Returns an error for a path that holds no shard.
pub fn shard_in(path: &Path) -> Result<PathBuf, LabError> {
    let file = path.join(SHARD_FILE);
    if is_there(&file)? {
        return Ok(file);
    }
    let message = if has_unfinished(path) {
        Message::new("this shard is not complete; resume it with ").setting("resume")
    } else if path.is_dir() {
        Message::new("there is no shard in this directory (no shard.json)")
    } else {
        Message::new("there is no such directory")
    };
    Err(LabError::content(path.display(), message))
}

/// Checks that a shard's logs are unchanged.
fn check_logs(path: &Path, content: &Checkpoint) -> Result<(), LabError> {
    content.logs.iter().try_for_each(|(name, sum)| {
        let log = path.join(name);
        if !is_there(&log)? {
            let message = format_args!("{name} is missing, so the shard is not whole; play it again");
            return Err(LabError::content(path.display(), message));
        }
        sum.agrees(&log, &FileChecksum::of_file(&log)?, "the shard")
    })
}
