//! Intervals of shares, adjusted p-values, and the length of tests.

use overhear_stats::{Adjustment, PowerRow, power_table};

use super::observed::precise;
use crate::error::LabError;
use crate::table::{Cell, Frame, NamedRow};

/// Returns Wilson's 95 % interval of a share in independent trials (Wilson 1927).
///
/// # Errors
/// Returns an error for more successes than trials, or without trials.
pub fn wilson(successes: u64, trials: u64) -> Result<Frame, LabError> {
    let interval = overhear_stats::wilson(successes, trials).map_err(LabError::usage)?;
    let mut frame = Frame::new("stats wilson");
    NamedRow::new(&mut frame)
        .put("successes", Cell::Count(successes))
        .put("trials", Cell::Count(trials))
        .put("share", precise(successes as f64 / trials as f64))
        .put_ends("share", Some(interval), precise)
        .end();
    Ok(frame)
}

/// Returns p-values adjusted by Holm, Benjamini–Hochberg, and Benjamini–Yekutieli.
pub fn adjust(p_values: &[f64]) -> Frame {
    let mut frame = Frame::new("stats adjust");
    let raised = Adjustment::ALL.map(|adjustment| (column_of(adjustment), adjustment.adjust(p_values)));
    for (n, &p_value) in p_values.iter().enumerate() {
        let row = NamedRow::new(&mut frame).put("p_value", precise(p_value));
        raised.iter().fold(row, |row, (column, values)| row.put(column, precise(values[n]))).end();
    }
    frame
}

const fn column_of(adjustment: Adjustment) -> &'static str {
    match adjustment {
        Adjustment::Holm => "holm",
        Adjustment::BenjaminiHochberg => "benjamini_hochberg",
        Adjustment::BenjaminiYekutieli => "benjamini_yekutieli",
    }
}

/// Configuration of [`power`].
#[derive(Clone, Debug)]
pub struct PowerConfig {
    /// Differences to detect, in normalised Elo.
    pub nelo: Vec<f64>,
    /// Probability of claiming a difference that does not exist.
    pub alpha: f64,
    /// Probability of missing the difference.
    pub beta: f64,
}

impl Default for PowerConfig {
    fn default() -> PowerConfig {
        PowerConfig { nelo: vec![2.0, 5.0, 10.0, 20.0], alpha: 0.05, beta: 0.05 }
    }
}

/// Returns the number of pairs needed to tell a difference from 0, in a sequential test and in a match of
/// fixed length.
///
/// # Errors
/// Returns an error for levels that no number of pairs reaches.
pub fn power(plan: &PowerConfig) -> Result<Frame, LabError> {
    if let Some(gap) = plan.nelo.iter().find(|gap| !(**gap > 0.0 && gap.is_finite())) {
        let message = "no difference to detect; give a number above 0";
        return Err(LabError::setting(("nelo", gap), message));
    }
    let rows = power_table(&plan.nelo, plan.alpha, plan.beta).map_err(LabError::usage)?;
    if !rows.iter().all(is_finite) {
        let (alpha, beta) = (plan.alpha, plan.beta);
        let message = format_args!(
            "alpha = {alpha:e}, beta = {beta:e}: too small for any number of pairs; give larger ones"
        );
        return Err(LabError::usage(message));
    }
    let mut frame = Frame::new("stats power");
    for row in rows {
        NamedRow::new(&mut frame)
            .put_all([
                ("nelo_gap", Cell::elo(row.nelo_gap)),
                ("pairs_at_h0", pairs_cell(row.sequential.at_h0)),
                ("pairs_at_h1", pairs_cell(row.sequential.at_h1)),
                ("pairs_midway", pairs_cell(row.sequential.midway)),
                ("pairs_fixed", pairs_cell(row.fixed)),
            ])
            .end();
    }
    Ok(frame)
}

fn is_finite(row: &PowerRow) -> bool {
    let PowerRow { sequential, fixed, .. } = row;
    [sequential.at_h0, sequential.at_h1, sequential.midway, *fixed].into_iter().all(f64::is_finite)
}

fn pairs_cell(pairs: f64) -> Cell {
    Cell::Number(Some(pairs), 0)
}
