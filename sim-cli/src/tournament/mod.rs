//! A round robin on paired deals: played, counted, written.

mod endings;
mod header;
mod interrupt;
mod log;
mod manifest;
mod pairings;
mod play;
mod progress;
mod ratings;
mod result_dir;
mod rounds;
mod sequential;
mod standings;
mod summary;
mod table;
mod verdict;

use std::io::Write as _;
use std::time::Instant;

use overhear_agents::registry::build;
use overhear_engine::table::Agent;

pub(crate) use log::{Page, Scribe};
pub(crate) use play::arena;
pub(crate) use sequential::pair_half_points;
pub(crate) use summary::Summary;

use crate::cli::TournamentArgs;
use crate::failure::Failure;
use crate::output::{Form, Paint, form, json, on_stderr, on_stdout, print};
use crate::setup::Plan;
use manifest::{Document, Manifest, Timing};
use result_dir::ResultDir;

/// Plays a tournament.
pub(crate) fn run(args: &TournamentArgs) -> Result<(), Failure> {
    let started = Instant::now();
    threads(args)?;
    let plan = Plan::new(args)?;
    interrupt::listen()?;
    let dir = args.out.as_deref().map(|path| ResultDir::open(path, args.force)).transpose()?;
    let paint = on_stderr(args.display.color);
    say(&header::lines(&plan, paint));
    warn(&header::warnings(&plan, args), paint);
    let agents = agents(&plan);
    let mut log = log::LogFiles::create(dir.as_ref(), args.log)?;
    let (tally, test) = match plan.sprt {
        None => (play::play(&plan, &agents, args.progress, &mut log)?, None),
        Some(setting) => {
            let (tally, test) = sequential::play(&plan, setting, &agents, args.progress, &mut log)?;
            say(&verdict::lines(&plan.labels(), &test, &tally.pairings[0]));
            (tally, Some(test))
        }
    };
    let summary = Summary::new(&plan, &tally)?;
    warn(summary.ratings.warning(&plan.labels()).as_slice(), paint);
    let seconds = started.elapsed().as_secs_f64();
    let form = form(args.display.format);
    let manifest = match (&dir, form) {
        (None, Form::Table | Form::Csv) => None,
        _ => Some(Manifest::new(&plan, &tally, args.log, test.as_ref())?),
    };
    if let (Some(dir), Some(manifest)) = (dir, &manifest) {
        dir.write(&summary, log, manifest, &Timing::new(&tally, &plan, seconds))?;
    }
    write(args, form, manifest.as_ref(), &summary)?;
    test.as_ref().map_or(Ok(()), verdict::undecided)
}

/// Writes the result to standard output.
fn write(
    args: &TournamentArgs,
    form: Form,
    manifest: Option<&Manifest>,
    summary: &Summary,
) -> Result<(), Failure> {
    match (form, manifest) {
        (Form::Json, Some(manifest)) => print(&json(&Document::new(manifest, summary))),
        (Form::Table, _) => print(&table::draw(&summary.standings, on_stdout(args.display.color))),
        _ => print(&summary.standings.to_csv()),
    }
}

/// Uses as many threads as were asked for.
fn threads(args: &TournamentArgs) -> Result<(), Failure> {
    let threads = args.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.map_err(|error| Failure::runtime(format_args!("cannot start the threads: {error}")))
}

/// Prepares the tables and the agents; the law of clues and the first table side by side.
pub(crate) fn agents(plan: &Plan) -> Vec<Box<dyn Agent>> {
    let world = &plan.words.world;
    let build = || plan.players.iter().map(|player| build(&player.spec, world)).collect();
    rayon::join(build, || {
        world.law();
    })
    .0
}

/// Writes lines to standard error; nobody listening is no error.
fn say(lines: &[String]) {
    let mut err = std::io::stderr().lock();
    lines.iter().for_each(|line| drop(writeln!(err, "{line}")));
}

fn warn(lines: &[String], paint: Paint) {
    let lines: Vec<String> =
        lines.iter().map(|line| format!("{} {line}", paint.yellow("warning:"))).collect();
    say(&lines);
}
