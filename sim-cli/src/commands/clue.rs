//! `sim-cli rules clue`: the clue law (R18 to R21) applied to a text.

use overhear_engine::rules::ClueVerdict;
use overhear_lab::{ClueConfig, ClueFileConfig, clue_verdict, clue_verdicts};

use crate::cli::ClueArgs;
use crate::failure::Failure;
use crate::output::{print, show};

/// Prints the verdict: `legal`, `illegal: R…` or `doubtful: R…`; for a file a table of them.
pub(crate) fn run(args: &ClueArgs) -> Result<(), Failure> {
    if let Some(file) = &args.file {
        let (deck, lang, missing_as_words) = (args.deck.clone(), args.lang, args.missing_as_words);
        let config = ClueFileConfig { file: file.clone(), deck, lang, missing_as_words };
        return show(&clue_verdicts(&config)?, &args.display);
    }
    let config = ClueConfig {
        text: args.text.clone().unwrap_or_default(),
        keywords: args.keywords.clone(),
        meant: args.meant,
        given: args.given.clone(),
        code: args.code,
        lemma: args.lemma,
        lang: args.lang,
        deck: args.deck.clone(),
    };
    print(&match clue_verdict(&config)? {
        ClueVerdict::Legal => "legal\n".to_owned(),
        ClueVerdict::Illegal(reason) => format!("illegal: {reason}\n"),
        ClueVerdict::Doubtful(reason) => format!("doubtful: {reason}\n"),
    })
}
