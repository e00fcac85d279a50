//! Grouping of clues in word statistics.

use serde::{Deserialize, Serialize};

/// Subject of a row of the word statistics; the `--by` flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", try_from = "String")]
pub enum GroupBy {
    /// A keyword.
    Keyword,
    /// A card, with all of its keywords.
    Card,
    /// Two keywords of one team: clues for the first that are taken for the second.
    Pair,
}

impl TryFrom<String> for GroupBy {
    type Error = String;

    fn try_from(name: String) -> Result<GroupBy, String> {
        GroupBy::ALL
            .into_iter()
            .find(|cut| cut.name() == name)
            .ok_or_else(|| format!("no `{name}`; there are {}", GroupBy::ALL.map(GroupBy::name).join(", ")))
    }
}

impl GroupBy {
    /// Every grouping.
    pub const ALL: [GroupBy; 3] = [GroupBy::Keyword, GroupBy::Card, GroupBy::Pair];

    /// Returns the name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            GroupBy::Keyword => "keyword",
            GroupBy::Card => "card",
            GroupBy::Pair => "pair",
        }
    }

    /// Returns the name of the result file.
    pub const fn file(self) -> &'static str {
        match self {
            GroupBy::Keyword => "keywords.csv",
            GroupBy::Card => "cards.csv",
            GroupBy::Pair => "pairs.csv",
        }
    }
}
