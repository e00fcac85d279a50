//! The games of a report.

use std::ops::ControlFlow;
use std::path::Path;

use overhear_engine::rules::Rules;

use super::lab::{Lab, Population};
use super::survey::{Books, Survey};
use super::variant::Variant;
use crate::cli::ProgressArgs;
use crate::failure::Failure;
use crate::output::grouped;
use crate::tournament::interrupt;
use crate::tournament::progress::Progress;

/// Plays every game of every population once; the books of each. After Ctrl-C those of what was played until then: of
/// fewer games, and of no population without any.
pub(super) fn survey(lab: &Lab, rules: Rules, variants: &[Variant], progress: ProgressArgs) -> Vec<Books> {
    let progress = Progress::start(progress, 0, lab.games());
    let books = lab.populations.iter().map(|population| one(lab, population, rules, variants, &progress));
    let books = books.take_while(|books| books.games() > 0).collect();
    progress.finish();
    books
}

fn one(lab: &Lab, population: &Population, rules: Rules, variants: &[Variant], progress: &Progress) -> Books {
    let arena = lab.arena(population, rules);
    let schedule = &population.schedule;
    let survey = Survey { lab, rules, schedule, variants, done: &progress.counter() };
    let mut books = Books::new(schedule, variants.len());
    if interrupt::asked() {
        return books;
    }
    arena.run(0..schedule.deals(), &survey, |block| {
        books.merge(&block.page);
        if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    books
}

/// The failure of a run that was stopped, if it was: so many games of all were played and printed. Files were asked for
/// in the directory, if there is one.
pub(crate) fn stopped(done: u64, all: u64, dir: Option<&Path>) -> Result<(), Failure> {
    if done >= all {
        return Ok(());
    }
    let printed =
        if done == 0 { "there is nothing to print" } else { "what is printed is of those, incomplete" };
    let unwritten = dir.map_or(String::new(), |dir| format!("; nothing was written to {}", dir.display()));
    let (done, all) = (grouped(done), grouped(all));
    Err(Failure::interrupted(format_args!("interrupted after {done} of {all} games; {printed}{unwritten}")))
}
