//! Flags about words.

use std::path::PathBuf;

use clap::Args;
use overhear_lab::setup::{AssociationFile, Language, OtherSpace, WordFiles};

use super::{Choice, choice};

/// Languages of the deck: all that the engine has.
pub(in crate::cli) const LANGUAGES: &[Choice<Language>] = &named_languages();

/// Returns each language with its code and its name. A loop, because `map` is not const.
const fn named_languages() -> [Choice<Language>; Language::ALL.len()] {
    let mut choices = [(Language::English, "", ""); Language::ALL.len()];
    let mut place = 0;
    while place < choices.len() {
        let language = Language::ALL[place];
        choices[place] = (language, language.code(), language.name());
        place += 1;
    }
    choices
}

/// The word files.
#[derive(Debug, Args)]
pub(crate) struct WordArgs {
    /// Word embedding: GloVe or fastText text, word2vec binary, or a file of `space import` [default: built
    /// in]
    #[arg(long, value_name = "FILE", help_heading = "Words")]
    pub(crate) space: Option<PathBuf>,
    /// Keyword deck: CSV with a column `card` and one for each language, or a word a line [default: built in]
    #[arg(long, value_name = "FILE", help_heading = "Words")]
    pub(crate) deck: Option<PathBuf>,
    /// Language of the game: of the deck, the clues and their law
    #[arg(long, value_parser = choice(LANGUAGES), default_value = "en", help_heading = "Words")]
    pub(crate) lang: Language,
    /// Another embedding, or `built-in`, for agents with space=NAME in their SPEC (repeatable)
    #[arg(long, value_name = "NAME=FILE", help_heading = "Words")]
    pub(crate) other_space: Vec<OtherSpace>,
    /// CSV with columns `keyword`, `clue`, `weight`: P(clue | keyword) for agents with associations=NAME in
    /// their SPEC (repeatable)
    #[arg(long, value_name = "NAME=FILE", help_heading = "Words")]
    pub(crate) associations: Vec<AssociationFile>,
    /// Number of most frequent words from which automatic players choose clues [default: 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(256..), help_heading = "Words")]
    pub(crate) vocabulary: Option<u32>,
}

impl WordArgs {
    /// Returns the word files.
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
