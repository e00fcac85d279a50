//! Tuning of an agent's parameters by SPSA, confirmed by a sequential test on other deals.

mod config;
mod finding;
mod manifest;
mod request;
mod spsa_run;
mod trace;
mod tuned_param;

use std::fs;
use std::iter;
use std::path::Path;
use std::time::{Duration, Instant};

use overhear_agents::registry::{Registry, Spec, build};
use overhear_stats::{DifferenceCounts, Estimate};

use crate::error::{FileContext as _, LabError};
use crate::mention::mention;
use crate::run_control::RunControl;
use crate::setting_ref::SettingRef;
use crate::store::{
    FileChecksum, Inventory, MANIFEST, StoredManifest, Target, check_name, sealed_manifest, write_whole,
};
use crate::table::{Cell, Frame, NamedRow, counted, grouped};
use crate::tournament::{SequentialTest, scale, unbiased, undecided};
pub use config::TuneConfig;
use finding::TuneSummary;
use request::{Request, TuneTask};
use spsa_run::{SeedPurpose, SpsaRun, tuned};
use trace::{TRACE, Trace};

/// File with the result, a single row.
const RESULT: &str = "result.csv";

/// Time between two saves.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// Time between two progress lines.
const SAY_EVERY: Duration = Duration::from_secs(10);

/// Result of a tuning run.
#[derive(Debug)]
pub struct TuneResult {
    /// result.csv: one row.
    pub frame: Frame,
    /// Sentences on whether the tuned agent is stronger.
    pub sentences: Vec<String>,
    test: SequentialTest,
}

impl TuneResult {
    /// Checks that the test has decided.
    ///
    /// # Errors
    /// Returns an error if it has not by its maximum number of pairs.
    pub fn check(&self) -> Result<(), LabError> {
        undecided(&self.test)
    }
}

/// Starts tuning in a new directory.
///
/// ```
/// use overhear_lab::setup::PlayersConfig;
/// use overhear_lab::{TuneConfig, RunControl, tune};
///
/// let dir = tempfile::tempdir().map_err(overhear_lab::LabError::runtime)?;
/// let config = TuneConfig {
///     players: PlayersConfig::from_specs(["margin"]),
///     param: vec!["top=1..128".to_owned()],
///     iterations: 2,
///     pairs_per_iteration: 2,
///     confirm_pairs: 4,
///     seed: Some(1),
///     out: dir.path().join("tune"),
///     ..TuneConfig::default()
/// };
/// assert!(tune(&config, &RunControl::default())?.frame.cell(0, "spec").as_csv().starts_with("margin:top="));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for settings that make no sense, for files that cannot be read or written, and after an
/// interruption. [`LabError::unfinished`] then says how to continue.
pub fn tune(config: &TuneConfig, watch: &RunControl) -> Result<TuneResult, LabError> {
    let (task, trace) = begin(config, watch)?;
    play(&config.out, &task, trace, watch)
}

/// Resumes the tuning run of a directory with its original configuration.
///
/// # Errors
/// Returns the errors of [`tune`], and an error if the files have changed, or if another build wrote them and
/// `allow_other_build` is not set.
pub fn resume_tune(
    dir: &Path,
    allow_other_build: bool,
    registry: &Registry,
    watch: &RunControl,
) -> Result<TuneResult, LabError> {
    let watch = &watch.with_stored_bots(dir.display(), Vec::new());
    let (task, trace) = resume(dir, allow_other_build, registry, watch)?;
    play(dir, &task, trace, watch)
}

fn play(dir: &Path, task: &TuneTask, mut trace: Trace, watch: &RunControl) -> Result<TuneResult, LabError> {
    watch.note(&introduction(task, &trace));
    task.match_setup.words.announce(iter::once(&task.agent).chain(&task.opponent), watch);
    let config = &task.request.configuration;
    let climbed = 2 * config.pairs_per_iteration * config.iterations.saturating_sub(trace.iteration);
    let games = 2 * climbed + 4 * config.confirm_pairs;
    let seats = iter::once(&task.agent).chain(&task.opponent).map(|spec| (spec, games));
    task.bots.forecast(seats, &task.match_setup.rules.switches, 0, watch);
    climb(dir, task, &mut trace, watch)?;
    let spec = tuned(task, &trace)?;
    watch.note(&[format!("tuned: {spec}"), testing(task)]);
    let test = confirm(task, &spec, watch)?;
    if watch.is_over() {
        return Err(interrupted(dir, task, &trace));
    }
    let against = against_the_opponent(task, &spec, test.pairs().pairs(), watch)?;
    if watch.is_over() {
        return Err(interrupted(dir, task, &trace));
    }
    let frame = result(task, &spec, &test, against);
    let opponent = task.opponent.as_ref().map(Spec::to_string);
    let shown = TuneSummary {
        verdict: test.verdict(),
        pairs: test.pairs().pairs(),
        elo: unbiased(&test).map(|found| (found.elo, found.elo_interval)),
        gain: opponent.zip(against.map(|(_, gain)| gain)),
        start: &task.agent.label,
        scale: scale(task.sprt.model),
    };
    let sentences = shown.sentences();
    write_result(dir, task, &trace, (&frame.to_csv(), &sentences, test.pairs().pairs()))?;
    Ok(TuneResult { frame, sentences, test })
}

