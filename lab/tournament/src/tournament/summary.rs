//! The result tables of a run.

use overhear_engine::arena::Tally;

use super::plan::Plan;
use super::rating_gap::RatingGap;
use super::ratings::Ratings;
use super::sequential::SequentialTest;
use super::{endings, pairings, rating_tables, roles, rounds, standings, talks};
use crate::error::LabError;
use crate::table::Frame;

/// All tables of a result.
#[derive(Debug)]
pub struct Summary {
    /// standings.csv.
    pub(super) standings: Frame,
    /// pairings.csv.
    pub(super) pairings: Frame,
    /// rounds.csv.
    pub(super) rounds: Frame,
    /// endings.csv.
    pub(super) endings: Frame,
    /// covariance.csv.
    pub(super) covariance: Frame,
    /// expected.csv.
    pub(super) expected: Frame,
    /// The pairing that the ratings describe worst.
    pub(super) largest_gap: Option<RatingGap>,
    /// talk.csv, if teams talk.
    pub(super) talks: Option<Frame>,
    /// The ratings behind the standings.
    pub(super) ratings: Ratings,
}

impl Summary {
    /// Computes all tables from the counts. After a sequential test, intervals are corrected for the
    /// stopping.
    ///
    /// # Errors
    /// Returns an error for ratings that cannot be fitted.
    pub fn new(plan: &Plan, tally: &Tally, test: Option<&SequentialTest>) -> Result<Summary, LabError> {
        let (labels, rules) = (plan.lineup.labels(), &plan.rules.switches);
        let ratings = Ratings::fit(&plan.lineup.schedule, tally, test)?;
        let (expected, largest_gap) =
            rating_tables::expected(&labels, &plan.lineup.schedule, tally, &ratings);
        Ok(Summary {
            standings: standings::frame(
                (&labels, &plan.lineup.schedule),
                tally,
                &ratings,
                test,
                &standings::more_columns(rules, plan.answer_limit),
            ),
            pairings: pairings::frame(
                &labels,
                &plan.lineup.schedule,
                tally,
                test,
                roles::pairing_columns(rules),
            ),
            rounds: rounds::frame(&labels, &plan.lineup.schedule, tally, rules.last_round()),
            endings: endings::frame(&labels, &plan.lineup.schedule, tally, rules),
            covariance: rating_tables::covariance(&labels, &ratings),
            expected,
            largest_gap,
            talks: (plan.discuss > 0).then(|| talks::frame(&labels, tally)),
            ratings,
        })
    }

    /// Returns every table.
    pub fn tables(&self) -> Vec<&Frame> {
        let Summary { standings, pairings, rounds, endings, covariance, expected, talks, .. } = self;
        [standings, pairings, rounds, endings, covariance, expected].into_iter().chain(talks).collect()
    }
}
