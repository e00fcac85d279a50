//! Correction of tests and intervals for the number of rows.

use overhear_stats::{Adjustment, Interval};

use super::estimates::{ALPHA, MeasureEstimates};
use super::verdict::Decision;

/// The difference of one arm from the first in one measure.
#[derive(Clone, Copy)]
pub(crate) struct Contrast<'a> {
    pub(crate) estimates: &'a MeasureEstimates,
    pub(crate) arm: usize,
}

/// Correction for looking at many rows, so that at most one run of twenty reports a difference that does not
/// exist.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Multiplicity {
    /// Holm-adjusted p-values of all rows (Holm 1979).
    Holm,
    /// Intervals that hold for all rows at once (Bonferroni).
    Bonferroni,
    /// Intervals that hold for all pairs of arms at once, by the largest |z|; decisions across measures by
    /// Bonferroni.
    LargestZ,
    /// Intervals that hold at all looks of a run of `planned` deals, except with probability `alpha` each.
    Anytime { planned: u64, alpha: f64 },
}

/// Judgement of a row, corrected for all rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judgement {
    /// Decision about the row.
    pub(crate) decision: Option<Decision>,
    /// Interval of the difference, valid for all arms at once or at all looks.
    pub(super) interval: Option<Interval>,
    /// Interval of the difference, valid for all rows at once.
    pub(super) overall: Option<Interval>,
    /// p-value of "there is no difference", valid for all arms at once.
    pub(super) p: Option<f64>,
}

impl Multiplicity {
    /// Returns the judgement of each row. Rows of one measure and matchup must be consecutive.
    pub(crate) fn judge(self, rows: &[Contrast<'_>]) -> Vec<Judgement> {
        match self {
            Multiplicity::Holm => {
                let [differ, agree] = p_values(rows);
                (0..rows.len())
                    .map(|row| Decision::from_tests(differ.is_found(row), agree.is_found(row)))
                    .map(|decision| Judgement { decision, ..Judgement::default() })
                    .collect()
            }
            Multiplicity::Bonferroni => {
                // Intervals at 1 − α/m hold for all m rows at once, whatever their dependence.
                let level = 1.0 - ALPHA / rows.len() as f64;
                let judged = rows.iter().map(|row| row.judged_by(row.estimates.interval_at(row.arm, level)));
                judged.map(|judgement| Judgement { interval: None, ..judgement }).collect()
            }
            Multiplicity::Anytime { planned, alpha } => {
                let judged =
                    rows.iter().map(|row| row.judged_by(row.estimates.anytime(row.arm, planned, alpha)));
                judged.map(|judgement| Judgement { overall: None, ..judgement }).collect()
            }
            Multiplicity::LargestZ => by_largest_z(rows),
        }
    }
}

impl Contrast<'_> {
    fn judged_by(&self, interval: Option<Interval>) -> Judgement {
        let decision = interval.and_then(|interval| Decision::from_interval(interval, self.estimates.margin));
        Judgement { decision, interval, overall: interval, p: None }
    }
}

fn by_largest_z(rows: &[Contrast<'_>]) -> Vec<Judgement> {
    let measures: Vec<_> = rows.chunk_by(|a, b| std::ptr::eq(a.estimates, b.estimates)).collect();
    measures.iter().flat_map(|rows| judged_jointly(rows, measures.len())).collect()
}

/// Returns the judgements of the rows of one measure out of `measures`.
fn judged_jointly(rows: &[Contrast<'_>], measures: usize) -> Vec<Judgement> {
    let largest = rows[0].estimates.largest_z();
    // The joint distribution of the arms gives the level of each interval such that all hold together at
    // `all`. It is known within a measure only, so measures share the error evenly.
    let [own, overall] = [1, measures].map(|measures| {
        let all = 1.0 - ALPHA / measures as f64;
        largest.as_ref().map_or(all, |largest| largest.level_of_each(all))
    });
    let judged = rows.iter().map(|row| Judgement {
        interval: row.estimates.interval_at(row.arm, own),
        p: row.estimates.largest_z_p(row.arm, largest.as_ref()),
        ..row.judged_by(row.estimates.interval_at(row.arm, overall))
    });
    judged.collect()
}

/// Returns the p-values of a difference, and of equivalence within the margin.
pub(super) fn p_values(rows: &[Contrast<'_>]) -> [PValues; 2] {
    [p_values_by(rows, MeasureEstimates::difference_p), p_values_by(rows, MeasureEstimates::equivalence_p)]
}

fn p_values_by(rows: &[Contrast<'_>], p: impl Fn(&MeasureEstimates, usize) -> Option<f64>) -> PValues {
    PValues::new(rows.iter().map(|row| p(row.estimates, row.arm)).collect())
}

/// p-values of all rows, alone and Holm-adjusted.
#[derive(Debug)]
pub struct PValues {
    alone: Vec<Option<f64>>,
    adjusted: Vec<Option<f64>>,
}

impl PValues {
    /// Returns the p-values with their adjustments.
    pub(crate) fn new(alone: Vec<Option<f64>>) -> PValues {
        PValues { adjusted: Adjustment::Holm.adjust_known(&alone), alone }
    }

    /// Returns the unadjusted p-value of a row.
    pub(crate) fn unadjusted(&self, place: usize) -> Option<f64> {
        self.alone[place]
    }

    /// Returns the adjusted p-value of a row.
    pub(crate) fn adjusted(&self, place: usize) -> Option<f64> {
        self.adjusted[place]
    }

    /// Returns `true` if the adjusted p-value of a row is below the level.
    pub(crate) fn is_found(&self, place: usize) -> bool {
        self.adjusted(place).is_some_and(|p| p < ALPHA)
    }
}
