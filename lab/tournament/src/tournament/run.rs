//! The life of a tournament: begin, resume or merge, then play and publish.

use std::error::Error;
use std::fmt;
use std::path::Path;
use std::time::Instant;

use overhear_agents::registry::Registry;
use overhear_engine::arena::Tally;

use super::manifest::Timing;
use super::plan::Plan;
use super::play::RunContext;
use super::run_files::{Checkpoint, InterruptedRunFiles, RunFiles, RunRequest, find};
use super::run_state::{CountedDeals, RunState};
use super::{
    LogDetail, LogFormat, MergeConfig, TournamentConfig, TournamentResult, added_agent, check_equal,
    identity, log_format, shards,
};
use crate::error::LabError;
use crate::message::Message;
use crate::run_control::RunControl;
use crate::setup::{Build, rounded_up};
use crate::store::Inventory;
use crate::table::{counted, grouped, json};

/// A tournament that is ready to play, or playing.
pub struct Tournament {
    config: TournamentConfig,
    plan: Plan,
    state: RunState,
    run_files: Option<RunFiles>,
    /// First deal, and the deal after the last.
    deals: std::ops::Range<u64>,
    started: Instant,
    /// Seconds that merged parts have taken.
    seconds_before: f64,
    /// Sentence on how many parts a sequential test needed.
    needed: Option<String>,
    watch: RunControl,
}

/// Error that ended a run early, with the partial result.
#[derive(Debug)]
pub struct EarlyStop {
    /// The error.
    pub error: LabError,
    /// The partial result; `None` if no deal was finished, or if a checkpoint holds it.
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

/// An interrupted run found in a directory.
pub struct Interrupted {
    files: InterruptedRunFiles,
    /// Its configuration; `threads` and `checkpoint` may be changed.
    pub config: TournamentConfig,
}

impl Interrupted {
    /// Finds an interrupted run in a directory.
    ///
    /// # Errors
    /// Returns an error if there is none, if another process uses it, or if another build began it and
    /// `allow_other_build` is not set.
    pub fn find(
        directory: &Path,
        allow_other_build: bool,
        registry: &Registry,
        watch: &RunControl,
    ) -> Result<Interrupted, LabError> {
        let files = find(directory, &watch.stop)?;
        files.checkpoint.build.refuse(files.file.display(), allow_other_build)?;
        let config = files.checkpoint.request.config(registry);
        Ok(Interrupted { files, config })
    }
}

impl Tournament {
    /// Checks a configuration, reads its files, and reserves the output directory.
    ///
    /// # Errors
    /// Returns an error for settings that make no sense, naming the flag or file.
    pub fn begin(config: TournamentConfig, watch: &RunControl) -> Result<Tournament, LabError> {
        log_format::check(config.log_format)?;
        useful(&config)?;
        let plan = Plan::new(&config, watch)?;
        shards::check(&plan, &config)?;
        let run_files = match &config.out.out {
            Some(out) => {
                let request = RunRequest::new(
                    &config,
                    &config.folder,
                    plan.seed.0,
                    identity::identity(&plan, &config),
                )?;
                Some(RunFiles::begin(out, &config, &plan, request, &watch.stop)?)
            }
            None => None,
        };
        let start = shards::deals(&plan, config.shard).start;
        let nothing = CountedDeals { tally: Tally::new(&plan.lineup.schedule), next: start };
        let state = RunState::new(&plan, &config, nothing, None);
        let (games, pairings) = (plan.lineup.schedule.games(), plan.lineup.schedule.pairings().len() as u64);
        rounded_up(plan.asked, games, pairings).iter().for_each(|line| watch.progress.warn(line));
        plan.announce(watch);
        Ok(Tournament::new(config, plan, state, run_files, 0.0, watch))
    }

