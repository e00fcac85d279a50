//! `sim-cli rules clue`.

use clap::Args;
use overhear_engine::rules::{Code, Slot};
use overhear_lab::setup::Language;

use super::shared::{LANGUAGES, choice};

/// A clue with its context.
#[derive(Debug, Args)]
pub(crate) struct ClueArgs {
    /// The clue: a word, a phrase or a sentence
    pub(crate) text: String,
    /// A keyword of the team, in screen order (one to four times)
    #[arg(long = "keyword", value_name = "WORD", required = true)]
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
    #[arg(long, value_name = "LANG", value_parser = choice(LANGUAGES), default_value = "en")]
    pub(crate) lang: Language,
}

fn slot(text: &str) -> Result<Slot, String> {
    let digit = text.parse().ok().and_then(Slot::from_digit);
    digit.ok_or_else(|| format!("`{text}` is no position; there are 1 to 4"))
}
