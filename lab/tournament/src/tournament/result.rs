//! The result of a run: its tables, its manifest, and its sentences.

use overhear_stats::LackOfFit;

use super::manifest::{Timing, TournamentDocument, TournamentManifest};
use super::pairings::PairingRow;
use super::plan::Plan;
use super::rating_gap::RatingGap;
use super::run_state::RunState;
use super::standings::StandingRow;
use super::summary::Summary;
use super::{LogDetail, TournamentConfig, faults, finding, verdict};
use crate::error::LabError;
use crate::run_control::StopHandle;
use crate::setup::OutConfig;
use crate::store::{Inventory, ResultDir, TIMING};
use crate::table::{Frame, MeasuredValue, json};

const RUNNING: &str = "running.csv";

/// The result of a tournament.
#[derive(Debug)]
pub struct TournamentResult {
    pub(super) summary: Summary,
    pub(super) manifest: TournamentManifest,
    sentences: Vec<String>,
    verdict: Vec<String>,
    warnings: Vec<String>,
    unsound: Option<LabError>,
    timing: Timing,
    /// `true` if rows were written besides the tables.
    is_logged: bool,
    /// running.csv of a run merged from parts.
    running: Option<String>,
}

impl TournamentResult {
    /// Builds the result from the counts of a run that took `seconds`.
    pub(super) fn new(
        plan: &Plan,
        config: &TournamentConfig,
        state: &RunState,
        seconds: f64,
    ) -> Result<TournamentResult, LabError> {
        let (tally, test) = (&state.tally, state.test.as_ref());
        faults::check_counted(plan, tally, &state.first_faults)?;
        let summary = Summary::new(plan, tally, test)?;
        let labels = plan.lineup.labels();
        Ok(TournamentResult {
            manifest: TournamentManifest::new(plan, config, state, &summary.ratings),
            sentences: finding::of_rows(&summary.standings, &summary.pairings, test),
            verdict: test.map_or_else(Vec::new, |test| verdict::lines(&labels, test, &tally.pairings[0])),
            warnings: summary
                .ratings
                .warnings(&labels)
                .into_iter()
                .chain(faults::lines(plan, tally, &state.first_faults))
                .chain(faults::void_sentence(tally.deals, tally.void_deals))
                .collect(),
            unsound: faults::too_many(plan, tally, config.max_fault_rate)
                .and_then(|()| test.map_or(Ok(()), |test| verdict::undecided(test, "games")))
                .err(),
            timing: Timing::new(tally, plan, seconds),
            is_logged: config.log != LogDetail::None || config.running.is_some(),
            summary,
            running: None,
        })
    }

    /// Returns the result with rows of running.csv that it did not write itself.
    pub(super) fn with_running(self, rows: Option<String>) -> TournamentResult {
        let running = rows.map(|rows| Frame::new(RUNNING).to_csv() + &rows);
        TournamentResult { is_logged: false, running, ..self }
    }

    /// Returns a row for each agent, the best first.
    ///
    /// ```
    /// use overhear_tournament::setup::PlayersConfig;
    /// use overhear_tournament::{TournamentConfig, RunControl, tournament};
    ///
    /// let players = PlayersConfig::from_specs(["random", "margin"]);
    /// let config = TournamentConfig { pairs: Some(20), seed: Some(1), players, ..TournamentConfig::default() };
    /// let result = tournament(config, &RunControl::default())?;
    /// let best = &result.standings()[0];
    /// let score = best.score.expect("it has played");
    /// assert_eq!((best.agent.as_str(), best.games), ("margin", 40));
    /// assert!(score.value > 0.5 && score.interval.is_some_and(|interval| interval.contains(score.value)));
    /// # Ok::<(), overhear_tournament::LabError>(())
    /// ```
    pub fn standings(&self) -> &[StandingRow] {
        &self.summary.standings
    }

    /// Returns a row for each pairing, in schedule order.
    pub fn pairings(&self) -> &[PairingRow] {
        &self.summary.pairings
    }

    /// Returns standings.csv.
    pub const fn standings_table(&self) -> &Frame {
        &self.summary.standings_table
    }