    /// Resumes an interrupted run.
    ///
    /// # Errors
    /// Returns an error if its files have changed.
    pub fn resume(interrupted: Interrupted, watch: &RunControl) -> Result<Tournament, LabError> {
        let Interrupted { files, config } = interrupted;
        let watch = &watch.with_stored_bots(files.file.display(), Vec::new());
        let request = &files.checkpoint.request;
        let mut plan = Plan::new(&config, watch)?;
        plan.name_files_as(request.named_config());
        let identity = identity::identity(&plan, &config);
        check_equal("the checkpoint", &request.identity, "these files and this program", &identity)?;
        files.checkpoint.check(
            files.file.display(),
            &plan.lineup.schedule,
            &shards::deals(&plan, config.shard),
        )?;
        let (run_files, checkpoint) = RunFiles::resume(files, &config, &plan, &watch.stop)?;
        let mut other_builds = Vec::new();
        Build::note(&mut other_builds, checkpoint.builds());
        let so_far = CountedDeals { tally: checkpoint.tally, next: checkpoint.next };
        let mut state = RunState::new(&plan, &config, so_far, checkpoint.test.as_ref());
        state.continue_from(checkpoint.segments);
        state.other_builds = other_builds;
        plan.announce(watch);
        Ok(Tournament::new(config, plan, state, Some(run_files), 0.0, watch))
    }

    /// Merges finished shards, or a result and another agent's gauntlet. Nothing is left to play.
    ///
    /// # Errors
    /// Returns an error if a shard is missing, repeated, damaged or of another run, and for a gauntlet on
    /// other deals or against other agents.
    pub fn merge(config: &MergeConfig, watch: &RunControl) -> Result<Tournament, LabError> {
        let started = Instant::now();
        let merged =
            if added_agent::is_asked(config) { added_agent::join } else { shards::merge }(config, watch)?;
        let shards::MergedRun { config, plan, state, run_files, needed, seconds } = merged;
        Ok(Tournament {
            started,
            needed,
            ..Tournament::new(config, plan, state, Some(run_files), seconds, watch)
        })
    }

    pub(super) fn new(
        config: TournamentConfig,
        plan: Plan,
        state: RunState,
        run_files: Option<RunFiles>,
        seconds_before: f64,
        watch: &RunControl,
    ) -> Tournament {
        let deals = shards::deals(&plan, config.shard);
        Tournament {
            config,
            plan,
            state,
            run_files,
            deals,
            started: Instant::now(),
            seconds_before,
            needed: None,
            watch: watch.clone(),
        }
    }

    /// Returns the plan.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the configuration.
    pub const fn config(&self) -> &TournamentConfig {
        &self.config
    }

    /// Returns a sentence on how many shards of a merged run its sequential test needed.
    pub fn needed(&self) -> Option<&str> {
        self.needed.as_deref()
    }

    /// Returns the deals of the run, or of its shard.
    pub fn deals(&self) -> std::ops::Range<u64> {
        self.deals.clone()
    }

    /// Returns the number of games counted so far, of the run or of its shard.
    pub fn games_played(&self) -> u64 {
        self.games_before(self.state.next)
    }

    fn games_before(&self, deal: u64) -> u64 {
        (deal - self.deals.start) * self.plan.lineup.schedule.games_of_a_deal()
    }

    /// Plays the remaining deals.
    ///
    /// # Errors
    /// Returns an error after an interruption, on a disk failure, and for a fault under
    /// [`FaultPolicy::Abort`](super::FaultPolicy::Abort).
    pub fn play(&mut self) -> Result<(), EarlyStop> {
        let agents = self.plan.build_agents()?;
        self.plan.announce_talks(&agents, &self.watch);
        if let Some(run_files) = &mut self.run_files {
            // A checkpoint before the first game: an interruption at any time finds something to resume.
            run_files.save(&self.state)?;
        }
        let Tournament { plan, config, state, run_files, watch, deals, .. } = self;
        let context = RunContext { plan, agents: &agents, config, watch };
        if let Err(error) = context.play(state, run_files, deals) {
            return Err(self.given_up(error));
        }
        if self.state.next < self.deals.end && !self.state.is_decided() {
            return Err(self.interrupted());
        }
        Ok(())
    }

    /// Returns the counts so far as a result.
    ///
    /// # Errors
    /// Returns an error if the ratings cannot be computed.
    pub fn result(&self) -> Result<TournamentResult, LabError> {
        TournamentResult::new(&self.plan, &self.config, &self.state, self.seconds())
    }

