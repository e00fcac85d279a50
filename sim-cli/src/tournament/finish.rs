//! What is done when all games of a run are played: tables, files, and how it ends.

use super::course::Course;
use super::manifest::{Document, Manifest, Timing};
use super::store::Store;
use super::summary::Summary;
use super::{faults, log_format, say, table, verdict, warn};
use crate::cli::TournamentArgs;
use crate::failure::Failure;
use crate::output::{Form, MANIFEST, form, json, on_stderr, on_stdout, print};
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
    let summary = Summary::new(plan, tally)?;
    warn(summary.ratings.warning(&plan.labels()).as_slice(), paint);
    warn(&faults::lines(plan, course), paint);
    let manifest = Manifest::new(plan, args, tally, test);
    if let Some(store) = store {
        let timing = json(&Timing::new(tally, plan, seconds)).into_bytes();
        let advice = store.advice();
        let published = match args.shard {
            Some(_) => publish_shard(store, course, timing),
            None => publish(store, args, course, &summary, &manifest, timing),
        };
        published.map_err(|failure| failure.advise(advice))?;
    }
    match form(args.display.format) {
        Form::Json => print(&json(&Document::new(&manifest, &summary)))?,
        Form::Table => print(&table::draw(&summary.standings, on_stdout(args.display.color)))?,
        Form::Csv => print(&summary.standings.to_csv())?,
    }
    faults::too_many(plan, tally, args.max_fault_rate)?;
    test.map_or(Ok(()), verdict::undecided)
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
    store.save(course)?;
    let logs = log_format::convert(&store.logs.names(), args.log_format, |name| store.work_file(name))?;
    let mut texts: Vec<_> =
        summary.tables().into_iter().map(|(name, frame)| (name, frame.to_csv().into_bytes())).collect();
    texts.push(("timing.json", timing));
    texts.push((MANIFEST, json(manifest).into_bytes()));
    store.publish(&texts, &logs)
}

/// A shard: its counts, sealed, and its logs.
fn publish_shard(mut store: Store, course: &Course, timing: Vec<u8>) -> Result<(), Failure> {
    let shard = store.save(course)?.seal_shard();
    let logs = store.logs.names();
    store.publish(&[("timing.json", timing), (super::shards::SHARD_FILE, shard)], &logs)
}