/// Returns the line on what the tuned agent is tested against: the initial agent, and the opponent of the
/// climb if there is one.
fn testing(task: &TuneTask) -> String {
    let gain =
        task.opponent.as_ref().map(|opponent| format!("; then by how much it gains against {opponent}"));
    format!("testing it against {}, on other deals{}", task.agent, gain.unwrap_or_default())
}

/// Creates a tuning run in a new or empty directory.
fn begin(config: &TuneConfig, watch: &RunControl) -> Result<(TuneTask, Trace), LabError> {
    let dir = &config.out;
    config.players.only_spec()?;
    let task = Request::new(config).task(&config.players.registry, watch)?;
    let setting = SettingRef::from(("out", dir.display()));
    check_name(&setting, dir)?;
    fs::create_dir_all(dir).of_setting(&setting)?;
    if fs::read_dir(dir).of_setting(&setting)?.next().is_some() {
        let message = "the directory is not empty; name another, or resume with";
        return Err(LabError::setting(setting, format_args!("{message} {}", mention("resume"))));
    }
    let trace = Trace::begin(dir, &task.tuned_params);
    save(dir, &task, &trace)?;
    Ok((task, trace))
}

/// Saves the trace, then the request with the trace's checksum.
fn save(dir: &Path, task: &TuneTask, trace: &Trace) -> Result<(), LabError> {
    let sum = trace.save()?;
    task.request.save(dir, &Inventory::from([(TRACE.to_owned(), sum)]))
}

/// Writes the result, replacing only an earlier result of this tuning run.
fn write_result(
    dir: &Path,
    task: &TuneTask,
    trace: &Trace,
    (result, sentences, pairs): (&str, &[String], u64),
) -> Result<(), LabError> {
    let path = dir.join(RESULT);
    let again = FileChecksum::of_file(&path).is_ok_and(|found| found == FileChecksum::new(result.as_bytes()));
    Target::from_config("out", &path, again, &[])?.write(result.as_bytes())?;
    let files = [(TRACE, trace.save()?), (RESULT, FileChecksum::new(result.as_bytes()))];
    let files: Inventory = files.into_iter().map(|(name, sum)| (name.to_owned(), sum)).collect();
    task.request.save(dir, &files)?;
    let manifest = manifest::of_tune(task, sentences, pairs)?;
    write_whole(&dir.join(MANIFEST), sealed_manifest(&manifest, &files).as_bytes())
}

fn resume(
    dir: &Path,
    any_build: bool,
    registry: &Registry,
    watch: &RunControl,
) -> Result<(TuneTask, Trace), LabError> {
    let (request, files) = Request::read(dir, any_build)?;
    let task = request.task(registry, watch)?;
    let sum = files.get(TRACE).ok_or_else(|| {
        LabError::content(dir.join("tune.json").display(), format_args!("it lists no {TRACE}"))
    })?;
    if let Some(result) = files.get(RESULT) {
        let path = dir.join(RESULT);
        result.agrees(&path, &FileChecksum::of_file(&path)?, "tune.json")?;
    }
    if dir.join(MANIFEST).exists() {
        StoredManifest::open(dir)?;
    }
    let trace = Trace::resume(dir, &task.tuned_params, sum)?;
    if trace.iteration > task.request.configuration.iterations {
        let message = format_args!("{} iterations, more than were asked for", trace.iteration);
        return Err(LabError::content(dir.join(TRACE).display(), message));
    }
    Ok((task, trace))
}

fn introduction(task: &TuneTask, trace: &Trace) -> [String; 2] {
    let config = &task.request.configuration;
    let left = config.iterations - trace.iteration;
    let names: Vec<String> = task
        .tuned_params
        .iter()
        .map(|tuned_param| {
            format!("{} from {} to {}", tuned_param.key, tuned_param.range.low, tuned_param.range.high)
        })
        .collect();
    [
        format!(
            "{} of {} to play, seed {}",
            grouped(left),
            counted(config.iterations, "iteration"),
            task.request.seed().0
        ),
        format!("{}: {}", task.agent.label, names.join(", ")),
    ]
}

