//! How strong a sample says that an agent is.

use overhear_stats::{Decision, Elo, EloModel, Estimate, NormalizedElo, Sample, Sprt, sequential_estimate};

use super::observed::precise;
use crate::error::LabError;
use crate::table::{Cell, Frame};

/// Pairs, if they are known, and games.
fn amounts(sample: &Sample) -> [Cell; 2] {
    match sample {
        Sample::Pairs(pairs) => [Cell::Count(pairs.pairs()), Cell::Count(2 * pairs.pairs())],
        Sample::Games(games) => [Cell::Number(None, 0), Cell::Count(games.games())],
    }
}

/// A sequential test.
#[derive(Clone, Copy, Debug)]
pub struct SprtConfig {
    /// The difference under H0, in points of the model.
    pub elo0: f64,
    /// The difference under H1.
    pub elo1: f64,
    /// How often H1 may be accepted although H0 holds.
    pub alpha: f64,
    /// How often H0 may be accepted although H1 holds.
    pub beta: f64,
    /// Pairs between two looks, of independent games twice as many; 0 leaves Wald's bounds as they are.
    pub batch: u64,
    /// Which points they are.
    pub model: EloModel,
}

/// What a sequential test says of a sample: log-likelihood ratio, bounds, decision and median-unbiased estimate.
///
/// # Errors
/// Hypotheses or levels that make no test.
pub fn sprt(sample: &Sample, test: &SprtConfig) -> Result<Frame, LabError> {
    let planned = Sprt::new(test.elo0, test.elo1, test.alpha, test.beta, test.model);
    let planned = planned.map_err(LabError::usage)?;
    let llr = planned.llr(sample).map_err(LabError::usage)?;
    let approximate = planned.llr_approximate(sample).map_err(LabError::usage)?;
    let estimate = sequential_estimate(&planned, sample).ok();
    let ends = estimate.map(|e| e.elo_interval);
    let batch = test.batch * if matches!(sample, Sample::Games(_)) { 2 } else { 1 };
    let (bounds, moved) =
        (planned.bounds(), planned.bounds_of_looks(sample, batch).map_err(LabError::usage)?);
    let decision = planned.decide_at_look(sample, batch).map_err(LabError::usage)?;
    let mut frame = Frame::of("stats sprt");
    let mut row = vec![Cell::text(test.model.name())];
    row.extend([test.elo0, test.elo1, test.alpha, test.beta].map(Cell::share));
    row.extend(amounts(sample));
    row.extend([llr, bounds.low, bounds.high].map(Cell::share));
    row.extend([decision_name(decision), if batch == 0 { "wald" } else { "looks" }].map(Cell::text));
    row.push(Cell::share(approximate));
    row.extend([estimate.map(|e| e.elo), ends.map(|i| i.low), ends.map(|i| i.high)].map(Cell::elo));
    row.push(Cell::share(estimate.map(|e| e.los)));
    row.extend([moved.low - bounds.low, bounds.high - moved.high].map(Cell::share));
    frame.push(row);
    Ok(frame)
}

/// A decision in a file.
const fn decision_name(decision: Decision) -> &'static str {
    match decision {
        Decision::Continue => "continue",
        Decision::AcceptH0 => "accept_h0",
        Decision::AcceptH1 => "accept_h1",
    }
}

/// Score, Elo, normalised Elo and likelihood of superiority with 95 % intervals (S1 to S3).
///
/// ```
/// use overhear_lab::statistics::elo;
/// use overhear_stats::{Pentanomial, Sample};
/// let frame = elo(&Sample::Pairs(Pentanomial::new([34, 54, 63, 64, 75])));
/// assert_eq!(frame.rows()[0][..2], ["290", "580"]);
/// ```
pub fn elo(sample: &Sample) -> Frame {
    let mut frame = Frame::of("stats elo");
    let mut row: Vec<Cell> = amounts(sample).into();
    row.extend(match sample {
        Sample::Pairs(of) => strength(of.score(), of.variance(), of.elo(), of.normalized_elo(), of.los()),
        Sample::Games(of) => strength(of.score(), of.variance(), of.elo(), of.normalized_elo(), of.los()),
    });
    frame.push(row);
    frame
}

fn strength(
    score: Option<Estimate>,
    variance: Option<f64>,
    elo: Option<Elo>,
    nelo: Option<NormalizedElo>,
    los: Option<f64>,
) -> Vec<Cell> {
    let mut cells = [score.map(|e| e.value), score.map(|e| e.interval.low), score.map(|e| e.interval.high)]
        .map(Cell::share)
        .to_vec();
    cells.push(precise(variance));
    let (ends, nends) = (elo.map(|e| e.interval), nelo.map(|e| e.interval));
    let points = [
        elo.map(|e| e.value),
        elo.map(|e| e.error),
        ends.map(|i| i.low),
        ends.map(|i| i.high),
        nelo.map(|e| e.value),
        nelo.map(|e| e.error),
        nends.map(|i| i.low),
        nends.map(|i| i.high),
    ];
    cells.extend(points.map(Cell::elo));
    cells.push(Cell::share(los));
    cells
}
