//! `sim-cli space`.

use std::path::PathBuf;

use clap::Subcommand;

use super::{DisplayArgs, WordArgs};

/// What to do about the word space.
#[derive(Debug, Subcommand)]
pub(crate) enum SpaceCommand {
    /// Say how large the space, its clue vocabulary and the deck are
    Info {
        #[command(flatten)]
        words: WordArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// List the words nearest to a word or phrase, by cosine
    Near {
        /// The word or phrase
        word: String,
        /// How many words to list
        #[arg(long, short = 'n', value_name = "N", default_value = "10",
              value_parser = clap::value_parser!(u32).range(1..))]
        count: u32,
        /// Word space [default: built in]
        #[arg(long, value_name = "FILE")]
        space: Option<PathBuf>,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Convert a space of another program into a file that is read fast
    Import {
        /// GloVe or fastText text (.txt, .vec), or word2vec binary (.bin)
        file: PathBuf,
        /// The file to write [default: in the working directory, the name of FILE with the ending .space]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// How many words to keep, from the top
        #[arg(long, value_name = "N", default_value = "60000", value_parser = clap::value_parser!(u32).range(1..))]
        words: u32,
        /// How many directions common to all words to remove
        #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(0..=32))]
        components: u8,
        /// Replaces an existing file
        #[arg(long)]
        force: bool,
        #[command(flatten)]
        display: DisplayArgs,
    },
}
