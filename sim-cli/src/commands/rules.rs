//! `sim-cli rules`: rule sets as TOML, the search for rules, and the clue law (R18 to R21) applied to a text.

use overhear_agents::registry::Registry;
use overhear_engine::rules::ClueVerdict;
use overhear_lab::setup::{rules, rules_list, rules_toml};
use overhear_lab::{ClueConfig, ClueFileConfig, FoundRules, RuleSearchConfig, clue_verdict, clue_verdicts};

use super::kept_run::run as measured;
use crate::cli::{ClueArgs, ExperimentArgs, RulesCommand};
use crate::failure::Failure;
use crate::output::{OutputFormat, form, print, show, wrapped};
use crate::terminal::running;

/// Lists, shows or checks rules.
pub(crate) fn run(command: &RulesCommand, registry: &Registry) -> Result<(), Failure> {
    match command {
        RulesCommand::List { display } => show(&rules_list(), display),
        RulesCommand::Show { name } => print(&rules_toml(name)?),
        RulesCommand::Check { file } => {
            let name = file.display().to_string();
            let verdict = rules(&name, &[])?.verdict();
            print(&format!("{name}: {verdict}\n"))
        }
        RulesCommand::Compare(args) => crate::balance::compare(args, registry),
        RulesCommand::Search(args) => search(args, registry),
        RulesCommand::Clue(args) => clue(args),
    }
}

/// Searches for rules that meet goals. People read what the confirmation says; files and programs get every row.
fn search(args: &ExperimentArgs<RuleSearchConfig>, registry: &Registry) -> Result<(), Failure> {
    let watch = running(args.run, args.display.color)?;
    let searched = measured(args, registry, &watch)?;
    let FoundRules { sentences, .. } = &searched.result.found;
    match form(args.display.format) {
        OutputFormat::Table if !sentences.is_empty() => {
            print(&sentences.iter().map(|sentence| wrapped(sentence)).collect::<String>())?;
        }
        _ => show(&searched.result.found.frame(), &args.display)?,
    }
    searched.finish()
}

/// Prints the verdict on a clue: `legal`, `illegal: R…` or `doubtful: R…`; for a file a table of them.
fn clue(args: &ClueArgs) -> Result<(), Failure> {
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
