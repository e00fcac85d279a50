//! The languages that the deck is in.

use serde::{Deserialize, Serialize};

/// A language that the deck can be in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
    /// Italian.
    It,
    /// Swedish.
    Sv,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 4] = [Language::En, Language::Fr, Language::It, Language::Sv];

    /// The language of a deck's column.
    pub fn named(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The name of the deck's column.
    pub const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Fr => "fr",
            Language::It => "it",
            Language::Sv => "sv",
        }
    }
}
