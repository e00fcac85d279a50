//! Parts of a run.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The most parts that a run can have.
const MOST: u64 = 1_000_000;

/// The I-th of N parts, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// How many parts there are.
    pub of: u64,
    /// Which one it is.
    pub index: u64,
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `I/N`.
    fn from_str(text: &str) -> Result<Shard, String> {
        let parts =
            text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((index, of)) if (Shard { of, index }).is_sound() => Ok(Shard { of, index }),
            _ => Err(format!("`{text}`: write I/N, as in 3/7, with I from 1 to N and N at most {MOST}")),
        }
    }
}

impl Shard {
    /// All of a run.
    pub(crate) const WHOLE: Shard = Shard { of: 1, index: 1 };

    /// Whether there is such a part.
    pub(crate) fn is_sound(self) -> bool {
        (1..=self.of).contains(&self.index) && self.of <= MOST
    }

    /// Its range of so many deals.
    pub(crate) fn range(self, deals: u64) -> Range<u64> {
        let cut = |part: u64| (u128::from(deals) * u128::from(part) / u128::from(self.of)) as u64;
        cut(self.index - 1)..cut(self.index)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!("3/7".parse(), Ok(Shard { of: 7, index: 3 }));
        for text in ["0/7", "8/7", "3", "3/", "/7", "1/0", "a/b", "1/2/3", "1/1000001", "-1/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
