//! A number together with its interval, found by the schema's declaration of interval columns.

use overhear_stats::{Estimate, Interval};

use super::{FileEntry, fixed, with_interval};

/// Decimals of shares, rates, and numbers of bits and nats in files.
pub(super) const DECIMALS: usize = 6;

/// Decimals of ratings and of Elo points in files.
pub const ELO_DECIMALS: usize = 3;

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredValue {
    /// The number.
    pub value: f64,
    /// The interval; `None` if unknown or unbounded.
    pub interval: Option<Interval>,
}

impl From<Estimate> for MeasuredValue {
    fn from(estimate: Estimate) -> MeasuredValue {
        MeasuredValue { value: estimate.value, interval: Some(estimate.interval) }
    }
}

impl MeasuredValue {
    /// Returns the number and the ends as files have them, with six decimals; `None` unless the number is finite.
    pub fn as_in_files(self) -> Option<MeasuredValue> {
        self.rounded(DECIMALS)
    }

    /// Returns the number and the ends with so many decimals; `None` unless the number is finite, and no interval unless both
    /// ends are.
    pub fn rounded(self, decimals: usize) -> Option<MeasuredValue> {
        let value = rounded(self.value, decimals)?;
        let interval = self.interval.and_then(|Interval { low, high }| {
            Some(Interval { low: rounded(low, decimals)?, high: rounded(high, decimals)? })
        });
        Some(MeasuredValue { value, interval })
    }

    /// Returns the number of a column with its first interval, read by `number`; `None` if undefined.
    ///
    /// The schema declares the columns of the interval, so the ends of another column cannot be read by
    /// mistake.
    pub fn read(
        table: &FileEntry,
        column: &str,
        number: impl Fn(&str) -> Option<f64>,
    ) -> Option<MeasuredValue> {
        let value = number(column)?;
        let ends = table.intervals(column).next();
        let interval = ends.and_then(|ends| ends_of(ends, number));
        Some(MeasuredValue { value, interval })
    }

    /// Returns the number of a column with the interval whose lower end is the column `lower`; `None` if
    /// undefined.
    ///
    /// # Panics
    /// Panics if the schema declares no such interval. Column names are constants of the program.
    pub fn read_within(
        table: &FileEntry,
        [column, lower]: [&str; 2],
        number: impl Fn(&str) -> Option<f64>,
    ) -> Option<MeasuredValue> {
        let ends = table.intervals(column).find(|[low, _]| *low == lower);
        let ends = ends.unwrap_or_else(|| panic!("{}: `{lower}` is not an end of `{column}`", table.file));
        Some(MeasuredValue { value: number(column)?, interval: ends_of(ends, number) })
    }

    /// Returns the number multiplied by a factor.
    #[must_use]
    pub fn scaled(self, factor: f64) -> MeasuredValue {
        self.mapped(|number| factor * number)
    }

    /// Returns 1 minus the number: the share of the other side.
    #[must_use]
    pub fn complement(self) -> MeasuredValue {
        self.mapped(|number| 1.0 - number)
    }

    /// Returns the image under a monotone function.
    fn mapped(self, monotone: impl Fn(f64) -> f64) -> MeasuredValue {
        MeasuredValue { value: monotone(self.value), interval: self.interval.map(|ends| ends.map(&monotone)) }
    }

    /// Returns the number, the lower and the upper end; `None` without an interval.
    pub fn numbers(self) -> Option<[f64; 3]> {
        self.interval.map(|Interval { low, high }| [self.value, low, high])
    }

    /// A share in a sentence, rounded from what files have: `81.2 of 100 (80.1 to 82.3)`.
    pub fn percent(self) -> String {
        let MeasuredValue { value, interval } = self.as_in_files().unwrap_or(self);
        let ends = interval.map(|ends| format!(" ({} to {})", percent(ends.low), percent(ends.high)));
        format!("{} of 100{}", percent(value), ends.unwrap_or_default())
    }

    /// Returns the number with `digits` decimals and its interval, for display.
    pub fn text(self, digits: usize) -> String {
        with_interval(self.value, self.interval, digits)
    }
}

