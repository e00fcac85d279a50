//! `sim-cli rules`: rule sets as TOML.

use overhear_agents::registry::Registry;
use overhear_lab::setup::{rules, rules_list, rules_toml};

use crate::cli::RulesCommand;
use crate::failure::Failure;
use crate::output::{print, show};

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
        RulesCommand::Clue(args) => super::clue::run(args),
    }
}