/// Plays the remaining iterations, saving at intervals and at the end.
fn climb(dir: &Path, task: &TuneTask, trace: &mut Trace, watch: &RunControl) -> Result<(), LabError> {
    let climb = SpsaRun::new(task);
    let (mut saved, mut said) = (Instant::now(), Instant::now());
    let matches = if task.opponent.is_some() { 2 } else { 1 };
    let each = 2 * matches * task.request.configuration.pairs_per_iteration;
    let counter = watch.count(each * trace.iteration, each * task.request.configuration.iterations);
    while trace.iteration < task.request.configuration.iterations && !watch.is_over() {
        let done = climb.iterate(trace, (watch, counter.done()));
        // A stop can surface as an error of a match. It is reported below as an interruption.
        if !watch.is_over() {
            done?;
        }
        if saved.elapsed() > SAVE_EVERY {
            save(dir, task, trace)?;
            saved = Instant::now();
        }
        if said.elapsed() > SAY_EVERY {
            watch.note(&[progress(task, trace)]);
            said = Instant::now();
        }
    }
    save(dir, task, trace)?;
    if watch.is_over() {
        return Err(interrupted(dir, task, trace));
    }
    Ok(())
}

fn progress(task: &TuneTask, trace: &Trace) -> String {
    let all = counted(task.request.configuration.iterations, "iteration");
    let done = format!("{} of {all}", grouped(trace.iteration));
    let values = task.tuned_params.iter().zip(&trace.values);
    let values: Vec<String> = values
        .map(|(tuned_param, &value)| format!("{} {}", tuned_param.key, tuned_param.rounded(value)))
        .collect();
    format!("{done}: {}", values.join(", "))
}

fn interrupted(dir: &Path, task: &TuneTask, trace: &Trace) -> LabError {
    let done = progress(task, trace);
    LabError::interrupted(format_args!("interrupted; {done}; resume with:")).with_unfinished("tune", dir)
}

/// Tests the tuned agent against the initial agent, on deals that the climb has not used.
fn confirm(task: &TuneTask, spec: &Spec, watch: &RunControl) -> Result<SequentialTest, LabError> {
    let world = &task.match_setup.words.world;
    let agents = [build(spec, world)?, build(&task.agent, world)?];
    let pairs = task.request.configuration.confirm_pairs;
    let counter = watch.count(0, 2 * pairs);
    task.match_setup.test(&agents, SeedPurpose::Test.seed(task), task.sprt, pairs, (watch, counter.done()))
}

/// Compares both agents' scores against the opponent of the climb on the deals of the test. Returns both
/// scores as shares and their difference; `None` without an opponent or if stopped.
fn against_the_opponent(
    task: &TuneTask,
    spec: &Spec,
    pairs: u64,
    watch: &RunControl,
) -> Result<Option<([f64; 2], Estimate)>, LabError> {
    let Some(opponent) = &task.opponent else { return Ok(None) };
    let (world, counter) = (&task.match_setup.words.world, watch.count(0, 4 * pairs));
    let points = |spec: &Spec| -> Result<Option<Vec<usize>>, LabError> {
        let agents = [build(spec, world)?, build(opponent, world)?];
        task.match_setup.half_points(&agents, SeedPurpose::Test.seed(task), 0..pairs, (watch, counter.done()))
    };
    let Some((former, tuned)) = points(&task.agent)?.zip(points(spec)?) else { return Ok(None) };
    let mut differences = DifferenceCounts::default();
    former.iter().zip(&tuned).for_each(|(&a, &b)| differences.record(a as i64, b as i64));
    let shares = [&tuned, &former].map(|points| points.iter().sum::<usize>() as f64 / (4.0 * pairs as f64));
    Ok(differences.estimate(4).map(|found| (shares, found.scale(0.25))))
}

fn result(
    task: &TuneTask,
    spec: &Spec,
    test: &SequentialTest,
    against: Option<([f64; 2], Estimate)>,
) -> Frame {
    let mut frame = Frame::new("result.csv");
    let config = &task.request.configuration;
    let estimate = unbiased(test);
    // Score and difference are one estimate, so that they are on the same side of even; if all pairs were ties, there is none.
    let plain = || test.pairs().score().map(|score| score.value);
    let score = estimate.map(|found| found.score).or_else(plain);
    let of_opponent = |place: usize| Cell::share(against.map(|(shares, _)| shares[place]));
    NamedRow::new(&mut frame)
        .put_all([
            ("spec", Cell::text(spec.to_string())),
            ("iterations", Cell::Count(config.iterations)),
            ("pairs_per_iteration", Cell::Count(config.pairs_per_iteration)),
            ("seed", Cell::Count(task.request.seed().0)),
            ("decision", Cell::text(test.verdict().to_string())),
            ("pairs", Cell::Count(test.pairs().pairs())),
            ("score", Cell::share(score)),
            ("elo", Cell::elo(estimate.map(|found| found.elo))),
            ("llr", Cell::share(test.monitor.llr())),
            ("opponent", Cell::text(task.opponent.as_ref().map_or(String::new(), Spec::to_string))),
            ("opponent_score", of_opponent(0)),
            ("opponent_score_former", of_opponent(1)),
        ])
        .put_ends("elo", estimate.map(|found| found.elo_interval), Cell::elo)
        .put_estimate("opponent_gain", against.map(|(_, gain)| gain))
        .end();
    frame
}
