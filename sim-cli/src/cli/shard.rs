//! Parts of a run, and what makes one of them again.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::DisplayArgs;

/// The most parts that a run can have.
const MOST: u64 = 1_000_000;

/// The I-th of N parts, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Shard {
    /// How many parts there are.
    pub(crate) of: u64,
    /// Which one it is.
    pub(crate) index: u64,
}

impl Shard {
    /// Reads `I/N`.
    pub(super) fn parse(text: &str) -> Result<Shard, String> {
        let parts =
            text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((index, of)) if (Shard { of, index }).is_sound() => Ok(Shard { of, index }),
            _ => Err(format!("`{text}`: write I/N, as in 3/7, with I from 1 to N and N at most {MOST}")),
        }
    }
}

impl Shard {
    /// Whether there is such a part.
    pub(crate) fn is_sound(self) -> bool {
        (1..=self.of).contains(&self.index) && self.of <= MOST
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Directories of all the shards, in any order
    #[arg(value_name = "DIR", required = true)]
    pub(crate) shards: Vec<PathBuf>,
    /// Directory for the result files
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: PathBuf,
    /// Replaces an earlier result in --out
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
    /// Merges shards that another build of the program has played; the manifest will say so
    #[arg(long)]
    pub(crate) allow_other_build: bool,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!(Shard::parse("3/7"), Ok(Shard { of: 7, index: 3 }));
        for text in ["0/7", "8/7", "3", "3/", "/7", "1/0", "a/b", "1/2/3", "1/1000001", "-1/3"] {
            assert!(Shard::parse(text).is_err(), "{text}");
        }
    }
}
