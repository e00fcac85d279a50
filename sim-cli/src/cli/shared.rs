//! Flags that several commands share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::OtherSpace;

/// What standard output gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A table on a terminal, CSV otherwise
    Auto,
    /// A table for people
    Table,
    /// Comma-separated values
    Csv,
    /// JSON
    Json,
}

/// Whether to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorMode {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How results look.
#[derive(Clone, Debug, Args)]
pub(crate) struct DisplayArgs {
    /// What standard output gets; auto: a table on a terminal, CSV otherwise
    #[arg(long, value_enum, default_value = "auto", help_heading = "Output")]
    pub(crate) format: Format,
    /// Whether to use colour; auto: on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN", help_heading = "Output")]
    pub(crate) color: ColorMode,
}

/// A language that the deck can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// French
    Fr,
    /// Italian
    It,
    /// Swedish
    Sv,
}

impl Language {
    /// The language of a deck's column.
    pub(crate) fn named(code: &str) -> Option<Language> {
        Language::value_variants().iter().copied().find(|language| language.code() == code)
    }

    /// The name of the deck's column.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Fr => "fr",
            Language::It => "it",
            Language::Sv => "sv",
        }
    }
}

/// Where the words come from.
#[derive(Debug, Args)]
pub(crate) struct WordArgs {
    /// Word space: GloVe or fastText text, word2vec binary, or what `space import` writes [default: built in]
    #[arg(long, value_name = "FILE", help_heading = "Words")]
    pub(crate) space: Option<PathBuf>,
    /// Keyword deck: CSV with a column `card` and one for each language, or a word a line [default: built in]
    #[arg(long, value_name = "FILE", help_heading = "Words")]
    pub(crate) deck: Option<PathBuf>,
    /// Language that is played; any but English wants a --space
    #[arg(long, value_enum, default_value = "en", help_heading = "Words")]
    pub(crate) lang: Language,
    /// Another space, or `built-in`, in which agents with space=NAME in their SPEC think (repeatable)
    #[arg(long, value_name = "NAME=FILE", help_heading = "Words")]
    pub(crate) other_space: Vec<OtherSpace>,
}

impl WordArgs {
    /// The built-in English words.
    pub(crate) const fn built_in() -> WordArgs {
        WordArgs { space: None, deck: None, lang: Language::En, other_space: Vec::new() }
    }
}
