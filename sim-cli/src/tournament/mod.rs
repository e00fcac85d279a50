//! A round robin on paired deals: played, counted, written.

mod course;
mod endings;
mod faults;
mod finish;
mod header;
mod identity;
pub(crate) mod interrupt;
mod log;
mod log_format;
mod manifest;
mod pairings;
#[cfg(feature = "parquet")]
mod parquet;
mod play;
pub(crate) mod progress;
mod rating_tables;
mod ratings;
mod rounds;
mod row;
mod running;
mod sequential;
mod shards;
mod standings;
mod store;
mod summary;
mod table;
mod verdict;

use std::time::Instant;

use overhear_engine::arena::Tally;
use overhear_engine::table::Agent;

pub(crate) use interrupt::{asked, listen};
pub(crate) use log::{GAMES, HALVES, Page, Scribe};
pub(crate) use pairings::pair_table;
pub(crate) use play::arena;
pub(crate) use ratings::{Games, Ratings};
pub(crate) use sequential::{BATCH, Sequential, Verdict, pair_half_points};
pub(crate) use shards::{merge, same};
pub(crate) use standings::{leak_interval, leaked_bits, score};
pub(crate) use summary::{Summary, share};
pub(crate) use table::short;
pub(crate) use verdict::{unbiased, undecided};

use crate::cli::{LogDetail, LogFormat, ThreadsArgs, TournamentArgs};
use crate::failure::Failure;
use crate::output::{Paint, grouped, on_stderr, tell};
use crate::setup::{Build, Plan};
use course::Course;
use finish::{Finish, finish};
use play::Stage;
use store::{Order, Store};
pub(crate) use store::{sealed, try_to_read};

/// Plays a tournament, or goes on with one.
pub(crate) fn run(args: &TournamentArgs) -> Result<(), Failure> {
    let Some(path) = &args.resume else { return begin(args) };
    let found = store::find(path)?;
    found.checkpoint.build.refuse(found.file.display(), args.allow_other_build)?;
    let order = &found.checkpoint.order;
    let recalled = order.recall()?;
    let args = TournamentArgs {
        threads: ThreadsArgs { threads: args.threads.threads.or(recalled.threads.threads) },
        checkpoint: args.checkpoint.or(recalled.checkpoint),
        progress: args.progress,
        ..recalled
    };
    threads(args.threads)?;
    let plan = Plan::new(&args)?;
    let identity = identity::identity(&plan, &args);
    shards::same("the checkpoint", &order.identity, "these files and this program", &identity)?;
    found.checkpoint.check(found.file.display(), &plan.schedule, &shards::deals(&plan, args.shard))?;
    interrupt::listen()?;
    let (store, checkpoint) = Store::resume(found, &args)?;
    let mut other_builds = Vec::new();
    Build::note(&mut other_builds, checkpoint.builds());
    let mut course = Course::new(&plan, &args, (checkpoint.tally, checkpoint.next), checkpoint.test.as_ref());
    course.other_builds = other_builds;
    say(&[format!("going on after {} games", grouped(games(&plan, &args, course.next)))]);
    play(&plan, &args, course, Some(store))
}

fn begin(args: &TournamentArgs) -> Result<(), Failure> {
    threads(args.threads)?;
    log_format::check(args.log_format)?;
    useful(args)?;
    let plan = Plan::new(args)?;
    shards::check(&plan, args)?;
    interrupt::listen()?;
    let store = match &args.out.out {
        Some(out) => {
            let order = Order::new(args, plan.seed.0, identity::identity(&plan, args))?;
            Some(Store::begin(out, args, order)?)
        }
        None => None,
    };
    let start = shards::deals(&plan, args.shard).start;
    let course = Course::new(&plan, args, (Tally::new(&plan.schedule), start), None);
    play(&plan, args, course, store)
}

/// Refuses flags that would do nothing.
fn useful(args: &TournamentArgs) -> Result<(), Failure> {
    args.out.check()?;
    let csv = args.log_format == LogFormat::Csv;
    let useless = [
        ("--log", args.log.name().to_owned(), args.log != LogDetail::None),
        ("--log-format", args.log_format.name().to_owned(), !csv),
        ("--running", args.running.unwrap_or_default().to_string(), args.running.is_some()),
        ("--checkpoint", args.checkpoint.unwrap_or_default().to_string(), args.checkpoint.is_some()),
    ];
    match useless.into_iter().find(|(_, _, said)| *said && args.out.out.is_none()) {
        Some((flag, value, _)) => {
            let message = "it is about what is written, and nothing is without --out DIR";
            Err(Failure::content(format_args!("{flag} {value}"), message))
        }
        None if !csv && args.log == LogDetail::None => {
            let message = "there are no rows to write; give --log games or --log halves";
            Err(Failure::content(format_args!("--log-format {}", args.log_format.name()), message))
        }
        None => Ok(()),
    }
}

