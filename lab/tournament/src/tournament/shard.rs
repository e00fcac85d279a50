//! Parts of a run.

use crate::settings::text_item;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::setup::ranges::SHARDS;
use crate::table::counted;

/// Error message for a part without a seed.
pub const NO_SEED: &str = "every part needs the seed of the run; give one";

/// Part `index` of `of` parts, counted from 1. Only valid numbers can be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "ShardNumbers")]
pub struct Shard {
    of: u64,
    index: u64,
}

/// The unchecked numbers of a part in a file.
#[derive(Deserialize)]
struct ShardNumbers {
    of: u64,
    index: u64,
}

impl TryFrom<ShardNumbers> for Shard {
    type Error = LabError;

    fn try_from(ShardNumbers { of, index }: ShardNumbers) -> Result<Shard, LabError> {
        Shard::new(index, of)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `I/N`.
    fn from_str(text: &str) -> Result<Shard, String> {
        let parts =
            text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((index, of)) if is_sound(index, of) => Ok(Shard { of, index }),
            _ => Err(format!(
                "`{text}`: write I/N, as in 3/7, with I from 1 to N and N at most {}",
                SHARDS.high
            )),
        }
    }
}

impl Shard {
    /// The whole run as a single part.
    pub const WHOLE: Shard = Shard { of: 1, index: 1 };

    /// Returns the part `index` of `of` parts, from 1.
    ///
    /// ```
    /// use overhear_tournament::tournament::Shard;
    /// assert_eq!(Shard::new(3, 7)?, "3/7".parse()?);
    /// assert_eq!(Shard::new(0, 7).map_err(|error| error.about()), Err(Some("shard")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the index is out of range, or if there are more parts than [`SHARDS`] allows.
    pub fn new(index: u64, of: u64) -> Result<Shard, LabError> {
        if is_sound(index, of) {
            return Ok(Shard { of, index });
        }
        let message =
            format_args!("there is no such part: the first is 1, and there are at most {}", SHARDS.high);
        Err(LabError::setting(("shard", format_args!("{index}/{of}")), message))
    }

    /// Returns an error if there are more parts than deals.
    ///
    /// # Errors
    /// Returns an error for more parts than deals.
    pub fn divides(self, deals: u64) -> Result<(), LabError> {
        if self.of <= deals {
            return Ok(());
        }
        let message = format_args!("the run has only {} to share", counted(deals, "deal"));
        Err(LabError::setting(("shard", self), message))
    }

    /// Returns the number of parts.
    pub const fn count(self) -> u64 {
        self.of
    }

    /// Returns the index of the part, from 1.
    pub const fn index(self) -> u64 {
        self.index
    }

    /// Returns the range of the part in `deals` deals.
    pub fn range(self, deals: u64) -> Range<u64> {
        self.end_of(self.index - 1, deals)..self.end_of(self.index, deals)
    }

    /// Returns the end of a part in `deals` deals; 0 for a part of index 0.
    fn end_of(self, index: u64, deals: u64) -> u64 {
        (u128::from(deals) * u128::from(index) / u128::from(self.of)) as u64
    }
}

/// Returns `true` if the index and the number of parts are valid.
fn is_sound(index: u64, of: u64) -> bool {
    (1..=of).contains(&index) && of <= SHARDS.high
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

text_item!(Shard, Text, ToString::to_string);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!("3/7".parse(), Ok(Shard { of: 7, index: 3 }));
        assert_eq!(serde_json::from_str(r#"{"of":7,"index":3}"#).ok(), Shard::new(3, 7).ok());
        for text in [r#"{"of":0,"index":0}"#, r#"{"of":7,"index":8}"#, r#"{"of":7,"index":0}"#] {
            let error = serde_json::from_str::<Shard>(text).expect_err(text).to_string();
            assert!(error.contains("there is no such part"), "{error}");
        }
        for text in ["0/7", "8/7", "3", "3/", "/7", "1/0", "a/b", "1/2/3", "1/1000001", "-1/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
