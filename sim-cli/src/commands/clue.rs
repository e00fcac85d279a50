//! `sim-cli rules clue`: the law of clues (R18 to R21), asked about what people say.

use overhear_agents::words::{embedded_deck, embedded_word_table};
use overhear_engine::rules::{
    BySlot, ClueQuestion, ClueVerdict, Deck, KeywordText, Language, Lexicon, NoLexicon, Repeat, TextLaw,
    same_clue_form,
};

use crate::cli::ClueArgs;
use crate::failure::Failure;
use crate::output::print;

/// Prints the verdict: `legal`, `illegal: R…` or `doubtful: R…`.
pub(crate) fn run(args: &ClueArgs) -> Result<(), Failure> {
    let language: Language = args.lang.code().parse().map_err(Failure::usage)?;
    let deck = embedded_deck(args.lang.code()).map_err(Failure::usage)?;
    let texts: [KeywordText; 4] =
        std::array::from_fn(|n| keyword(&deck, args.keywords.get(n).map_or("", String::as_str)));
    let earlier: Vec<&str> = args.given.iter().map(String::as_str).collect();
    let question = ClueQuestion {
        clue: &args.text,
        keywords: BySlot(texts.each_ref()),
        earlier: &earlier,
        code: args.code,
        meant: args.meant,
    };
    let repeat = if args.lemma { Repeat::Lemma } else { Repeat::Exact };
    let lexicon: &dyn Lexicon = match language {
        Language::English => &embedded_word_table(),
        _ => &NoLexicon,
    };
    print(&match TextLaw::new(language, lexicon, repeat).judge(&question) {
        ClueVerdict::Legal => "legal\n".to_owned(),
        ClueVerdict::Illegal(reason) => format!("illegal: {reason}\n"),
        ClueVerdict::Doubtful(reason) => format!("doubtful: {reason}\n"),
    })
}

/// The keyword with its translations, if it is in the deck.
fn keyword(deck: &Deck, text: &str) -> KeywordText {
    let form = same_clue_form(text);
    let found = deck.keywords().iter().find(|keyword| same_clue_form(&keyword.text) == form);
    let unknown = || KeywordText { text: text.to_owned(), translations: Vec::new(), card: 0 };
    found.cloned().unwrap_or_else(unknown)
}
