//! `sim-cli rules clue`.

use std::path::PathBuf;

use clap::Args;
use overhear_engine::rules::{Code, Slot};
use overhear_lab::setup::Language;

use super::DisplayArgs;
use super::shared::named;

/// A clue with its context.
#[derive(Debug, Args)]
pub(crate) struct ClueArgs {
    /// The clue: a word, a phrase or a sentence
    #[arg(required_unless_present = "file")]
    pub(crate) text: Option<String>,
    /// Judge each row of a CSV file with the columns keyword and clue, and print a table
    #[arg(long, value_name = "FILE", conflicts_with_all = ["text", "keywords", "meant", "given", "code", "lemma"])]
    pub(crate) file: Option<PathBuf>,
    /// Read cells of the file such as NA, none and ? as words, instead of refusing them as missing values
    #[arg(long, requires = "file")]
    pub(crate) missing_as_words: bool,
    /// A keyword of the team, in screen order (one to four times)
    #[arg(long = "keyword", value_name = "WORD", required_unless_present = "file")]
    pub(crate) keywords: Vec<String>,
    /// Position of the keyword that the clue is for, 1 to 4 [default: any]
    #[arg(long, value_name = "POSITION", value_parser = slot)]
    pub(crate) meant: Option<Slot>,
    /// An earlier clue of the team (repeatable)
    #[arg(long, value_name = "CLUE")]
    pub(crate) given: Vec<String>,
    /// The code of the round, such as 4-2-1
    #[arg(long, value_name = "CODE")]
    pub(crate) code: Option<Code>,
    /// Count an inflected form of an earlier clue as a repetition (repeat = lemma)
    #[arg(long)]
    pub(crate) lemma: bool,
    /// Language of the game
    #[arg(long, value_name = "LANG", value_parser = named::<Language>(), default_value = "en")]
    pub(crate) lang: Language,
    /// Deck whose translations of the keywords are forbidden, besides those of the lexicon [default: built in]
    #[arg(long, value_name = "FILE")]
    pub(crate) deck: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

fn slot(text: &str) -> Result<Slot, String> {
    let digit = text.parse().ok().and_then(Slot::from_digit);
    digit.ok_or_else(|| format!("`{text}` is not a position; takes 1 to 4"))
}
