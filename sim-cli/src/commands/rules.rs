//! `sim-cli rules`: sets of rules as TOML.

use overhear_agents::registry::Registry;
use overhear_engine::rules::RULE_SETS;
use overhear_lab::setup::{as_toml, rules};
use overhear_lab::table::{Frame, NamedRow};

use crate::cli::RulesCommand;
use crate::failure::Failure;
use crate::output::{print, show};

/// Lists, shows or checks rules.
pub(crate) fn run(command: &RulesCommand, registry: &Registry) -> Result<(), Failure> {
    match command {
        RulesCommand::List { display } => {
            let mut frame = Frame::of("rules list");
            for named in &RULE_SETS {
                let cells = [("name", named.name), ("summary", named.summary)];
                NamedRow::of(&mut frame).put_texts(cells).end();
            }
            show(&frame, display)
        }
        RulesCommand::Show { name } => {
            let found = rules(name, &[])?;
            let summary = RULE_SETS.iter().find(|named| named.name == name).map(|named| named.summary);
            let title = summary.map_or(name.clone(), |summary| format!("{name}: {summary}"));
            print(&as_toml(&title, &found.switches))
        }
        RulesCommand::Check { file } => check(&file.display().to_string()),
        RulesCommand::Compare(args) => crate::balance::compare(args, registry),
        RulesCommand::Clue(args) => super::clue::run(args),
    }
}

fn check(name: &str) -> Result<(), Failure> {
    let found = rules(name, &[])?;
    let departures = found.departures();
    let verdict = match departures.len() {
        0 => "the official rules".to_owned(),
        _ => format!("the official rules but for {}", departures.join(", ")),
    };
    print(&format!("{name}: {verdict}\n"))
}
