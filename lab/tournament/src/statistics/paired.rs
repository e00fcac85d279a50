//! Comparison of two observations of the same deals.

use std::path::PathBuf;

use crate::table::{Cell, Frame, NamedRow, counted};
use overhear_stats::{
    Equivalence, Estimate, Interval, PairedShares, equivalence, paired_difference, sign_flip_p_value,
    student_p_value,
};

use super::observed::{ObservedTable, precise};
use crate::error::LabError;
use crate::setup::ranges;

/// Configuration of a paired comparison from a file with a row for each deal.
#[derive(Clone, Debug)]
pub struct PairedConfig {
    /// The CSV file.
    pub file: PathBuf,
    /// Columns with the observations.
    pub columns: PairedColumns,
    /// Equivalence margin; `None` for no test of equivalence.
    pub margin: Option<f64>,
    /// Level of that test.
    pub alpha: f64,
    /// Number of random flips in the sign-flip test. For few differences all flips are enumerated.
    pub flips: u32,
    /// Seed of the flips.
    pub seed: u64,
}

impl Default for PairedConfig {
    fn default() -> PairedConfig {
        PairedConfig {
            file: PathBuf::new(),
            columns: PairedColumns::Difference(String::new()),
            margin: None,
            alpha: 0.05,
            flips: 10_000,
            seed: 1,
        }
    }
}

/// Columns with the observations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairedColumns {
    /// Columns of A and of B.
    Both(String, String),
    /// Column of the differences, B minus A.
    Difference(String),
}

/// Returns the difference of two shares with Newcombe's 95 % interval, as A minus B and as B minus A.
///
/// # Errors
/// Returns an error if all counts are 0.
///
/// ```
/// use overhear_tournament::statistics::paired_shares;
/// use overhear_stats::PairedShares;
/// let frame = paired_shares(&PairedShares { both: 36, only_a: 12, only_b: 2, neither: 0 })?;
/// assert_eq!(frame.rows()[0][..3], ["50", "0.960000000", "0.760000000"]);
/// # Ok::<(), overhear_tournament::LabError>(())
/// ```
pub fn paired_shares(shares: &PairedShares) -> Result<Frame, LabError> {
    let difference =
        shares.difference().map_err(|_| LabError::usage("all counts are 0; give at least one deal"))?;
    let deals = shares.deals();
    let [a, b] = [shares.only_a, shares.only_b].map(|only| (shares.both + only) as f64 / deals as f64);
    let mut frame = Frame::new("stats paired");
    let ends = difference.interval;
    NamedRow::new(&mut frame)
        .put_all([
            ("deals", Cell::Count(deals)),
            ("share_a", precise(a)),
            ("share_b", precise(b)),
            ("difference", precise(difference.value)),
            ("b_minus_a", precise(b - a)),
        ])
        .put_ends("difference", Some(ends), precise)
        .put_ends("b_minus_a", Some(Interval { low: -ends.high, high: -ends.low }), precise)
        .end();
    Ok(frame)
}

/// Observations under A and B. Given differences are stored as B, with zeros as A.
struct PairedSamples {
    a: Vec<f64>,
    b: Vec<f64>,
    both: bool,
    /// The sentence on rows that are left out, if there are any.
    remark: Option<String>,
}

impl PairedSamples {
    fn read(config: &PairedConfig) -> Result<PairedSamples, LabError> {
        let table = ObservedTable::read(&config.file)?;
        let names: Vec<&str> = match &config.columns {
            PairedColumns::Both(a, b) => vec![a, b],
            PairedColumns::Difference(column) => vec![column],
        };
        let mut complete = table.complete_rows(&names, None)?;
        let b = complete.columns.pop().unwrap_or_default();
        let a = complete.columns.pop();
        let both = a.is_some();
        Ok(PairedSamples { a: a.unwrap_or_else(|| vec![0.0; b.len()]), b, both, remark: complete.remark })
    }

    fn differences(&self) -> Vec<f64> {
        self.a.iter().zip(&self.b).map(|(a, b)| b - a).collect()
    }

    /// Returns the sum of both variances over the variance of the difference; `None` if all differences are
    /// equal.
    fn variance_ratio(&self) -> Option<f64> {
        let differences = self.differences();
        let [a, b, difference] = [&self.a, &self.b, &differences].map(|values| squares(values));
        (self.both && difference > 0.0).then(|| (a + b) / difference)
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn squares(values: &[f64]) -> f64 {
    let mean = mean(values);
    values.iter().map(|value| (value - mean) * (value - mean)).sum()
}

/// Returns the mean of B minus A with Student's 95 % interval and p-value, the sign-flip test, the gain from
/// sharing deals, and with a margin an equivalence test (two one-sided tests). Rows without a number are left out, and
/// `remark` receives how many.
///
/// # Errors
/// Returns an error for a file without such columns or numbers, by line and column, and for fewer than two
/// rows.
pub fn paired_numbers(args: &PairedConfig, remark: impl FnMut(String)) -> Result<Frame, LabError> {
    ranges::FLIPS.check(args.flips.into())?;
    let (mut observed, path) = (PairedSamples::read(args)?, &args.file);
    observed.remark.take().into_iter().for_each(remark);
    let deals = observed.b.len() as u64;
    if deals < 2 {
        let few = format_args!("{} with numbers; give at least two", counted(deals, "row"));
        return Err(LabError::content(path.display(), few));
    }
    let difference = paired_difference(&observed.a, &observed.b).ok_or_else(|| {
        LabError::content(path.display(), "the numbers are too large for their differences and squares")
    })?;
    let alike = difference.se <= 0.0;
    let close = args.margin.filter(|_| !alike);
    let close = close.and_then(|margin| equivalence(&difference, deals - 1, margin, args.alpha));
    let mut frame = Frame::new("stats paired --file");
    let means = [&observed.a, &observed.b].map(|values| observed.both.then(|| mean(values)));
    let row = NamedRow::new(&mut frame).put_all([
        ("deals", Cell::Count(deals)),
        ("mean_a", precise(means[0])),
        ("mean_b", precise(means[1])),
        ("p_sign_flip", precise(sign_flip_p_value(&observed.differences(), args.flips, args.seed))),
        ("variance_ratio", precise(observed.variance_ratio())),
        ("margin", precise(args.margin)),
    ]);
    closeness(tested(row, &difference, deals - 1), close).end();
    Ok(frame)
}

/// Adds the difference with its interval and Student's test. These stay empty if all differences are equal,
/// because their spread is then unknown.
fn tested<'a>(row: NamedRow<'a>, difference: &Estimate, freedom: u64) -> NamedRow<'a> {
    let known = Some(difference).filter(|difference| difference.se > 0.0);
    row.put_all([
        ("b_minus_a", precise(difference.value)),
        ("standard_error", precise(difference.se)),
        ("t", precise(known.map(|difference| difference.value / difference.se))),
        ("p_t", precise(known.and_then(|difference| student_p_value(difference, freedom)))),
    ])
    .put_ends("b_minus_a", known.map(|difference| difference.interval), precise)
}

fn closeness(row: NamedRow<'_>, equivalence: Option<Equivalence>) -> NamedRow<'_> {
    let verdict = equivalence.map_or("", |equivalence| if equivalence.equivalent { "yes" } else { "no" });
    row.put("p_equivalence", precise(equivalence.map(|equivalence| equivalence.p_value)))
        .put("equivalent", Cell::text(verdict))
        .put_range(
            ["equivalence_low", "equivalence_high"],
            equivalence.map(|equivalence| equivalence.interval),
            precise,
        )
}
