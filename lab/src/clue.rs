//! The clue law (R18 to R21), applied to a text.

use std::collections::HashSet;
use std::path::PathBuf;

use overhear_agents::words::{embedded_keyword, embedded_law_words};
use overhear_engine::rules::{
    BySlot, ClueQuestion, ClueVerdict, Code, KeywordText, Repeat, Slot, TextLaw, same_clue_form,
};

use crate::error::LabError;
use crate::input;
use crate::message::Message;
use crate::setup::{Language, load_deck};

/// A clue to judge.
#[derive(Clone, Debug, Default)]
pub struct ClueConfig {
    /// The clue: a word, a phrase or a sentence.
    pub text: String,
    /// The team's keywords in screen order, one to four.
    pub keywords: Vec<String>,
    /// The keyword that the clue is for, if known.
    pub meant: Option<Slot>,
    /// Earlier clues of the team.
    pub given: Vec<String>,
    /// The code of the round, if known.
    pub code: Option<Code>,
    /// `true` if an inflected form of an earlier clue counts as a repetition.
    pub lemma: bool,
    /// Language of the game.
    pub lang: Language,
    /// The deck whose translations of the keywords are forbidden; the built-in one by default.
    pub deck: Option<PathBuf>,
}

/// Returns the verdict of the clue law.
///
/// ```
/// use overhear_engine::rules::ClueVerdict;
/// use overhear_lab::{ClueConfig, clue_verdict};
///
/// let keywords = vec!["dog".to_owned(), "sun".to_owned()];
/// let question = |text: &str| ClueConfig { text: text.to_owned(), keywords: keywords.clone(), ..ClueConfig::default() };
/// assert!(matches!(clue_verdict(&question("bone"))?, ClueVerdict::Legal));
/// assert!(matches!(clue_verdict(&question("dogs"))?, ClueVerdict::Illegal(_)));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for texts that are too long or unprintable, and for keywords that no team can hold.
pub fn clue_verdict(args: &ClueConfig) -> Result<ClueVerdict, LabError> {
    input::brief(&args.text).map_err(|problem| LabError::content("text", problem))?;
    for (key, texts) in [("keyword", &args.keywords), ("given", &args.given)] {
        for text in texts {
            input::check_text(text).map_err(|problem| LabError::setting(key, problem))?;
        }
    }
    check(args)?;
    let deck = load_deck(args.deck.as_deref(), args.lang)?.deck;
    let texts: [KeywordText; 4] =
        std::array::from_fn(|n| embedded_keyword(&deck, args.keywords.get(n).map_or("", String::as_str)));
    let earlier: Vec<&str> = args.given.iter().map(String::as_str).collect();
    let question = ClueQuestion {
        clue: &args.text,
        keywords: BySlot(texts.each_ref()),
        earlier: &earlier,
        code: args.code,
        meant: args.meant,
    };
    let repeat = if args.lemma { Repeat::Lemma } else { Repeat::Exact };
    let lexicon = embedded_law_words(deck.language());
    Ok(TextLaw::new(deck.language(), lexicon, repeat).judge(&question))
}

/// Checks the number of keywords and the position.
fn check(args: &ClueConfig) -> Result<(), LabError> {
    let count = args.keywords.len();
    if let Some(fifth) = args.keywords.get(Slot::ALL.len()) {
        let message = "is the fifth; a team holds four keywords";
        return Err(LabError::clause(("keyword", format_args!("{fifth:?}")), message));
    }
    let mut forms = HashSet::new();
    for keyword in &args.keywords {
        if !keyword.chars().any(char::is_alphanumeric) || keyword.chars().any(char::is_control) {
            return Err(LabError::clause(("keyword", format_args!("{keyword:?}")), "has no letter or digit"));
        }
        if !forms.insert(same_clue_form(keyword)) {
            let message = "is given twice; a team holds different keywords";
            return Err(LabError::clause(("keyword", format_args!("{keyword:?}")), message));
        }
    }
    match args.meant {
        Some(meant) if meant.index() >= count => {
            let message = match count {
                0 => Message::new("no keywords are given; add ").setting("keyword"),
                1 => Message::new("only keyword 1 is given"),
                _ => Message::new(format_args!("takes the number of a keyword, 1 to {count}")),
            };
            Err(LabError::setting(("meant", meant.index() + 1), message))
        }
        _ => Ok(()),
    }
}
