//! Flags about words.

use std::path::PathBuf;

use clap::Args;
use overhear_lab::setup::{AssociationFile, Language, OtherSpace, WordFiles};

use super::{Choice, choice};

/// The languages of the deck.
pub(in crate::cli) const LANGUAGES: &[Choice<Language>] = &[
    (Language::English, Language::English.code(), "English"),
    (Language::French, Language::French.code(), "French"),
    (Language::Italian, Language::Italian.code(), "Italian"),
    (Language::Swedish, Language::Swedish.code(), "Swedish"),
];

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
    #[arg(long, value_parser = choice(LANGUAGES), default_value = "en", help_heading = "Words")]
    pub(crate) lang: Language,
    /// Another space, or `built-in`, in which agents with space=NAME in their SPEC think (repeatable)
    #[arg(long, value_name = "NAME=FILE", help_heading = "Words")]
    pub(crate) other_space: Vec<OtherSpace>,
    /// CSV with columns `keyword`, `clue`, `weight`: P(clue | keyword) for agents with associations=NAME in
    /// their SPEC (repeatable)
    #[arg(long, value_name = "NAME=FILE", help_heading = "Words")]
    pub(crate) associations: Vec<AssociationFile>,
    /// Number of of the space's most frequent words automatic players choose their clues from [default:
    /// 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(256..), help_heading = "Words")]
    pub(crate) vocabulary: Option<u32>,
}

impl WordArgs {
    /// Returns the files that are asked for.
    pub(crate) fn files(&self) -> WordFiles {
        let WordArgs { space, deck, lang, other_space, associations, vocabulary } = self;
        WordFiles {
            space: space.clone(),
            deck: deck.clone(),
            lang: *lang,
            other_space: other_space.clone(),
            associations: associations.clone(),
            vocabulary: vocabulary.map(|words| words as usize),
        }
    }
}
