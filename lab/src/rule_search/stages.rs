//! The stages of a search: single changes, pairs, triples, and the confirmation of the best on fresh deals.

use std::collections::HashSet;

use overhear_engine::game::Seed;
use overhear_engine::rules::Rules;
use overhear_stats::{Estimate, RatioMoments};

use super::allocation::{Allocation, LEFT, StageBudget};
use super::candidate::{Candidate, Change};
use super::counts::GoalCounter;
use super::goal::Goal;
use super::row::{CONFIRMATION, RuleSearchRow, Standing};
use crate::error::LabError;
use crate::experiment::ExperimentSetup;
use crate::measurement::StepLog;
use crate::run_control::{Counter, RunControl};

/// Level of intervals in the search.
const LEVEL: f64 = 0.95;

/// Candidates of the confirmation, beside the starting rules.
pub const FINALISTS: usize = 3;

/// Names of the stages, by how many switches their new candidates change.
const STAGES: [&str; 3] = ["switches", "pairs", "triples"];

/// A search in progress.
pub(super) struct Search<'a> {
    pub(super) lab: ExperimentSetup,
    pub(super) count: GoalCounter<'a>,
    pub(super) allocation: Allocation,
    pub(super) watch: &'a RunControl,
    pub(super) log: &'a mut StepLog,
    pub(super) counter: Counter,
    /// Standard deviation of each goal's measure between deals, under the starting rules.
    pub(super) spreads: Vec<f64>,
    /// Rows of the finished stages.
    pub(super) rows: Vec<RuleSearchRow>,
    /// Deals that have been played.
    pub(super) played: u64,
}

/// A candidate and what its games have come to.
struct Entry {
    candidate: Candidate,
    deals: u64,
    /// Sums of each goal.
    sums: Vec<RatioMoments>,
}

impl Entry {
    fn new(candidate: Candidate, goals: &[Goal]) -> Entry {
        Entry { candidate, deals: 0, sums: vec![RatioMoments::default(); goals.len()] }
    }

    fn changes(&self) -> usize {
        self.candidate.changes.len()
    }
}

/// What one change adds to each goal's measure.
struct Effect<'a> {
    change: &'a Change,
    added: Vec<f64>,
}

/// How near numbers lie to the goals, in standard deviations of their measures.
#[derive(Clone, Copy, PartialEq)]
struct Nearness {
    /// Sum over the goals of what lacks.
    lack: f64,
    /// Least depth in a goal's range.
    depth: f64,
}

impl Nearness {
    /// Sums up the depths in the ranges of all goals.
    fn of(depths: impl Iterator<Item = f64>) -> Nearness {
        depths.fold(Nearness { lack: 0.0, depth: f64::INFINITY }, |sum, depth| Nearness {
            lack: sum.lack - depth.min(0.0),
            depth: sum.depth.min(depth),
        })
    }
}

