//! Coverage of the printed 95 % intervals, and rates of false claims of equivalence, case by case.

use std::sync::atomic::AtomicU64;

use overhear_stats::{COVERAGE_CASES, CoverageCase, wilson};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::equivalence::{RARE, RareDifference};
use super::intervals::{IntervalKind, SIZES, SimulatedInterval};
use super::leagues::{LEAGUES, SimulatedLeague};
use super::rows::{CalibrationRows, CoverageRow};
use super::{CalibrateConfig, CalibrateResult};
use crate::error::LabError;
use crate::measurement::{RunSources, StepLog};
use crate::partial_result::PartialResult;
use crate::run_control::RunControl;
use crate::table::MeasuredValue;

/// Coverage that every interval must reach.
const PROMISED: f64 = 0.93;

/// Share of runs that must not claim equivalence when the difference reaches the margin.
const UNCLAIMED: f64 = 0.95;

/// Simulates all matches and counts how often each interval holds the truth. After a stop, the finished cases.
pub(super) fn play(
    config: &CalibrateConfig,
    watch: &RunControl,
    log: &mut StepLog,
) -> Result<PartialResult<CalibrateResult>, LabError> {
    let cases = cases()?;
    log.begin(&RunSources::default())?;
    let (mut rows, no_games) = (Vec::new(), AtomicU64::new(0));
    for kind in cases.chunk_by(|one, next| one.interval == next.interval) {
        for case in kind {
            let counts = log.step((&no_games, 0), || Ok(Some(case.count(config))))?;
            rows.extend(counts.map(|counts| counts.row(case, config.runs)).transpose()?);
            if watch.is_over() {
                return Ok(PartialResult::new(result(rows), false));
            }
        }
        watch.note(&[format!("{}: {} cases", kind[0].interval, kind.len())]);
    }
    Ok(PartialResult::new(result(rows), true))
}

fn result(rows: Vec<CoverageRow>) -> CalibrateResult {
    CalibrateResult::new(CalibrationRows::Intervals(rows), 0)
}

/// A case that is simulated repeatedly.
struct SimulatedCase {
    interval: &'static str,
    name: &'static str,
    pairs: u64,
    /// Smallest share that is right.
    least_share: f64,
    simulation: Simulation,
}

/// What is simulated in a case.
enum Simulation {
    /// An interval of a match.
    Match(IntervalKind, &'static CoverageCase),
    /// The rating of an agent of a league, beside the true one.
    League(&'static SimulatedLeague, f64),
    /// A claim of equivalence, after all deals.
    Claim(&'static RareDifference),
    /// The same at any look.
    ClaimAtLook(&'static RareDifference),
}

/// Returns all cases, those of an interval beside each other.
fn cases() -> Result<Vec<SimulatedCase>, LabError> {
    let mut cases: Vec<SimulatedCase> = IntervalKind::ALL.into_iter().flat_map(of_matches).collect();
    for league in &LEAGUES {
        let truth = league.truth().ok_or_else(|| LabError::runtime("the league has no true ratings"))?;
        cases.extend(SIZES[..SIZES.len() - 1].iter().map(|&deals| SimulatedCase {
            interval: "rating",
            name: league.name,
            pairs: deals,
            least_share: PROMISED,
            simulation: Simulation::League(league, truth),
        }));
    }
    cases.extend(RARE.iter().map(|rare| of_rare(rare, "equivalent", Simulation::Claim(rare))));
    cases.extend(RARE.iter().map(|rare| of_rare(rare, "equivalent until", Simulation::ClaimAtLook(rare))));
    Ok(cases)
}

/// Returns the cases of an interval of matches.
fn of_matches(kind: IntervalKind) -> impl Iterator<Item = SimulatedCase> {
    COVERAGE_CASES.iter().flat_map(move |case| {
        kind.sizes().iter().map(move |&pairs| SimulatedCase {
            interval: kind.name(),
            name: case.name,
            pairs,
            least_share: PROMISED,
            simulation: Simulation::Match(kind, case),
        })
    })
}

fn of_rare(rare: &RareDifference, interval: &'static str, simulation: Simulation) -> SimulatedCase {
    SimulatedCase { interval, name: rare.name, pairs: rare.deals, least_share: UNCLAIMED, simulation }
}

impl Simulation {
    /// Simulates the n-th match. A claim has no interval: it is right if there is none.
    fn simulate(&self, pairs: u64, seed: u64) -> SimulatedInterval {
        match self {
            Simulation::Match(kind, case) => kind.simulate(case, pairs, seed),
            Simulation::League(league, truth) => SimulatedInterval::of(league.interval(pairs, seed), *truth),
            Simulation::Claim(rare) => unclaimed(!rare.is_claimed(seed)),
            Simulation::ClaimAtLook(rare) => unclaimed(!rare.is_claimed_at_a_look(seed)),
        }
    }
}

const fn unclaimed(is_right: bool) -> SimulatedInterval {
    SimulatedInterval { is_right, width: f64::INFINITY }
}

/// Counts of the matches of a case.
#[derive(Serialize, Deserialize)]
struct CaseCounts {
    covered: u64,
    /// Number of unbounded intervals.
    open: u64,
    /// Mean width of the others.
    mean_width: Option<f64>,
}

impl SimulatedCase {
    /// Simulates all matches.
    fn count(&self, config: &CalibrateConfig) -> CaseCounts {
        let first = config.seed.wrapping_mul(1 << 32);
        let runs = (0..config.runs).into_par_iter();
        let intervals: Vec<SimulatedInterval> =
            runs.map(|run| self.simulation.simulate(self.pairs, first.wrapping_add(run))).collect();
        let covered = intervals.iter().filter(|interval| interval.is_right).count() as u64;
        let widths: Vec<f64> =
            intervals.iter().map(|interval| interval.width).filter(|width| width.is_finite()).collect();
        let mean_width = (!widths.is_empty()).then(|| widths.iter().sum::<f64>() / widths.len() as f64);
        CaseCounts { covered, open: (intervals.len() - widths.len()) as u64, mean_width }
    }
}

impl CaseCounts {
    fn row(&self, case: &SimulatedCase, runs: u64) -> Result<CoverageRow, LabError> {
        let value = self.covered as f64 / runs as f64;
        let interval = Some(wilson(self.covered, runs).map_err(LabError::runtime)?);
        Ok(CoverageRow {
            interval: case.interval,
            case: case.name,
            pairs: case.pairs,
            runs,
            coverage: Some(MeasuredValue { value, interval }),
            wanted_low: Some(case.least_share),
            mean_width: self.mean_width,
            open: self.open,
        })
    }
}
