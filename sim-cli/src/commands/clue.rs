//! `sim-cli rules clue`: the clue law (R18 to R21) applied to a text.

use overhear_engine::rules::ClueVerdict;
use overhear_lab::{ClueConfig, clue_verdict};

use crate::cli::ClueArgs;
use crate::failure::Failure;
use crate::output::print;

/// Prints the verdict: `legal`, `illegal: R…` or `doubtful: R…`.
pub(crate) fn run(args: &ClueArgs) -> Result<(), Failure> {
    let config = ClueConfig {
        text: args.text.clone(),
        keywords: args.keywords.clone(),
        meant: args.meant,
        given: args.given.clone(),
        code: args.code,
        lemma: args.lemma,
        lang: args.lang,
    };
    print(&match clue_verdict(&config)? {
        ClueVerdict::Legal => "legal\n".to_owned(),
        ClueVerdict::Illegal(reason) => format!("illegal: {reason}\n"),
        ClueVerdict::Doubtful(reason) => format!("doubtful: {reason}\n"),
    })
}
