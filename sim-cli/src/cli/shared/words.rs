//! Flags about words.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::OtherSpace;

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

    /// The files that are read for them.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let others = self.other_space.iter().filter_map(OtherSpace::file);
        [&self.space, &self.deck].into_iter().filter_map(|file| file.as_deref()).chain(others)
    }

    /// The flags that say the same, by name; what is as usual is left out.
    pub(crate) fn flags(&self) -> Vec<(&'static str, String)> {
        let file =
            |name, path: &Option<PathBuf>| path.as_ref().map(|path| (name, path.display().to_string()));
        let lang = (self.lang != Language::En).then(|| ("lang", self.lang.code().to_owned()));
        let flags = file("space", &self.space).into_iter().chain(file("deck", &self.deck)).chain(lang);
        flags.chain(self.other_space.iter().map(|other| ("other-space", other.to_string()))).collect()
    }
}
