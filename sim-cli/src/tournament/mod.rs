//! `sim-cli tournament` and `sim-cli merge`: output around a run, and the tables of its result.

mod header;
mod table;

use overhear_agents::registry::Registry;
use overhear_lab::TournamentResult;
use overhear_lab::parts::are_parts;
use overhear_lab::table::counted;
use overhear_lab::tournament::{EarlyStop, Interrupted, Tournament};

use crate::cli::{DisplayArgs, MergeArgs, ThreadsArgs, TournamentArgs};
use crate::failure::Failure;
use crate::output::{OutputFormat, form, on_stderr, on_stdout, print, wrapped};
use crate::terminal::{listening, part_written, quiet, say, threads, warn, written};

/// Starts or resumes a tournament.
pub(crate) fn run(args: &TournamentArgs, registry: &Registry) -> Result<(), Failure> {
    let display = &args.display;
    let Some(path) = &args.resume else {
        let watch = args.asking.limit(listening(args.progress, display.color)?);
        threads(args.threads)?;
        return play(Tournament::begin(args.config(registry), &watch)?, display);
    };
    let watch = args.run_bots.permit(args.asking.limit(listening(args.progress, display.color)?));
    let mut interrupted = Interrupted::find(path, args.allow_other_build, registry, &watch)?;
    interrupted.config.threads = args.threads.threads.or(interrupted.config.threads);
    interrupted.config.checkpoint = args.requested.0.checkpoint.or(interrupted.config.checkpoint);
    threads(ThreadsArgs { threads: interrupted.config.threads })?;
    let run = Tournament::resume(interrupted, &watch)?;
    say(&[format!("going on after {}", counted(run.games_played(), "game"))]);
    play(run, display)
}

/// Makes one result of shards.
pub(crate) fn merge(args: &MergeArgs, registry: &Registry) -> Result<(), Failure> {
    let watch = args.run_bots.permit(quiet());
    if are_parts(&args.shards)? {
        return crate::balance::merge(args, registry, &watch);
    }
    let run = Tournament::merge(&args.config(registry), &watch)?;
    finish(run, &args.display)
}

/// Plays the remaining games and writes the result.
fn play(mut run: Tournament, display: &DisplayArgs) -> Result<(), Failure> {
    say(&header::lines(&run, on_stderr(display.color)));
    if let Err(EarlyStop { error, so_far }) = run.play() {
        if let Some(so_far) = so_far {
            show(&so_far, display)?;
        }
        return Err(error.into());
    }
    finish(run, display)
}

/// Publishes a finished run and prints its result.
fn finish(run: Tournament, display: &DisplayArgs) -> Result<(), Failure> {
    let result = run.result()?;
    let (out, shard) = (run.config().out.out.clone(), run.config().shard);
    say(result.verdict());
    say(run.needed().map(str::to_owned).as_slice());
    warn(result.warnings(), on_stderr(display.color));
    if let Err(error) = run.publish(&result) {
        if error.unfinished().is_none() {
            show(&result, display)?;
        }
        return Err(error.into());
    }
    match shard {
        Some(shard) => part_written(out.as_deref(), shard),
        None => written(out.as_deref(), "; beside another result: sim-cli compare DIR OTHER"),
    }
    show(&result, display)?;
    Ok(result.check()?)
}

/// Prints a result in the requested format.
fn show(result: &TournamentResult, display: &DisplayArgs) -> Result<(), Failure> {
    let fit = result.fit();
    match form(display.format) {
        OutputFormat::Json => print(&result.to_json()),
        OutputFormat::Table => {
            let sentences: String = result.sentences().iter().map(|sentence| wrapped(sentence)).collect();
            print(&(sentences + &table::draw(result.standings(), fit, on_stdout(display.color))))
        }
        OutputFormat::Csv => {
            say(fit.as_slice());
            print(&result.standings_table().to_csv())
        }
    }
}
