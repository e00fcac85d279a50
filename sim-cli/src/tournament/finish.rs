//! What is done when all games of a run are played: tables, files, and how it ends.

use super::course::Course;
use super::manifest::{Document, Manifest, Timing};
use super::store::Store;
use super::summary::Summary;
use super::table::lack_of_fit;
use super::{faults, log_format, say, table, verdict, warn};
use crate::cli::TournamentArgs;
use crate::failure::Failure;
use crate::output::{Form, SHARD_FILE, TIMING, form, json, on_stderr, on_stdout, print};
use crate::setup::Plan;

/// A run that is over.
pub(super) struct Finish<'a> {
    /// What was to be played.
    pub(super) plan: &'a Plan,
    /// What was asked for.
    pub(super) args: &'a TournamentArgs,
    /// What it has come to.
    pub(super) course: &'a Course,
    /// Where the result goes, if it is to stay.
    pub(super) store: Option<Store>,
    /// How long it has taken.
    pub(super) seconds: f64,
}

/// Writes everything.
pub(super) fn finish(run: Finish<'_>) -> Result<(), Failure> {
    let Finish { plan, args, course, store, seconds } = run;
    let (tally, test) = (&course.tally, course.test.as_ref());
    let paint = on_stderr(args.display.color);
    if let Some(test) = test {
        say(&verdict::lines(&plan.labels(), test, &tally.pairings[0]));
    }
    let summary = Summary::new(plan, tally, test)?;
    warn(summary.ratings.warning(&plan.labels()).as_slice(), paint);
    warn(&faults::lines(plan, course), paint);
    let manifest = Manifest::new(plan, args, course, &summary.ratings);
    if let Some(store) = store {
        let timing = json(&Timing::new(tally, plan, seconds)).into_bytes();
        let advice = store.advice();
        let published = match args.shard {
            Some(_) => publish_shard(store, course, timing),
            None => publish(store, args, course, &summary, &manifest, timing),
        };
        if let Err(failure) = published {
            if !advice.can_go_on() {
                show(args, &manifest, &summary)?;
            }
            return Err(advice.add_to(failure));
        }
    }
    show(args, &manifest, &summary)?;
    faults::too_many(plan, tally, args.max_fault_rate)?;
    test.map_or(Ok(()), verdict::undecided)
}

/// Prints the result in the form that was asked for.
fn show(args: &TournamentArgs, manifest: &Manifest, summary: &Summary) -> Result<(), Failure> {
    match form(args.display.format) {
        Form::Json => print(&json(&Document::new(manifest, summary))),
        Form::Table => print(&table::draw(
            &summary.standings,
            summary.ratings.lack_of_fit(),
            on_stdout(args.display.color),
        )),
        Form::Csv => {
            say(summary.ratings.lack_of_fit().map(lack_of_fit).as_slice());
            print(&summary.standings.to_csv())
        }
    }
}

/// Prints what a run has come to that is not at its end; tells whether there was anything to print.
pub(super) fn show_so_far(plan: &Plan, args: &TournamentArgs, course: &Course) -> Result<bool, Failure> {
    if course.tally.deals == 0 {
        return Ok(false);
    }
    let test = course.test.as_ref();
    let summary = Summary::new(plan, &course.tally, test)?;
    let manifest = Manifest::new(plan, args, course, &summary.ratings);
    show(args, &manifest, &summary).map(|()| true)
}

/// A result: every table, the logs in the form that was asked for, the manifest.
fn publish(
    mut store: Store,
    args: &TournamentArgs,
    course: &Course,
    summary: &Summary,
    manifest: &Manifest,
    timing: Vec<u8>,
) -> Result<(), Failure> {
    let logs = log_format::convert(store.save(course)?.logs, args.log_format, &store)?;
    let tables = summary.tables().into_iter();
    let tables = tables.map(|(name, frame)| (name.to_owned(), frame.to_csv().into_bytes()));
    let texts = tables.chain([(TIMING.to_owned(), timing)]).collect();
    store.into_dir().publish(texts, logs, manifest)
}

/// A shard: its counts, sealed, and its logs.
fn publish_shard(mut store: Store, course: &Course, timing: Vec<u8>) -> Result<(), Failure> {
    let shard = store.save(course)?;
    let last = (SHARD_FILE, shard.seal_shard());
    store.into_dir().replace(vec![(TIMING.to_owned(), timing)], shard.logs, last)
}
