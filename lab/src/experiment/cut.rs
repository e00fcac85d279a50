//! What clues are counted by.

use serde::{Deserialize, Serialize};

/// What has a row of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", try_from = "String")]
pub enum Cut {
    /// A keyword.
    Keyword,
    /// A card, with all of its keywords.
    Card,
    /// Two keywords of one team: clues for the one that are taken for the other.
    Pair,
}

impl TryFrom<String> for Cut {
    type Error = String;

    fn try_from(name: String) -> Result<Cut, String> {
        let known = || format!("no `{name}`; there are {}", Cut::ALL.map(Cut::name).join(", "));
        Cut::ALL.into_iter().find(|cut| cut.name() == name).ok_or_else(known)
    }
}

impl Cut {
    /// Every cut.
    pub const ALL: [Cut; 3] = [Cut::Keyword, Cut::Card, Cut::Pair];

    /// The name in a command.
    pub const fn name(self) -> &'static str {
        match self {
            Cut::Keyword => "keyword",
            Cut::Card => "card",
            Cut::Pair => "pair",
        }
    }

    /// Its file.
    pub const fn file(self) -> &'static str {
        match self {
            Cut::Keyword => "keywords.csv",
            Cut::Card => "cards.csv",
            Cut::Pair => "pairs.csv",
        }
    }
}
