//! What a run has come to: its tables, its manifest, and what is to be said about them.

use overhear_stats::LackOfFit;

use super::course::Course;
use super::manifest::{Document, Manifest};
use super::summary::Summary;
use super::{TournamentConfig, faults, verdict};
use crate::error::LabError;
use crate::setup::Plan;
use crate::table::{Frame, json};

/// The result of a tournament.
#[derive(Debug)]
pub struct TournamentResult {
    pub(super) summary: Summary,
    pub(super) manifest: Manifest,
    verdict: Vec<String>,
    warnings: Vec<String>,
    unsound: Option<LabError>,
}

impl TournamentResult {
    /// Works everything out from what was counted.
    pub(super) fn new(
        plan: &Plan,
        config: &TournamentConfig,
        course: &Course,
    ) -> Result<TournamentResult, LabError> {
        let (tally, test) = (&course.tally, course.test.as_ref());
        let summary = Summary::new(plan, tally, test)?;
        let labels = plan.labels();
        let undecided = || test.map_or(Ok(()), verdict::undecided);
        Ok(TournamentResult {
            manifest: Manifest::new(plan, config, course, &summary.ratings),
            verdict: test.map_or_else(Vec::new, |test| verdict::lines(&labels, test, &tally.pairings[0])),
            warnings: summary
                .ratings
                .warning(&labels)
                .into_iter()
                .chain(faults::lines(plan, course))
                .collect(),
            unsound: faults::too_many(plan, tally, config.max_fault_rate).and_then(|()| undecided()).err(),
            summary,
        })
    }

    /// standings.csv: a row for each agent, the best first.
    pub const fn standings(&self) -> &Frame {
        &self.summary.standings
    }

    /// Every table with the name of its file.
    pub fn tables(&self) -> [(&'static str, &Frame); 6] {
        self.summary.tables()
    }

    /// Manifest, standings and pairings in one JSON document.
    pub fn to_json(&self) -> String {
        json(&Document::new(&self.manifest, &self.summary))
    }

    /// How badly one number an agent describes who beats whom, where there is anything to describe.
    pub fn lack_of_fit(&self) -> Option<LackOfFit> {
        self.summary.ratings.lack_of_fit()
    }

    /// What a sequential test has found, as the block of lines that readers of chess engines' tests know.
    pub fn verdict(&self) -> &[String] {
        &self.verdict
    }

    /// Ratings that rest on a penalty, and agents that broke down.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Whether the result says what it was played for.
    ///
    /// # Errors
    /// Too many faults, or a sequential test that has accepted nothing.
    pub fn sound(&self) -> Result<(), LabError> {
        self.unsound.clone().map_or(Ok(()), Err)
    }
}
