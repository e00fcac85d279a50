//! `sim-cli rules clue`: the law of clues (R18 to R21), asked about what people say.

use std::collections::HashSet;

use overhear_agents::words::{embedded_deck, embedded_keyword, embedded_words_of};
use overhear_engine::rules::{
    BySlot, ClueQuestion, ClueVerdict, KeywordText, Repeat, Slot, TextLaw, same_clue_form,
};

use crate::cli::ClueArgs;
use crate::failure::Failure;
use crate::input;
use crate::output::print;

/// Prints the verdict: `legal`, `illegal: R…` or `doubtful: R…`.
pub(crate) fn run(args: &ClueArgs) -> Result<(), Failure> {
    input::brief(&args.text).map_err(Failure::usage)?;
    for text in args.keywords.iter().chain(&args.given) {
        input::sound(text).map_err(Failure::usage)?;
    }
    check(args)?;
    let deck = embedded_deck(args.lang.code()).map_err(Failure::usage)?;
    let keyword = |n: usize| embedded_keyword(&deck, args.keywords.get(n).map_or("", String::as_str));
    let texts: [KeywordText; 4] = std::array::from_fn(keyword);
    let earlier: Vec<&str> = args.given.iter().map(String::as_str).collect();
    let question = ClueQuestion {
        clue: &args.text,
        keywords: BySlot(texts.each_ref()),
        earlier: &earlier,
        code: args.code,
        meant: args.meant,
    };
    let repeat = if args.lemma { Repeat::Lemma } else { Repeat::Exact };
    let lexicon = embedded_words_of(deck.language());
    print(&match TextLaw::new(deck.language(), &*lexicon, repeat).judge(&question) {
        ClueVerdict::Legal => "legal\n".to_owned(),
        ClueVerdict::Illegal(reason) => format!("illegal: {reason}\n"),
        ClueVerdict::Doubtful(reason) => format!("doubtful: {reason}\n"),
    })
}

/// Refuses keywords that no team can hold, and a position that has none.
fn check(args: &ClueArgs) -> Result<(), Failure> {
    let count = args.keywords.len();
    if let Some(fifth) = args.keywords.get(Slot::ALL.len()) {
        return Err(Failure::usage(format_args!(
            "--keyword {fifth:?} is the fifth; a team holds four keywords"
        )));
    }
    let mut seen = HashSet::new();
    for keyword in &args.keywords {
        if !keyword.chars().any(char::is_alphanumeric) || keyword.chars().any(char::is_control) {
            return Err(Failure::usage(format_args!("--keyword {keyword:?} is no word")));
        }
        if !seen.insert(same_clue_form(keyword)) {
            return Err(Failure::usage(format_args!(
                "--keyword {keyword:?} is given twice; a team holds different keywords"
            )));
        }
    }
    match args.meant {
        Some(meant) if meant.index() >= count => Err(Failure::usage(format_args!(
            "--meant {}: there is no keyword in that position; {count} of four are given, in the order of the screen",
            meant.index() + 1
        ))),
        _ => Ok(()),
    }
}
