//! How what is found of many rows is held together.

use overhear_stats::{Adjustment, Interval};

use super::estimates::{ALPHA, MeasureEstimates};
use super::verdict::Decision;

/// One measure under one arm, beside the first.
#[derive(Clone, Copy)]
pub(super) struct Contrast<'a> {
    pub(super) estimates: &'a MeasureEstimates,
    pub(super) arm: usize,
}

/// How many rows are looked at together, so that no more than one run of twenty finds what there is not.
#[derive(Clone, Copy, Debug)]
pub(super) enum Multiplicity {
    /// P-values of all rows, adjusted (Holm 1979).
    Holm,
    /// Intervals that hold for all rows at once (Bonferroni).
    Bonferroni,
    /// Intervals that hold for all pairs of arms at once, by the largest |z|; decisions for all measures as well (Bonferroni).
    LargestZ,
    /// Intervals that hold at all looks of a run of so many deals, each but for a probability of `alpha`.
    Anytime { planned: u64, alpha: f64 },
}

/// What is found of a row, beside all others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judgement {
    /// What is decided.
    pub(super) decision: Option<Decision>,
    /// The interval of the difference for all arms at once, or at all looks.
    pub(super) interval: Option<Interval>,
    /// The interval of the difference for all rows at once.
    pub(super) overall: Option<Interval>,
    /// The p-value of "there is no difference" for all arms at once.
    pub(super) p: Option<f64>,
}

impl Multiplicity {
    /// What is found of each row; rows of one measure and matchup follow each other.
    pub(super) fn judge(self, rows: &[Contrast<'_>]) -> Vec<Judgement> {
        match self {
            Multiplicity::Holm => {
                let [differ, agree] = p_values(rows);
                let decision = |row| Decision::from_tests(differ.is_found(row), agree.is_found(row));
                (0..rows.len())
                    .map(|row| Judgement { decision: decision(row), ..Judgement::default() })
                    .collect()
            }
            Multiplicity::Bonferroni => {
                let level = 1.0 - ALPHA / rows.len() as f64;
                let by = |row: &Contrast<'_>| row.judged_by(row.estimates.interval_at(row.arm, level));
                rows.iter().map(|row| Judgement { interval: None, ..by(row) }).collect()
            }
            Multiplicity::Anytime { planned, alpha } => {
                let by = |row: &Contrast<'_>| row.judged_by(row.estimates.anytime(row.arm, planned, alpha));
                rows.iter().map(|row| Judgement { overall: None, ..by(row) }).collect()
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
    let of_measure = || rows.chunk_by(|a, b| std::ptr::eq(a.estimates, b.estimates));
    let measures = of_measure().count();
    let judge = |rows: &[Contrast<'_>]| {
        let largest = rows[0].estimates.largest_z();
        let level = |measures: usize| {
            let all = 1.0 - ALPHA / measures as f64;
            largest.as_ref().map_or(all, |largest| largest.level_of_each(all))
        };
        let [own, overall] = [1, measures].map(level);
        let of = |row: &Contrast<'_>| Judgement {
            interval: row.estimates.interval_at(row.arm, own),
            p: row.estimates.largest_z_p(row.arm, largest.as_ref()),
            ..row.judged_by(row.estimates.interval_at(row.arm, overall))
        };
        rows.iter().map(of).collect::<Vec<_>>()
    };
    of_measure().flat_map(judge).collect()
}

/// P-values of a difference, and of none that exceeds the margin.
pub(super) fn p_values(rows: &[Contrast<'_>]) -> [PValues; 2] {
    let of = |p: fn(&MeasureEstimates, usize) -> Option<f64>| {
        PValues::new(rows.iter().map(|row| p(row.estimates, row.arm)).collect())
    };
    [of(MeasureEstimates::difference_p), of(MeasureEstimates::equivalence_p)]
}

/// p-values of all rows, and the same raised for being many (Holm).
#[derive(Debug)]
pub(crate) struct PValues {
    alone: Vec<Option<f64>>,
    raised: Vec<Option<f64>>,
}

impl PValues {
    /// Raises them.
    pub(crate) fn new(alone: Vec<Option<f64>>) -> PValues {
        PValues { raised: Adjustment::Holm.adjust_known(&alone), alone }
    }

    /// One of them by itself.
    pub(crate) fn unadjusted(&self, place: usize) -> Option<f64> {
        self.alone[place]
    }

    /// One of them for being one of many.
    pub(crate) fn raised(&self, place: usize) -> Option<f64> {
        self.raised[place]
    }

    /// Returns `true` if the p-value in this place is small enough for being one of many.
    pub(crate) fn is_found(&self, place: usize) -> bool {
        self.raised(place).is_some_and(|p| p < ALPHA)
    }
}