impl Search<'_> {
    /// Runs all stages; the confirmed candidates, best first, or `None` if stopped.
    pub(super) fn run(&mut self, base: Rules, changes: &[Change]) -> Result<Option<Vec<Standing>>, LabError> {
        let mut field = vec![Entry::new(Candidate::base(base), self.count.goals)];
        let singles =
            changes.iter().filter_map(|change| field[0].candidate.with(change, self.lab.words.world.deck()));
        let singles: Vec<Entry> = singles.map(|candidate| Entry::new(candidate, self.count.goals)).collect();
        field.extend(singles);
        for entry in &mut field {
            if !self.extend(entry, self.allocation.screening)? {
                return Ok(None);
            }
        }
        self.spreads =
            field[0].sums.iter().zip(self.count.goals).map(|(sums, goal)| spread(goal, sums)).collect();
        let mut order = self.ranked(&field, &(0..field.len()).collect::<Vec<_>>());
        self.add_rows(STAGES[0], &field, &order);
        let effects = self.effects(&field, changes);
        let mut survivors: Vec<usize> =
            order.iter().copied().filter(|place| *place != 0).take(LEFT).collect();
        let mut contenders = survivors.clone();
        // Each stage changes one switch more than the last, races the new candidates against its best, and adds its own best to those
        // that may be confirmed. A goal that is met needs no further change.
        for (place, stage) in STAGES.iter().enumerate().skip(1) {
            if self.is_met(&field, 0) || survivors.iter().any(|&place| self.is_met(&field, place)) {
                break;
            }
            let mut budget = StageBudget::new(&self.allocation);
            let combined = self.combined(&field, place, &effects, budget.combinations());
            if combined.is_empty() {
                break;
            }
            budget.begin(combined.len());
            survivors.extend(field.len()..field.len() + combined.len());
            field.extend(combined);
            let Some(raced) = self.race(&mut field, survivors, budget)? else { return Ok(None) };
            order = raced;
            self.add_rows(stage, &field, &order);
            survivors = order.iter().copied().filter(|place| *place != 0).take(LEFT).collect();
            contenders.extend(&survivors);
        }
        contenders.sort_unstable();
        contenders.dedup();
        self.confirm(&field, &contenders)
    }

    /// Plays a candidate until it has this many deals. Returns `false` if stopped.
    fn extend(&mut self, entry: &mut Entry, deals: u64) -> Result<bool, LabError> {
        let range = entry.deals..deals.max(entry.deals);
        let missing = range.end - range.start;
        if missing == 0 {
            return Ok(true);
        }
        let Search { lab, count, watch, log, counter, .. } = self;
        let games = missing * lab.populations[0].lineup.schedule.games_of_a_deal();
        let sums = log.step((counter.done(), games), || {
            count.play(lab, &entry.candidate.rules, range, (watch, counter.done()))
        })?;
        let Some(sums) = sums else { return Ok(false) };
        entry.sums.iter_mut().zip(&sums).for_each(|(own, more)| own.merge(more));
        entry.deals += missing;
        self.played += missing;
        Ok(true)
    }

    /// Lets the better half of the candidates go on, again and again. Returns all of them and the starting rules: those first that went
    /// furthest, the best first among them; `None` if stopped.
    fn race(
        &mut self,
        field: &mut [Entry],
        mut entered: Vec<usize>,
        mut budget: StageBudget,
    ) -> Result<Option<Vec<usize>>, LabError> {
        let mut behind: Vec<usize> = Vec::new();
        loop {
            for place in std::iter::once(0).chain(entered.iter().copied()) {
                if !self.extend(&mut field[place], budget.deals)? {
                    return Ok(None);
                }
            }
            entered = self.ranked(field, &entered);
            let Some(size) = budget.next_rung(entered.len()) else { break };
            behind.splice(0..0, entered.split_off(size));
        }
        entered.push(0);
        let mut order = self.ranked(field, &entered);
        order.extend(behind);
        Ok(Some(order))
    }

    /// Plays the best of these candidates and the starting rules on the deals of another seed.
    fn confirm(&mut self, field: &[Entry], contenders: &[usize]) -> Result<Option<Vec<Standing>>, LabError> {
        let ranked = self.ranked(field, &[&[0], contenders].concat());
        let better = ranked.into_iter().take_while(|place| *place != 0).take(FINALISTS);
        let mut finalists: Vec<Entry> = better
            .chain([0])
            .map(|place| Entry::new(field[place].candidate.clone(), self.count.goals))
            .collect();
        let remaining = self.allocation.all.saturating_sub(self.played);
        let deals = (remaining / finalists.len() as u64).max(1);
        self.lab.seed = fresh(self.lab.seed);
        for entry in &mut finalists {
            if !self.extend(entry, deals)? {
                return Ok(None);
            }
        }
        let numbers = finalists.len() * self.count.goals.len();
        let level = 1.0 - (1.0 - LEVEL) / numbers as f64;
        let confirmed: Vec<Standing> =
            finalists.iter().filter_map(|entry| self.standing(entry, level)).collect();
        let goals = self.count.goals;
        self.rows.extend(confirmed.iter().flat_map(|one| one.rows(CONFIRMATION, goals, &self.spreads)));
        Ok(Some(confirmed))
    }

    /// Returns a candidate with its estimates; `None` without games.
    fn standing(&self, entry: &Entry, level: f64) -> Option<Standing> {
        let Entry { candidate, deals, sums } = entry;
        let estimates = self.count.goals.iter().zip(sums);
        let estimates =
            estimates.map(|(goal, sums)| self.count.estimate(goal, &candidate.rules, sums, level));
        let games = deals * self.lab.populations[0].lineup.schedule.games_of_a_deal();
        Some(Standing {
            candidate: candidate.clone(),
            games,
            estimates: estimates.collect::<Option<Vec<Estimate>>>()?,
        })
    }

    /// Adds the rows of a stage, the best candidate first.
    fn add_rows(&mut self, stage: &str, field: &[Entry], places: &[usize]) {
        let ranked = self.ranked(field, places);
        let standings: Vec<Standing> =
            ranked.iter().filter_map(|&place| self.standing(&field[place], LEVEL)).collect();
        let goals = self.count.goals;
        self.rows.extend(standings.iter().flat_map(|standing| standing.rows(stage, goals, &self.spreads)));
    }

    /// Returns how near the farther ends of a candidate's intervals lie to the goals; `None` without games.
    fn nearness(&self, entry: &Entry) -> Option<Nearness> {
        let standing = self.standing(entry, LEVEL)?;
        let estimates = self.count.goals.iter().zip(&standing.estimates);
        Some(self.near(estimates.map(|(goal, estimate)| goal.least_depth(estimate.interval))))
    }

    /// Returns how near depths in the ranges of the goals make it.
    fn near(&self, depths: impl Iterator<Item = f64>) -> Nearness {
        Nearness::of(depths.zip(&self.spreads).map(|(depth, spread)| depth / spread))
    }

    /// Returns places with the best first: least lack, then fewest changes, then deepest in the ranges, then the earlier one.
    fn ranked(&self, field: &[Entry], places: &[usize]) -> Vec<usize> {
        let known = places.iter().filter_map(|&place| Some((place, self.nearness(&field[place])?)));
        let mut known: Vec<(usize, Nearness)> = known.collect();
        known.sort_by(|(a, near), (b, other)| {
            let by_lack = near.lack.total_cmp(&other.lack);
            by_lack
                .then_with(|| field[*a].changes().cmp(&field[*b].changes()))
                .then_with(|| other.depth.total_cmp(&near.depth))
                .then(a.cmp(b))
        });
        known.into_iter().map(|(place, _)| place).collect()
    }

    /// Returns `true` if the intervals of a candidate lie in the ranges of all goals.
    fn is_met(&self, field: &[Entry], place: usize) -> bool {
        self.nearness(&field[place]).is_some_and(|near| near.lack == 0.0)
    }

    /// Returns the value of each goal's measure.
    fn values(&self, entry: &Entry) -> Option<Vec<f64>> {
        Some(self.standing(entry, LEVEL)?.estimates.iter().map(|estimate| estimate.value).collect())
    }

    /// Returns what each single change adds to the measures, on the deals of the first stage. A change that adds nothing on any deal has no
    /// effect.
    fn effects<'b>(&self, field: &[Entry], changes: &'b [Change]) -> Vec<Effect<'b>> {
        let Some(base) = self.values(&field[0]) else { return Vec::new() };
        let singles = field.iter().filter(|entry| entry.changes() == 1 && entry.sums != field[0].sums);
        let effects = singles.filter_map(|entry| {
            let change = changes.iter().find(|change| entry.candidate.changes == [(*change).clone()])?;
            let added = self.values(entry)?.iter().zip(&base).map(|(value, base)| value - base).collect();
            Some(Effect { change, added })
        });
        effects.collect()
    }

    /// Returns at most `most` candidates of one more change than `changes`, those that promise most first: to what a candidate has come
    /// to, what the further change did alone is added.
    fn combined(&self, field: &[Entry], changes: usize, effects: &[Effect<'_>], most: usize) -> Vec<Entry> {
        let deck = self.lab.words.world.deck();
        let mut expected: Vec<(Nearness, Candidate)> = Vec::new();
        for entry in field.iter().filter(|entry| entry.changes() == changes && entry.sums != field[0].sums) {
            let Some(values) = self.values(entry) else { continue };
            for effect in effects {
                let Some(candidate) = entry.candidate.with(effect.change, deck) else { continue };
                let sums = values.iter().zip(&effect.added).map(|(value, added)| value + added);
                let depths = self.count.goals.iter().zip(sums).map(|(goal, value)| goal.depth(value));
                expected.push((self.near(depths), candidate));
            }
        }
        expected.sort_by(|(near, _), (other, _)| {
            near.lack.total_cmp(&other.lack).then_with(|| other.depth.total_cmp(&near.depth))
        });
        // Different changes can make the same rules: the most promising stands for all.
        let mut known: HashSet<Rules> = field.iter().map(|entry| entry.candidate.rules).collect();
        let new = expected.into_iter().map(|(_, candidate)| candidate).filter(|new| known.insert(new.rules));
        new.take(most).map(|candidate| Entry::new(candidate, self.count.goals)).collect()
    }
}

/// Returns the standard deviation of a goal's measure between deals; 1 if it does not vary.
fn spread(goal: &Goal, sums: &RatioMoments) -> f64 {
    let error = sums.standard_error().filter(|error| *error > 0.0);
    error.map_or(1.0, |error| error * (sums.deals as f64).sqrt() * goal.measure.unit_of_sums())
}

/// Returns the seed of the confirmation: the next one, so that any command can play its deals.
pub(super) const fn fresh(seed: Seed) -> Seed {
    Seed(seed.0.wrapping_add(1))
}
