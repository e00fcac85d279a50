//! A tournament under way: begun, taken up or merged, played, published.

use std::error::Error;
use std::fmt;
use std::path::Path;
use std::time::Instant;

use overhear_agents::registry::Registry;
use overhear_engine::arena::Tally;

use super::manifest::Timing;
use super::play::RunContext;
use super::run_state::RunState;
use super::store::{Checkpoint, InterruptedStore, RunRequest, Store, find};
use super::{
    LogDetail, LogFormat, MergeConfig, TournamentConfig, TournamentResult, agents, check_equal, identity,
    joined, log_format, shards,
};
use crate::error::LabError;
use crate::mention::mention;
use crate::run_control::RunControl;
use crate::setup::{Build, Plan, rounded_up};
use crate::store::Inventory;
use crate::table::{grouped, json};

/// A tournament that plays, or is about to.
pub struct Tournament {
    config: TournamentConfig,
    plan: Plan,
    course: RunState,
    store: Option<Store>,
    /// Where its deals begin and end.
    deals: std::ops::Range<u64>,
    started: Instant,
    /// Seconds that its parts have taken, if it was made of parts.
    before: f64,
    /// How many of its parts a sequential test has needed.
    needed: Option<String>,
    watch: RunControl,
}

/// Why a run has ended before its time, and what it had come to if that is nowhere else.
#[derive(Debug)]
pub struct EarlyStop {
    /// The reason.
    pub error: LabError,
    /// What it had come to; nothing if no deal was over, or if a checkpoint holds it.
    pub so_far: Option<Box<TournamentResult>>,
}

impl From<LabError> for EarlyStop {
    fn from(error: LabError) -> EarlyStop {
        EarlyStop { error, so_far: None }
    }
}

impl From<EarlyStop> for LabError {
    fn from(stopped: EarlyStop) -> LabError {
        stopped.error
    }
}

impl Error for EarlyStop {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

impl fmt::Display for EarlyStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

/// An interrupted run that was found in a directory.
pub struct Interrupted {
    found: InterruptedStore,
    /// What it was asked for; `threads` and `checkpoint` may be changed.
    pub config: TournamentConfig,
}

impl Interrupted {
    /// Looks for an interrupted run in a directory.
    ///
    /// # Errors
    /// If there is none, another run uses it, or another build has begun it and `allow_other_build` is not set.
    pub fn find(
        directory: &Path,
        allow_other_build: bool,
        registry: &Registry,
        watch: &RunControl,
    ) -> Result<Interrupted, LabError> {
        let found = find(directory, &watch.stop)?;
        found.checkpoint.build.refuse(found.file.display(), allow_other_build)?;
        let config = found.checkpoint.order.config(registry);
        Ok(Interrupted { found, config })
    }
}

impl Tournament {
    /// Checks a configuration, reads its files, and takes the directory of the result.
    ///
    /// # Errors
    /// What makes no sense, by the name of its flag or file.
    pub fn begin(config: TournamentConfig, watch: &RunControl) -> Result<Tournament, LabError> {
        log_format::check(config.log_format)?;
        useful(&config)?;
        let plan = Plan::new(&config, watch)?;
        shards::check(&plan, &config)?;
        let store = match &config.out.out {
            Some(out) => {
                let order = RunRequest::new(
                    &config,
                    &config.folder,
                    plan.seed.0,
                    identity::identity(&plan, &config),
                )?;
                Some(Store::begin(out, &config, order, &watch.stop)?)
            }
            None => None,
        };
        let start = shards::deals(&plan, config.shard).start;
        let course = RunState::new(&plan, &config, (Tally::new(&plan.schedule), start), None);
        let (games, pairings) = (plan.schedule.games(), plan.schedule.pairings().len() as u64);
        rounded_up(plan.asked, games, pairings).iter().for_each(|line| watch.progress.warn(line));
        plan.announce(watch);
        Ok(Tournament::new(config, plan, course, store, 0.0, watch))
    }

