//! `sim-cli stats paired --file`: numbers that were observed on the same deals.

use std::path::Path;

use overhear_lab::table::{Cell, Frame};
use overhear_stats::{
    Equivalence, Estimate, PairedShares, equivalence, paired_difference, sign_flip_p_value, student_p_value,
};

use super::observed::{Table, precise};
use crate::cli::PairedArgs;
use crate::failure::Failure;

/// From counts, or from a file.
pub(super) fn frame(args: &PairedArgs) -> Result<Frame, Failure> {
    match (&args.file, args.counts.as_deref()) {
        (Some(path), _) => numbers(args, path),
        (None, Some(&[both, only_a, only_b, neither])) => {
            shares(&PairedShares { both, only_a, only_b, neither })
        }
        (None, _) => Err(Failure::usage("four counts go here, or --file")),
    }
}

/// Newcombe's interval of a difference of shares.
fn shares(shares: &PairedShares) -> Result<Frame, Failure> {
    let difference =
        shares.difference().map_err(|_| Failure::usage("there are no deals: all counts are 0"))?;
    let deals = shares.deals();
    let [a, b] = [shares.only_a, shares.only_b].map(|only| (shares.both + only) as f64 / deals as f64);
    let mut frame = Frame::of("stats paired");
    let mut row = vec![Cell::Count(deals)];
    let (value, ends) = (difference.value, difference.interval);
    row.extend([a, b, value, ends.low, ends.high, b - a, -ends.high, -ends.low].map(precise));
    frame.push(row);
    Ok(frame)
}

/// What was observed under A and under B; differences alone are taken for B, with nothing under A.
struct Observed {
    a: Vec<f64>,
    b: Vec<f64>,
    both: bool,
}

impl Observed {
    fn read(args: &PairedArgs, path: &Path) -> Result<Observed, Failure> {
        let table = Table::read(path)?;
        match (&args.a, &args.b, &args.column) {
            (Some(a), Some(b), _) => Ok(Observed { a: table.column(a)?, b: table.column(b)?, both: true }),
            (_, _, Some(column)) => {
                let b = table.column(column)?;
                Ok(Observed { a: vec![0.0; b.len()], b, both: false })
            }
            _ => Err(Failure::flag(
                "file",
                "two columns go with it, --a and --b, or one of differences, --column",
            )),
        }
    }

    fn differences(&self) -> Vec<f64> {
        self.a.iter().zip(&self.b).map(|(a, b)| b - a).collect()
    }

    /// The variances of both together over that of the difference; nothing if all differences are alike.
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

fn numbers(args: &PairedArgs, path: &Path) -> Result<Frame, Failure> {
    let observed = Observed::read(args, path)?;
    let deals = observed.b.len() as u64;
    let found = paired_difference(&observed.a, &observed.b).ok_or_else(|| {
        Failure::content(path.display(), format_args!("{deals} rows with numbers; at least two go here"))
    })?;
    if ![found.value, found.se, found.interval.low, found.interval.high]
        .iter()
        .all(|number| number.is_finite())
    {
        return Err(Failure::content(
            path.display(),
            "the numbers are too large for their differences and squares",
        ));
    }
    let alike = found.se <= 0.0;
    let close = args.margin.filter(|_| !alike);
    let close = close.and_then(|margin| equivalence(&found, deals - 1, margin, args.alpha));
    let mut frame = Frame::of("stats paired --file");
    let means = [&observed.a, &observed.b].map(|values| observed.both.then(|| mean(values)));
    let mut row = vec![Cell::Count(deals)];
    row.extend(means.map(precise));
    row.extend(difference(&found, deals - 1));
    let flipped = sign_flip_p_value(&observed.differences(), args.flips, args.seed);
    row.push(precise(flipped));
    row.push(precise(observed.variance_ratio()));
    row.push(precise(args.margin));
    row.extend(closeness(close));
    frame.push(row);
    Ok(frame)
}

/// The difference with its interval, and Student's test; where all differences are alike nothing is known of their spread,
/// and these are empty.
fn difference(found: &Estimate, freedom: u64) -> [Cell; 6] {
    let known = Some(found).filter(|found| found.se > 0.0);
    [
        precise(found.value),
        precise(known.map(|found| found.interval.low)),
        precise(known.map(|found| found.interval.high)),
        precise(found.se),
        precise(known.map(|found| found.value / found.se)),
        precise(known.map(|found| student_p_value(found, freedom))),
    ]
}

fn closeness(found: Option<Equivalence>) -> [Cell; 4] {
    let verdict = found.map_or("", |found| if found.equivalent { "yes" } else { "no" });
    [
        precise(found.map(|found| found.interval.low)),
        precise(found.map(|found| found.interval.high)),
        precise(found.map(|found| found.p_value)),
        Cell::text(verdict),
    ]
}
