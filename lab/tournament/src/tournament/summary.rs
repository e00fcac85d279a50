//! The result tables of a run.

use overhear_engine::arena::Tally;

use super::pairings::PairingRow;
use super::plan::Plan;
use super::rating_gap::RatingGap;
use super::rating_tables::ExpectedScores;
use super::ratings::Ratings;
use super::sequential::SequentialTest;
use super::standings::StandingRow;
use super::{endings, pairings, rating_tables, roles, standings, talks};
use crate::error::LabError;
use crate::table::{Frame, TableRow as _};

/// All tables of a result.
#[derive(Debug)]
pub struct Summary {
    /// The agents, the best first.
    pub(super) standings: Vec<StandingRow>,
    /// The pairings in schedule order.
    pub(super) pairings: Vec<PairingRow>,
    /// standings.csv.
    pub(super) standings_table: Frame,
    /// pairings.csv.
    pub(super) pairings_table: Frame,
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
        let ExpectedScores { table: expected, largest_gap } =
            rating_tables::expected(&labels, &plan.lineup.schedule, tally, &ratings);
        let standings = standings::rows(plan, tally, &ratings, test);
        let pairings = pairings::rows(plan, tally, test);
        Ok(Summary {
            standings_table: StandingRow::frame_with(
                &standings,
                &standings::more_columns(rules, plan.answer_limit),
            ),
            pairings_table: PairingRow::frame_with(&pairings, roles::pairing_columns(rules)),
            standings,
            pairings,
            rounds: endings::rounds(&labels, &plan.lineup.schedule, tally, rules.last_round()),
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
        let Summary { standings_table, pairings_table, rounds, endings, covariance, expected, talks, .. } =
            self;
        let always = [standings_table, pairings_table, rounds, endings, covariance, expected];
        always.into_iter().chain(talks).collect()
    }
}