    /// Returns an agent's score over all of its games, a share of the points of 0 to 1: 1 for a victory, ½ for a shared one.
    /// Its 95 % interval is clustered by deal, and allows for a sequential test that ended the run. `None` if no agent has
    /// this label or it has played no games.
    pub fn score(&self, label: &str) -> Option<MeasuredValue> {
        self.standings().iter().find(|row| row.agent == label)?.score
    }

    /// Returns an agent's score in its games against another, with its 95 % interval; after a sequential test that ended
    /// the run, both are corrected for the stopping. `None` if the two have not met.
    pub fn score_against(&self, label: &str, opponent: &str) -> Option<MeasuredValue> {
        let own = self.pairing(label, opponent).and_then(PairingRow::corrected_score);
        own.or_else(|| {
            self.pairing(opponent, label).and_then(PairingRow::corrected_score).map(MeasuredValue::complement)
        })
    }

    /// Returns the pairing with this first and this second agent.
    fn pairing(&self, first: &str, second: &str) -> Option<&PairingRow> {
        self.pairings().iter().find(|row| row.agent_a == first && row.agent_b == second)
    }

    /// Returns every table.
    pub fn tables(&self) -> Vec<&Frame> {
        self.summary.tables()
    }

    /// Writes the files of the result into a directory. Except timing.json, they equal byte for byte those of
    /// a run with that output directory.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be written, and for a run with logs or running.csv: their
    /// rows are not kept in memory.
    pub fn save(&self, out: &OutConfig) -> Result<(), LabError> {
        let Some(dir) = ResultDir::from_config(out, &StopHandle::default())? else { return Ok(()) };
        if self.is_logged {
            let message =
                "the rows of its logs stand only where the run has written them; copy that directory";
            return Err(LabError::usage(message));
        }
        let tables = self.tables().into_iter().map(Frame::file);
        let timing = (TIMING.to_owned(), json(&self.timing).into_bytes());
        let running = self.running.iter().map(|rows| (RUNNING.to_owned(), rows.clone().into_bytes()));
        dir.publish(tables.chain(running).chain([timing]).collect(), Inventory::new(), &self.manifest)
    }

    /// Returns manifest, standings and pairings in one JSON document.
    pub fn to_json(&self) -> String {
        json(&TournamentDocument::new(&self.manifest, &self.summary))
    }

    /// Returns the test of the ratings' fit, if there is anything to test.
    pub fn lack_of_fit(&self) -> Option<LackOfFit> {
        self.summary.ratings.lack_of_fit()
    }

    /// Returns the pairing that the ratings describe worst, with its score and the expected one, in %.
    ///
    /// Returns `None` if the ratings describe all scores as they are printed, as those of two agents do, and if they rest on a penalty.
    ///
    /// ```
    /// use overhear_tournament::setup::PlayersConfig;
    /// use overhear_tournament::{TournamentConfig, RunControl, tournament};
    ///
    /// let of = |agents: &[&str]| {
    ///     let players = PlayersConfig::from_specs(agents.iter().copied());
    ///     let config = TournamentConfig { games: Some(60), seed: Some(1), players, ..TournamentConfig::default() };
    ///     tournament(config, &RunControl::default())
    /// };
    /// assert_eq!(of(&["margin", "random"])?.fit(), None);
    /// assert!(of(&["margin", "nearest", "human"])?.fit().is_some_and(|fit| fit.contains("farthest from them")));
    /// # Ok::<(), overhear_tournament::LabError>(())
    /// ```
    pub fn fit(&self) -> Option<String> {
        self.lack_of_fit()?;
        self.summary.largest_gap.as_ref().map(RatingGap::sentence)
    }

    /// Returns the findings as sentences.
    pub fn sentences(&self) -> &[String] {
        &self.sentences
    }

    /// Returns the outcome of a sequential test, in the format of chess engine tests.
    pub fn verdict(&self) -> &[String] {
        &self.verdict
    }

    /// Returns warnings: ratings that rest on a penalty, and agents with faults.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Checks that the result is what the run was for.
    ///
    /// # Errors
    /// Returns an error for too many faults, and for a sequential test that has accepted nothing.
    pub fn check(&self) -> Result<(), LabError> {
        self.unsound.clone().map_or(Ok(()), Err)
    }
}
