//! The games of a report.

use std::ops::ControlFlow;

use overhear_engine::rules::Rules;

use super::lab::{Lab, Population};
use super::survey::{Books, Survey};
use super::variant::Variant;
use crate::cli::ProgressArgs;
use crate::failure::Failure;
use crate::output::grouped;
use crate::tournament::interrupt;
use crate::tournament::progress::Progress;

/// Plays every game of every population once; the books of each.
pub(super) fn survey(
    lab: &Lab,
    rules: Rules,
    variants: &[Variant],
    progress: ProgressArgs,
) -> Result<Vec<Books>, Failure> {
    let progress = Progress::start(progress, 0, lab.games());
    let books = lab.populations.iter().map(|population| one(lab, population, rules, variants, &progress));
    let books = books.collect::<Result<Vec<_>, _>>();
    progress.finish();
    books
}

fn one(
    lab: &Lab,
    population: &Population,
    rules: Rules,
    variants: &[Variant],
    progress: &Progress,
) -> Result<Books, Failure> {
    let arena = lab.arena(population, rules);
    let schedule = &population.schedule;
    let survey = Survey { lab, rules, schedule, variants, done: &progress.counter() };
    let mut books = Books::new(schedule, variants.len());
    arena.run(0..schedule.deals(), &survey, |block| {
        books.merge(&block.page);
        if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let played = books.all().played.games();
    if played < schedule.games() { Err(interrupted(played, schedule.games())) } else { Ok(books) }
}

/// The failure of a run that was stopped.
pub(super) fn interrupted(done: u64, all: u64) -> Failure {
    let (done, all) = (grouped(done), grouped(all));
    Failure::interrupted(format_args!("interrupted after {done} of {all} games; nothing was written"))
}
