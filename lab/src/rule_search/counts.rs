//! What the games of a candidate come to: for each goal the sums of its measure by deal.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::arena::{GameNumber, Recorder, Schedule};
use overhear_engine::game::Game;
use overhear_engine::rules::{BySide, Rules};
use overhear_stats::{Estimate, Interval, RatioMoments};

use super::goal::{Goal, GoalMeasure};
use crate::error::LabError;
use crate::experiment::{ExperimentSetup, TimeAssumptions};
use crate::paired::{DealSums, EndingKind};
use crate::run_control::RunControl;
use crate::run_games::play;

/// What is counted, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct GoalCounter<'a> {
    /// The goals.
    pub(super) goals: &'a [Goal],
    /// Assumed minutes of actions.
    pub(super) minutes: TimeAssumptions,
}

impl GoalCounter<'_> {
    /// Plays deals of the first population by these rules and returns the sums of each goal; `None` after a stop.
    pub(super) fn play(
        &self,
        lab: &ExperimentSetup,
        rules: &Rules,
        deals: Range<u64>,
        (watch, done): (&RunControl, &AtomicU64),
    ) -> Result<Option<Vec<RatioMoments>>, LabError> {
        let population = &lab.populations[0];
        let mut goal_sums = vec![RatioMoments::default(); self.goals.len()];
        let deal_count = deals.end - deals.start;
        let recorder = GoalRecorder {
            schedule: &population.lineup.schedule,
            rules,
            goals: self.goals,
            minutes: self.minutes.for_rules(rules),
            done,
        };
        play(&lab.arena(population, *rules)?, deals, &recorder, watch, |block| {
            goal_sums.iter_mut().zip(&block.output.sums).for_each(|(sums, more)| sums.merge(more));
            watch.flow()
        })?;
        Ok(goal_sums.iter().all(|sums| sums.deals == deal_count).then_some(goal_sums))
    }

    /// Returns the estimate of a goal's measure under these rules, with an interval of this level.
    pub(super) fn estimate(
        &self,
        goal: &Goal,
        rules: &Rules,
        sums: &RatioMoments,
        level: f64,
    ) -> Option<Estimate> {
        match goal.measure {
            GoalMeasure::Games(measure) => {
                let (values, unit) = (measure.values(rules.last_round()), measure.units_per_game());
                let [low, high] = [values.start(), values.end()].map(|end| *end as f64 / unit as f64);
                sums.bounded_at(Interval { low, high }, level)
            }
            GoalMeasure::Minutes => {
                let minutes = self.minutes.for_rules(rules);
                let [low, high] = [minutes.game(1, false), minutes.game(rules.last_round(), true)]
                    .map(|end| thousandths(end) as f64);
                Some(sums.bounded_at(Interval { low, high }, level)?.scale(goal.measure.unit_of_sums()))
            }
        }
    }
}

fn thousandths(minutes: f64) -> i64 {
    (minutes / GoalMeasure::Minutes.unit_of_sums()).round() as i64
}

/// Sums of the goals over deals, and of the deal that is being played.
#[derive(Debug, Default)]
struct GoalSums {
    sums: Vec<RatioMoments>,
    deal: DealSums,
    /// Thousandths of minutes of the deal.
    minutes: i64,
}

/// A [`Recorder`] of the sums of each goal.
struct GoalRecorder<'a> {
    schedule: &'a Schedule,
    rules: &'a Rules,
    goals: &'a [Goal],
    minutes: TimeAssumptions,
    done: &'a AtomicU64,
}

impl Recorder for GoalRecorder<'_> {
    type Output = GoalSums;

    fn game(&self, number: GameNumber, _: BySide<usize>, game: &Game, output: &mut GoalSums) {
        self.done.fetch_add(1, Ordering::Relaxed);
        let (_, _, seating) = self.schedule.locate(number).expect("a game of the schedule");
        let has_named = EndingKind::from_ending(game.ending).has_keyword_guesses(self.rules);
        output.deal.add(game, game.ending, self.rules.round_limit, seating);
        output.minutes += thousandths(self.minutes.game(game.rounds, has_named));
    }

    fn deal(&self, _: u64, _: bool, output: &mut GoalSums) {
        output.sums.resize(self.goals.len(), RatioMoments::default());
        let games = self.schedule.games_of_a_deal() as i64;
        for (goal, sums) in self.goals.iter().zip(&mut output.sums) {
            match goal.measure {
                GoalMeasure::Games(measure) => {
                    sums.record(output.deal.value(measure), games * measure.units_per_game());
                }
                GoalMeasure::Minutes => sums.record(output.minutes, games),
            }
        }
        (output.deal, output.minutes) = (DealSums::default(), 0);
    }
}