    /// Writes the result to the output directory: every table, the logs in the requested format, the
    /// manifest. For a shard it writes sealed counts and logs.
    ///
    /// # Errors
    /// Returns an error if the disk fails; [`LabError::unfinished`] then says where the last checkpoint is.
    pub fn publish(self, result: &TournamentResult) -> Result<(), LabError> {
        let seconds = self.seconds();
        let Tournament { config, plan, state, run_files, .. } = self;
        let Some(run_files) = run_files else { return Ok(()) };
        let timing = json(&Timing::new(&state.tally, &plan, seconds)).into_bytes();
        let advice = run_files.advice();
        let published = match config.shard {
            Some(_) => run_files.publish_shard(&state, timing),
            None => run_files.publish(&config, &state, result, timing),
        };
        published.map_err(|error| advice.add_to(error))
    }

    /// Returns the counts as a sealed, finished shard.
    pub(super) fn seal(&self) -> Result<Vec<u8>, LabError> {
        let Tournament { config, plan, state, .. } = self;
        let request = RunRequest::new(config, &config.folder, plan.seed.0, identity::identity(plan, config))?;
        let shard = Checkpoint {
            request,
            build: Build::own(),
            other_builds: state.other_builds.clone(),
            seconds: self.seconds(),
            next: state.next,
            tally: state.tally.clone(),
            test: None,
            segments: state.segments(),
            logs: Inventory::new(),
        };
        Ok(shard.seal_shard())
    }

    /// Returns the playing time in seconds, including parts and the time before a resume.
    fn seconds(&self) -> f64 {
        let run_files = self.run_files.as_ref().filter(|_| self.seconds_before == 0.0);
        run_files
            .map_or_else(|| self.seconds_before + self.started.elapsed().as_secs_f64(), RunFiles::seconds)
    }

    /// Returns the error of a run that cannot continue, which may be resumable from its last checkpoint.
    fn given_up(&mut self, error: LabError) -> EarlyStop {
        let Some(run_files) = &self.run_files else { return error.into() };
        if error.is_final() {
            return run_files.discard().err().unwrap_or(error).into();
        }
        let advice = run_files.advice();
        let so_far = if advice.can_go_on() { None } else { self.partial_result().ok().flatten() };
        EarlyStop { error: advice.add_to(error), so_far }
    }

    /// Returns the error of a run that was stopped.
    fn interrupted(&mut self) -> EarlyStop {
        let (done, all) = (self.games_played(), self.games_before(self.deals.end));
        let (done, all) = (grouped(done), counted(all, "game"));
        let status = format!("interrupted after {done} of {all} (seed {})", self.plan.seed.0);
        let Some(run_files) = &mut self.run_files else {
            return match self.partial_result() {
                Ok(Some(so_far)) => {
                    let message = format_args!("{status}; the standings are those so far, incomplete");
                    EarlyStop { error: LabError::interrupted(message), so_far: Some(so_far) }
                }
                Ok(None) => LabError::interrupted(format_args!("{status}; there is nothing to print")).into(),
                Err(error) => error.into(),
            };
        };
        match run_files.save(&self.state) {
            Ok(Checkpoint { .. }) => {
                let error = LabError::interrupted(format_args!("{status}; resume with"));
                error.with_unfinished("tournament", run_files.directory()).into()
            }
            Err(error) => self.given_up(error),
        }
    }

    fn partial_result(&self) -> Result<Option<Box<TournamentResult>>, LabError> {
        if self.state.tally.deals == 0 {
            return Ok(None);
        }
        self.result().map(|result| Some(Box::new(result)))
    }
}

/// Refuses settings without effect.
fn useful(config: &TournamentConfig) -> Result<(), LabError> {
    config.out.check()?;
    let csv = config.log_format == LogFormat::Csv;
    let useless = [
        ("log", config.log.name().to_owned(), config.log != LogDetail::None),
        ("log-format", config.log_format.name().to_owned(), !csv),
        ("running", config.running.unwrap_or_default().to_string(), config.running.is_some()),
        ("checkpoint", config.checkpoint.unwrap_or_default().to_string(), config.checkpoint.is_some()),
    ];
    match useless.into_iter().find(|(_, _, is_given)| *is_given && config.out.out.is_none()) {
        Some((key, value, _)) => {
            let message = Message::new("no output directory; add ").setting(("out", "DIR"));
            Err(LabError::setting((key, value), message))
        }
        None if !csv && config.log == LogDetail::None => {
            let message = Message::new("there are no rows to write; give ")
                .setting(("log", "games"))
                .then(" or ")
                .setting(("log", "halves"));
            Err(LabError::setting(("log-format", config.log_format.name()), message))
        }
        None => Ok(()),
    }
}