    /// Takes up an interrupted run.
    ///
    /// # Errors
    /// If its files are not what they were.
    pub fn resume(interrupted: Interrupted, watch: &RunControl) -> Result<Tournament, LabError> {
        let Interrupted { found, config } = interrupted;
        let order = &found.checkpoint.order;
        let mut plan = Plan::new(&config, watch)?;
        plan.name_files_as(order.named_config());
        let identity = identity::identity(&plan, &config);
        check_equal("the checkpoint", &order.identity, "these files and this program", &identity)?;
        found.checkpoint.check(found.file.display(), &plan.schedule, &shards::deals(&plan, config.shard))?;
        let (store, checkpoint) = Store::resume(found, &config, &watch.stop)?;
        let mut other_builds = Vec::new();
        Build::note(&mut other_builds, checkpoint.builds());
        let so_far = (checkpoint.tally, checkpoint.next);
        let mut course = RunState::new(&plan, &config, so_far, checkpoint.test.as_ref());
        course.go_on_from(checkpoint.bands);
        course.other_builds = other_builds;
        plan.announce(watch);
        Ok(Tournament::new(config, plan, course, Some(store), 0.0, watch))
    }

    /// Makes one run of finished shards, or of a result and of the gauntlet of another agent; nothing is left to play.
    ///
    /// # Errors
    /// If they are not all of the shards of one run, each once and as it was written; if a gauntlet is not on the deals of
    /// the result, against its agents.
    pub fn merge(config: &MergeConfig, watch: &RunControl) -> Result<Tournament, LabError> {
        let started = Instant::now();
        let merged = if joined::is_asked(config) { joined::join } else { shards::merge }(config, watch)?;
        let shards::MergedRun { config, plan, course, store, needed, seconds } = merged;
        Ok(Tournament {
            started,
            needed,
            ..Tournament::new(config, plan, course, Some(store), seconds, watch)
        })
    }

    pub(super) fn new(
        config: TournamentConfig,
        plan: Plan,
        course: RunState,
        store: Option<Store>,
        before: f64,
        watch: &RunControl,
    ) -> Tournament {
        let deals = shards::deals(&plan, config.shard);
        Tournament {
            config,
            plan,
            course,
            store,
            deals,
            started: Instant::now(),
            before,
            needed: None,
            watch: watch.clone(),
        }
    }

    /// What is played.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What was asked for.
    pub const fn config(&self) -> &TournamentConfig {
        &self.config
    }

    /// How many of the shards that a run was made of its sequential test has needed, in a sentence.
    pub fn needed(&self) -> Option<&str> {
        self.needed.as_deref()
    }

    /// The deals of the run, or of its shard.
    pub fn deals(&self) -> std::ops::Range<u64> {
        self.deals.clone()
    }

    /// How many games of the run, or of its shard, are counted.
    pub fn games_played(&self) -> u64 {
        self.games_before(self.course.next)
    }

    fn games_before(&self, deal: u64) -> u64 {
        (deal - self.deals.start) * self.plan.schedule.games_of_a_deal()
    }

    /// Plays what is left.
    ///
    /// # Errors
    /// An interruption, a disk that fails, an agent that breaks down under
    /// [`FaultPolicy::Abort`](super::FaultPolicy::Abort).
    pub fn play(&mut self) -> Result<(), EarlyStop> {
        let agents = agents(&self.plan)?;
        if let Some(store) = &mut self.store {
            store.save(&self.course)?;
        }
        let Tournament { plan, config, course, store, watch, deals, .. } = self;
        let stage = RunContext { plan, agents: &agents, config, watch };
        if let Err(error) = stage.play(course, store, deals) {
            return Err(self.given_up(error));
        }
        if self.course.next < self.deals.end && !self.course.is_decided() {
            return Err(self.interrupted());
        }
        Ok(())
    }

    /// What was counted so far, as tables.
    ///
    /// # Errors
    /// If the ratings cannot be worked out.
    pub fn result(&self) -> Result<TournamentResult, LabError> {
        TournamentResult::new(&self.plan, &self.config, &self.course, self.seconds())
    }

