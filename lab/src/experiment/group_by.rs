//! What clues are counted by.

use serde::{Deserialize, Serialize};

/// What has a row of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", try_from = "String")]
pub enum GroupBy {
    /// A keyword.
    Keyword,
    /// A card, with all of its keywords.
    Card,
    /// Two keywords of one team: clues for the one that are taken for the other.
    Pair,
}

impl TryFrom<String> for GroupBy {
    type Error = String;

    fn try_from(name: String) -> Result<GroupBy, String> {
        let known = || format!("no `{name}`; there are {}", GroupBy::ALL.map(GroupBy::name).join(", "));
        GroupBy::ALL.into_iter().find(|cut| cut.name() == name).ok_or_else(known)
    }
}

impl GroupBy {
    /// Every cut.
    pub const ALL: [GroupBy; 3] = [GroupBy::Keyword, GroupBy::Card, GroupBy::Pair];

    /// The name in a command.
    pub const fn name(self) -> &'static str {
        match self {
            GroupBy::Keyword => "keyword",
            GroupBy::Card => "card",
            GroupBy::Pair => "pair",
        }
    }

    /// Its file.
    pub const fn file(self) -> &'static str {
        match self {
            GroupBy::Keyword => "keywords.csv",
            GroupBy::Card => "cards.csv",
            GroupBy::Pair => "pairs.csv",
        }
    }
}
