//! Ranges of numbers.

use std::fmt;
use std::ops::RangeInclusive;

use crate::error::LabError;
use crate::table::grouped;

/// A setting that is a count, with its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountRange {
    /// Key of the setting.
    pub key: &'static str,
    /// Minimum.
    pub low: u64,
    /// Maximum.
    pub high: u64,
}

/// A setting that is a non-negative number, with its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberRange {
    /// Key of the setting.
    pub key: &'static str,
    /// `true` if 0 is excluded.
    pub above_zero: bool,
    /// Maximum.
    pub high: f64,
}

/// The range of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Of a count.
    Count(CountRange),
    /// Of a number that need not be whole.
    Number(NumberRange),
}

impl From<CountRange> for Range {
    fn from(range: CountRange) -> Range {
        Range::Count(range)
    }
}

impl From<NumberRange> for Range {
    fn from(range: NumberRange) -> Range {
        Range::Number(range)
    }
}

impl CountRange {
    /// Returns the range from minimum to maximum.
    pub const fn range(self) -> RangeInclusive<u64> {
        self.low..=self.high
    }

    /// Returns the count if it is in range.
    ///
    /// # Errors
    /// Returns an error that names the setting and its range.
    pub fn check(self, count: u64) -> Result<u64, LabError> {
        if self.range().contains(&count) {
            return Ok(count);
        }
        let message = format_args!("takes {} to {}", grouped(self.low), grouped(self.high));
        Err(LabError::setting((self.key, count), message))
    }
}

impl NumberRange {
    /// Returns `true` if a number is in range.
    pub fn contains(self, number: f64) -> bool {
        number <= self.high && if self.above_zero { number > 0.0 } else { number >= 0.0 }
    }

    /// Returns the number if it is in range.
    ///
    /// # Errors
    /// Returns an error that names the setting and its range; also for NaN.
    pub fn check(self, number: f64) -> Result<f64, LabError> {
        if self.contains(number) { Ok(number) } else { Err(LabError::setting((self.key, number), self)) }
    }
}

impl fmt::Display for NumberRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.above_zero {
            write!(f, "takes a number above 0, at most {}", self.high)
        } else {
            write!(f, "takes a number from 0 to {}", self.high)
        }
    }
}
