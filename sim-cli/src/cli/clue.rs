//! `sim-cli rules clue`.

use clap::Args;
use overhear_engine::rules::{Code, Slot};
use overhear_lab::setup::Language;

use super::shared::{LANGUAGES, choice};

/// A clue, and what is known around it.
#[derive(Debug, Args)]
pub(crate) struct ClueArgs {
    /// The clue: a word, a phrase or a sentence
    pub(crate) text: String,
    /// A keyword of the team, in the order of the screen (one to four times)
    #[arg(long = "keyword", value_name = "WORD", required = true)]
    pub(crate) keywords: Vec<String>,
    /// The position of the keyword that the clue is meant for, 1 to 4 [default: any of them]
    #[arg(long, value_name = "POSITION", value_parser = slot)]
    pub(crate) meant: Option<Slot>,
    /// A clue that the team has given before (repeatable)
    #[arg(long, value_name = "CLUE")]
    pub(crate) given: Vec<String>,
    /// The code of the round, such as 4-2-1
    #[arg(long, value_name = "CODE")]
    pub(crate) code: Option<Code>,
    /// Counts an inflection of an earlier clue as a repeat (repeat = lemma)
    #[arg(long)]
    pub(crate) lemma: bool,
    /// The language that is played
    #[arg(long, value_name = "LANG", value_parser = choice(LANGUAGES), default_value = "en")]
    pub(crate) lang: Language,
}

fn slot(text: &str) -> Result<Slot, String> {
    let digit = text.parse().ok().and_then(Slot::from_digit);
    digit.ok_or_else(|| format!("`{text}` is no position; there are 1 to 4"))
}