/// Returns a share, a rate or a number of bits as files have it, with six decimals; `None` unless it is finite.
pub fn in_files(number: f64) -> Option<f64> {
    rounded(number, DECIMALS)
}

fn percent(share: f64) -> String {
    fixed(100.0 * share, 1)
}

fn rounded(number: f64, decimals: usize) -> Option<f64> {
    if number.is_finite() { fixed(number, decimals).parse().ok() } else { None }
}

fn ends_of([lower, upper]: [&str; 2], number: impl Fn(&str) -> Option<f64>) -> Option<Interval> {
    Some(Interval { low: number(lower)?, high: number(upper)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a cell of a row of keywords.csv; the interval belongs to the shrunk rate, not to the observed
    /// rate.
    fn cell(column: &str) -> Option<f64> {
        let cells =
            [("missed_rate", 0.018), ("missed_shrunk", 0.034), ("missed_low", 0.02), ("missed_high", 0.056)];
        cells.into_iter().find(|(name, _)| *name == column).map(|(_, value)| value)
    }

    #[test]
    fn a_number_never_takes_the_interval_of_its_neighbour() {
        let words = FileEntry::find("keywords.csv");
        let observed = MeasuredValue::read(words, "missed_rate", cell);
        assert_eq!(observed, Some(MeasuredValue { value: 0.018, interval: None }));
        let likely = MeasuredValue::read(words, "missed_shrunk", cell);
        let interval = Some(Interval { low: 0.02, high: 0.056 });
        assert_eq!(likely, Some(MeasuredValue { value: 0.034, interval }));
        assert_eq!(MeasuredValue::read(words, "overheard_shrunk", cell), None);
    }

    #[test]
    fn one_of_several_intervals_is_asked_for_by_its_lower_end() {
        let compared = FileEntry::find("rules.csv");
        let number = |column: &str| match column {
            "difference" => Some(0.5),
            "difference_low" => Some(0.4),
            "difference_high" => Some(0.6),
            "anytime_low" => Some(0.3),
            "anytime_high" => Some(0.7),
            _ => None,
        };
        let ends = |lower| MeasuredValue::read_within(compared, ["difference", lower], number)?.numbers();
        assert_eq!(ends("difference_low"), Some([0.5, 0.4, 0.6]));
        assert_eq!(ends("anytime_low"), Some([0.5, 0.3, 0.7]));
        assert_eq!(ends("overall_low"), None, "it is not known in this row");
    }

    #[test]
    fn a_number_in_files_has_six_decimals() {
        let third =
            MeasuredValue { value: 1.0 / 3.0, interval: Some(Interval { low: 0.25, high: 2.0 / 3.0 }) };
        assert_eq!(third.as_in_files().and_then(MeasuredValue::numbers), Some([0.333_333, 0.25, 0.666_667]));
        let open = MeasuredValue { value: 0.5, interval: Some(Interval { low: 0.25, high: f64::INFINITY }) };
        assert_eq!(open.as_in_files(), Some(MeasuredValue { value: 0.5, interval: None }));
        assert_eq!(third.rounded(2).and_then(MeasuredValue::numbers), Some([0.33, 0.25, 0.67]));
        assert_eq!(MeasuredValue { value: f64::NAN, interval: None }.as_in_files(), None);
    }

    #[test]
    #[should_panic(expected = "`value_a_low` is not an end of `value_a`")]
    fn an_interval_that_is_not_declared_is_a_mistake_of_the_program() {
        let _ =
            MeasuredValue::read_within(FileEntry::find("rules.csv"), ["value_a", "value_a_low"], |_| None);
    }

    #[test]
    fn units_and_the_other_side_turn_the_interval_along() {
        let share = MeasuredValue { value: 0.25, interval: Some(Interval { low: 0.125, high: 0.5 }) };
        assert_eq!(share.complement().numbers(), Some([0.75, 0.5, 0.875]));
        assert_eq!(share.scaled(100.0).text(1), "25.0 12.5–50.0");
        assert_eq!(MeasuredValue { interval: None, ..share }.text(2), "0.25");
        assert_eq!(share.percent(), "25.0 of 100 (12.5 to 50.0)");
        assert_eq!(MeasuredValue { interval: None, ..share }.percent(), "25.0 of 100");
    }
}
