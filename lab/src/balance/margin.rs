//! The largest difference that counts as none.

use super::measure::Measure;
use crate::error::LabError;
use crate::setup::ranges;

/// When nothing is said, in percentage points.
pub(super) const MARGIN: f64 = 0.5;

/// The same in rounds.
pub(super) const MARGIN_ROUNDS: f64 = 0.25;

/// Refuses margins that make no sense.
pub(super) fn check(points: Option<f64>, rounds: Option<f64>) -> Result<(), LabError> {
    points.map_or(Ok(0.0), |points| ranges::MARGIN.check(points))?;
    rounds.map_or(Ok(0.0), |rounds| ranges::MARGIN_ROUNDS.check(rounds)).map(drop)
}

/// That of a measure, in its unit, of what was asked for: percentage points, which are hundredths of a round, and rounds.
pub(super) fn margin(measure: Measure, points: Option<f64>, rounds: Option<f64>) -> f64 {
    let points = points.map(|points| points / 100.0);
    match measure {
        Measure::MeanRounds => rounds.or(points).unwrap_or(MARGIN_ROUNDS),
        _ => points.unwrap_or(MARGIN / 100.0),
    }
}

/// The same of a share that is no measure of games.
pub(super) fn margin_of_share(points: Option<f64>) -> f64 {
    points.unwrap_or(MARGIN) / 100.0
}