/// Plays what is left of a run, and writes what it has come to.
fn play(
    plan: &Plan,
    args: &TournamentArgs,
    mut course: Course,
    mut store: Option<Store>,
) -> Result<(), Failure> {
    let started = Instant::now();
    let paint = on_stderr(args.display.color);
    say(&header::lines(plan, args.shard, paint));
    warn(&header::warnings(plan, args), paint);
    let agents = agents(plan)?;
    let end = shards::deals(plan, args.shard).end;
    store.as_mut().map_or(Ok(()), |store| store.save(&course).map(drop))?;
    let stage = Stage { plan, agents: &agents, args };
    if let Err(failure) = stage.play(&mut course, &mut store, end) {
        return Err(given_up(failure, &stage, &course, store));
    }
    if course.next < end && !course.is_decided() {
        return Err(interrupted(&stage, &course, store));
    }
    let seconds = store.as_ref().map_or(started.elapsed().as_secs_f64(), Store::seconds);
    finish(Finish { plan, args, course: &course, store, seconds })
}

/// The failure of a run that cannot go on here, but perhaps later from its last checkpoint. What there is else is printed.
fn given_up(failure: Failure, stage: &Stage<'_>, course: &Course, store: Option<Store>) -> Failure {
    match store {
        Some(store) if failure.is_final() => store.discard().err().unwrap_or(failure),
        Some(store) => {
            let advice = store.advice();
            if !advice.can_go_on() {
                drop(finish::show_so_far(stage.plan, stage.args, course));
            }
            advice.add_to(failure)
        }
        None => failure,
    }
}

/// The failure of a run that the user has stopped. Without a directory to go on in, the standings so far are printed.
fn interrupted(stage: &Stage<'_>, course: &Course, store: Option<Store>) -> Failure {
    let &Stage { plan, args, .. } = stage;
    let end = shards::deals(plan, args.shard).end;
    let (done, all) = (grouped(games(plan, args, course.next)), grouped(games(plan, args, end)));
    let said = format!("interrupted after {done} of {all} games (seed {})", plan.seed.0);
    let Some(mut store) = store else {
        return match finish::show_so_far(plan, args, course) {
            Ok(true) => {
                Failure::interrupted(format_args!("{said}; the standings are those so far, incomplete"))
            }
            Ok(false) => Failure::interrupted(format_args!("{said}; there is nothing to print")),
            Err(failure) => failure,
        };
    };
    match store.save(course) {
        Ok(_) => Failure::interrupted(format_args!("{said}; go on with {}", store.command())),
        Err(failure) => given_up(failure, stage, course, Some(store)),
    }
}

/// How many games of the run, or of its shard, come before a deal.
fn games(plan: &Plan, args: &TournamentArgs, deal: u64) -> u64 {
    (deal - shards::deals(plan, args.shard).start) * plan.schedule.games_of_a_deal()
}

/// Uses as many threads as were asked for.
pub(crate) fn threads(args: ThreadsArgs) -> Result<(), Failure> {
    let threads = args.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.map_err(|error| Failure::runtime(format_args!("cannot start the threads: {error}")))
}

/// Prepares the tables and the agents; the law of clues and the first table side by side.
pub(crate) fn agents(plan: &Plan) -> Result<Vec<Box<dyn Agent>>, Failure> {
    let build = || plan.players.iter().map(|player| player.build(&plan.words)).collect();
    rayon::join(build, || {
        plan.words.world.law();
    })
    .0
}

/// Writes lines to standard error; nobody listening is no error.
pub(crate) fn say(lines: &[String]) {
    lines.iter().for_each(|line| tell(line));
}

pub(crate) fn warn(lines: &[String], paint: Paint) {
    let lines: Vec<String> =
        lines.iter().map(|line| format!("{} {line}", paint.yellow("warning:"))).collect();
    say(&lines);
}