    /// Writes the result where it was asked for: every table, the logs in the form that was asked for, the manifest; of a
    /// shard its counts, sealed, and its logs.
    ///
    /// # Errors
    /// If the disk fails; [`LabError::unfinished`] then says where the last checkpoint is kept.
    pub fn publish(self, result: &TournamentResult) -> Result<(), LabError> {
        let seconds = self.seconds();
        let Tournament { config, plan, course, store, .. } = self;
        let Some(store) = store else { return Ok(()) };
        let timing = json(&Timing::new(&course.tally, &plan, seconds)).into_bytes();
        let advice = store.advice();
        let published = match config.shard {
            Some(_) => store.publish_shard(&course, timing),
            None => store.publish(&config, &course, result, timing),
        };
        published.map_err(|error| advice.add_to(error))
    }

    /// Its counts as those of a finished shard, sealed.
    pub(super) fn seal(&self) -> Result<Vec<u8>, LabError> {
        let Tournament { config, plan, course, .. } = self;
        let order = RunRequest::new(config, &config.folder, plan.seed.0, identity::identity(plan, config))?;
        let shard = Checkpoint {
            order,
            build: Build::own(),
            other_builds: course.other_builds.clone(),
            seconds: self.seconds(),
            next: course.next,
            tally: course.tally.clone(),
            test: None,
            bands: course.bands(),
            logs: Inventory::new(),
        };
        Ok(shard.seal_shard())
    }

    /// How long it has played, with its parts and what was played before it was taken up.
    fn seconds(&self) -> f64 {
        let here = || self.before + self.started.elapsed().as_secs_f64();
        self.store.as_ref().filter(|_| self.before == 0.0).map_or_else(here, Store::seconds)
    }

    /// The end of a run that cannot go on here, but perhaps later from its last checkpoint.
    fn given_up(&mut self, error: LabError) -> EarlyStop {
        let Some(store) = &self.store else { return error.into() };
        if error.is_final() {
            return store.discard().err().unwrap_or(error).into();
        }
        let advice = store.advice();
        let so_far = if advice.can_go_on() { None } else { self.partial_result().ok().flatten() };
        EarlyStop { error: advice.add_to(error), so_far }
    }

    /// The end of a run that was told to stop.
    fn interrupted(&mut self) -> EarlyStop {
        let (done, all) = (self.games_played(), self.games_before(self.deals.end));
        let (done, all) = (grouped(done), grouped(all));
        let said = format!("interrupted after {done} of {all} games (seed {})", self.plan.seed.0);
        let Some(store) = &mut self.store else {
            return match self.partial_result() {
                Ok(Some(so_far)) => {
                    let message = format_args!("{said}; the standings are those so far, incomplete");
                    EarlyStop { error: LabError::interrupted(message), so_far: Some(so_far) }
                }
                Ok(None) => LabError::interrupted(format_args!("{said}; there is nothing to print")).into(),
                Err(error) => error.into(),
            };
        };
        match store.save(&self.course) {
            Ok(Checkpoint { .. }) => {
                let error = LabError::interrupted(format_args!("{said}; go on with"));
                error.with_unfinished("tournament", store.directory()).into()
            }
            Err(error) => self.given_up(error),
        }
    }

    fn partial_result(&self) -> Result<Option<Box<TournamentResult>>, LabError> {
        if self.course.tally.deals == 0 {
            return Ok(None);
        }
        self.result().map(|result| Some(Box::new(result)))
    }
}

/// Refuses what would do nothing.
fn useful(config: &TournamentConfig) -> Result<(), LabError> {
    config.out.check()?;
    let csv = config.log_format == LogFormat::Csv;
    let useless = [
        ("log", config.log.name().to_owned(), config.log != LogDetail::None),
        ("log-format", config.log_format.name().to_owned(), !csv),
        ("running", config.running.unwrap_or_default().to_string(), config.running.is_some()),
        ("checkpoint", config.checkpoint.unwrap_or_default().to_string(), config.checkpoint.is_some()),
    ];
    match useless.into_iter().find(|(_, _, said)| *said && config.out.out.is_none()) {
        Some((key, value, _)) => {
            let out = mention(("out", "DIR"));
            let message = format_args!("it is about what is written, and nothing is without {out}");
            Err(LabError::setting((key, value), message))
        }
        None if !csv && config.log == LogDetail::None => {
            let [games, halves] = ["games", "halves"].map(|log| mention(("log", log)));
            let message = format_args!("there are no rows to write; give {games} or {halves}");
            Err(LabError::setting(("log-format", config.log_format.name()), message))
        }
        None => Ok(()),
    }
}
