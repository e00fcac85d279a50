//! `sim-cli space`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use overhear_lab::setup::{Language, WordFiles};
use overhear_lab::spaces::ImportConfig;

use super::shared::named;
use super::{Declared, DisplayArgs};

/// Commands about word embeddings.
#[derive(Debug, Subcommand)]
pub(crate) enum SpaceCommand {
    /// Show the size of the embedding, its clue vocabulary and the deck
    Info {
        #[command(flatten)]
        words: Declared<WordFiles>,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// List the words nearest to a word or phrase, by cosine
    Near {
        /// The word or phrase
        word: String,
        /// Number of words to list
        #[arg(long, short = 'n', value_name = "N", default_value = "10",
              value_parser = clap::value_parser!(u32).range(1..))]
        count: u32,
        /// Word embedding [default: built in]
        #[arg(long, value_name = "FILE")]
        space: Option<PathBuf>,
        /// Language of the built-in space
        #[arg(long, value_parser = named::<Language>(), default_value = "en")]
        lang: Language,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Convert an embedding of another program to a fast format, and list the keywords it lacks
    Import(ImportArgs),
}

/// Arguments of `space import`.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// GloVe or fastText text (.txt, .vec), word2vec binary (.bin), or a numpy array (.npy)
    pub(crate) file: PathBuf,
    /// Words of a numpy array, one a line
    #[arg(long, value_name = "FILE")]
    pub(crate) word_list: Option<PathBuf>,
    /// File to write [default: in the working directory, the name of FILE with the ending .space]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Number of words to keep, from the top; keywords of the deck are always kept
    #[arg(long, value_name = "N", default_value_t = ImportConfig::default().words as u32, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) words: u32,
    /// Number of common directions to remove
    #[arg(long, value_name = "N", default_value_t = ImportConfig::default().components as u8, value_parser = clap::value_parser!(u8).range(0..=32))]
    pub(crate) components: u8,
    /// Keyword deck that the embedding will serve [default: built in]
    #[arg(long, value_name = "FILE")]
    pub(crate) deck: Option<PathBuf>,
    /// Language of the deck
    #[arg(long, value_parser = named::<Language>(), default_value = "en")]
    pub(crate) lang: Language,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}
