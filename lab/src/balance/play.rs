//! The games of a report.

use std::sync::atomic::AtomicU64;

use overhear_engine::rules::Rules;

use super::survey::{Books, Survey};
use super::variant::Variant;
use crate::error::LabError;
use crate::experiment::{Lab, Population};
use crate::playing;
use crate::tournament::Shard;
use crate::watch::Watch;

/// Plays every game of a part once; the books of each population. After a stop those of what was played until then: of
/// fewer games, or of none.
pub(super) fn survey(
    lab: &Lab,
    rules: Rules,
    variants: &[Variant],
    shard: Shard,
    watch: &Watch,
) -> Result<Vec<Books>, LabError> {
    let counter = watch.count(0, lab.games_of(shard));
    let play = |population| one(lab, population, rules, (variants, shard), (watch, counter.done()));
    lab.populations.iter().map(play).collect()
}

fn one(
    lab: &Lab,
    population: &Population,
    rules: Rules,
    (variants, shard): (&[Variant], Shard),
    (watch, done): (&Watch, &AtomicU64),
) -> Result<Books, LabError> {
    let arena = lab.arena(population, rules)?;
    let schedule = &population.schedule;
    let survey = Survey { rules, schedule, variants, done };
    let mut books = Books::new(schedule, variants.len());
    if watch.is_over() {
        return Ok(books);
    }
    playing::play(&arena, shard.range(schedule.deals()), &survey, |block| {
        books.merge(&block.page);
        watch.flow()
    })?;
    Ok(books)
}
