//! `sim-cli rules`: rule sets as TOML.

use overhear_agents::registry::Registry;
use overhear_lab::setup::{rules, rules_list, rules_toml};
use overhear_lab::{FoundRules, RuleSearchConfig};

use super::kept_run::run as measured;
use crate::cli::{ExperimentArgs, RulesCommand};
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
        RulesCommand::Clue(args) => super::clue::run(args),
    }
}

/// Searches for rules that meet goals. People read what the confirmation says; files and programs get every row.
fn search(args: &ExperimentArgs<RuleSearchConfig>, registry: &Registry) -> Result<(), Failure> {
    let watch = running(args.run, args.display.color)?;
    let searched = measured(args, (registry, &watch))?;
    let FoundRules { sentences, .. } = &searched.result.found;
    match form(args.display.format) {
        OutputFormat::Table if !sentences.is_empty() => {
            print(&sentences.iter().map(|sentence| wrapped(sentence)).collect::<String>())?;
        }
        _ => show(&searched.result.found.frame(), &args.display)?,
    }
    searched.finish()
}
