//! Strength of an agent, estimated from a sample of results.

use overhear_stats::{Decision, Elo, EloModel, Estimate, NormalizedElo, Sample, Sprt, sequential_estimate};

use super::observed::precise;
use crate::error::LabError;
use crate::table::{Cell, Frame, NamedRow};
use crate::tournament::BATCH;

/// Adds the number of pairs, if known, and of games.
fn amounts<'a>(row: NamedRow<'a>, sample: &Sample) -> NamedRow<'a> {
    let (pairs, games) = match sample {
        Sample::Pairs(pairs) => (Cell::Count(pairs.pairs()), 2 * pairs.pairs()),
        Sample::Games(games) => (Cell::Number(None, 0), games.games()),
    };
    row.put("pairs", pairs).put("games", Cell::Count(games))
}

/// Configuration of a sequential test.
#[derive(Clone, Copy, Debug)]
pub struct SprtConfig {
    /// Difference under H0, in points of the model.
    pub elo0: f64,
    /// Difference under H1, in points of the model.
    pub elo1: f64,
    /// Probability of accepting H1 although H0 holds.
    pub alpha: f64,
    /// Probability of accepting H0 although H1 holds.
    pub beta: f64,
    /// Pairs between two looks; for independent games, twice as many games. 0 keeps Wald's bounds
    /// uncorrected.
    pub batch: u64,
    /// The Elo model.
    pub model: EloModel,
}

impl Default for SprtConfig {
    fn default() -> SprtConfig {
        SprtConfig {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            batch: BATCH,
            model: EloModel::Normalized,
        }
    }
}

/// Returns the state of a sequential test on a sample: log-likelihood ratio, bounds, decision and
/// median-unbiased estimate.
///
/// # Errors
/// Returns an error for hypotheses or levels that make no test.
pub fn sprt(sample: &Sample, test: &SprtConfig) -> Result<Frame, LabError> {
    let planned = Sprt::new(test.elo0, test.elo1, test.alpha, test.beta, test.model);
    let planned = planned.map_err(LabError::usage)?;
    let llr = planned.llr(sample).map_err(LabError::usage)?;
    let approximate = planned.llr_approximate(sample).map_err(LabError::usage)?;
    let estimate = sequential_estimate(&planned, sample).ok();
    let batch = test.batch * if matches!(sample, Sample::Games(_)) { 2 } else { 1 };
    let (bounds, moved) =
        (planned.bounds(), planned.bounds_of_looks(sample, batch).map_err(LabError::usage)?);
    let decision = planned.decide_at_look(sample, batch).map_err(LabError::usage)?;
    let mut frame = Frame::new("stats sprt");
    amounts(NamedRow::new(&mut frame), sample)
        .put_all([
            ("model", Cell::text(test.model.name())),
            ("elo0", Cell::share(test.elo0)),
            ("elo1", Cell::share(test.elo1)),
            ("alpha", Cell::share(test.alpha)),
            ("beta", Cell::share(test.beta)),
            ("llr", Cell::share(llr)),
            ("decision", Cell::text(decision_name(decision))),
            ("bounds", Cell::text(if batch == 0 { "wald" } else { "looks" })),
            ("llr_approximate", Cell::share(approximate)),
            ("elo", Cell::elo(estimate.map(|estimate| estimate.elo))),
            ("los", Cell::share(estimate.map(|estimate| estimate.los))),
            ("overshoot_low", Cell::share(moved.low - bounds.low)),
            ("overshoot_high", Cell::share(bounds.high - moved.high)),
        ])
        .put_range(["llr_low", "llr_high"], Some(bounds), Cell::share)
        .put_ends("elo", estimate.map(|estimate| estimate.elo_interval), Cell::elo)
        .end();
    Ok(frame)
}

/// Returns the name of a decision in files.
const fn decision_name(decision: Decision) -> &'static str {
    match decision {
        Decision::Continue => "continue",
        Decision::AcceptH0 => "accept_h0",
        Decision::AcceptH1 => "accept_h1",
    }
}

/// Returns score, Elo, normalised Elo and LOS with 95 % intervals (S1 to S3).
///
/// ```
/// use overhear_tournament::statistics::elo;
/// use overhear_stats::{Pentanomial, Sample};
/// let frame = elo(&Sample::Pairs(Pentanomial::new([34, 54, 63, 64, 75])));
/// assert_eq!(frame.rows()[0][..2], ["290", "580"]);
/// ```
pub fn elo(sample: &Sample) -> Frame {
    let mut frame = Frame::new("stats elo");
    let row = amounts(NamedRow::new(&mut frame), sample);
    let row = match sample {
        Sample::Pairs(of) => {
            strength(row, of.score(), of.variance(), of.elo(), of.normalized_elo(), of.los())
        }
        Sample::Games(of) => {
            strength(row, of.score(), of.variance(), of.elo(), of.normalized_elo(), of.los())
        }
    };
    row.end();
    frame
}

fn strength(
    row: NamedRow<'_>,
    score: Option<Estimate>,
    variance: Option<f64>,
    elo: Option<Elo>,
    nelo: Option<NormalizedElo>,
    los: Option<f64>,
) -> NamedRow<'_> {
    row.put("score", score)
        .put_all([
            ("variance", precise(variance)),
            ("elo", Cell::elo(elo.map(|elo| elo.value))),
            ("elo_error", elo.map_or(Cell::elo(None), |elo| error_cell(elo.value, elo.error))),
            ("nelo", Cell::elo(nelo.map(|nelo| nelo.value))),
            ("nelo_error", nelo.map_or(Cell::elo(None), |nelo| error_cell(nelo.value, nelo.error))),
            ("los", Cell::share(los)),
        ])
        .put_ends("elo", elo.map(|elo| elo.interval), Cell::elo)
        .put_ends("nelo", nelo.map(|nelo| nelo.interval), Cell::elo)
}

/// Returns the cell of an error. None is printed beside an empty value, as after a clean sweep.
fn error_cell(value: f64, error: f64) -> Cell {
    Cell::elo((value.is_finite() && error > 0.0).then_some(error))
}
