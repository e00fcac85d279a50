//! `sim-cli advise`: analysis of the note sheet of a real game.

mod show;

use overhear_agents::registry::Registry;
use overhear_lab::table::json;
use overhear_report::advise::{AdviseConfig, EXAMPLE, advise};

use crate::cli::{AdviceFormat, AdviseArgs};
use crate::failure::Failure;
use crate::output::{on_stdout, print};
use crate::terminal::quiet;

/// Reads a sheet and prints advice, or writes an example of a sheet.
pub(crate) fn run(args: &AdviseArgs, registry: &Registry) -> Result<(), Failure> {
    let Some(sheet) = args.sheet.clone() else { return print(EXAMPLE) };
    let (space, deck) = (args.space.clone(), args.deck.clone());
    let config = AdviseConfig {
        sheet,
        agent: args.agent.clone(),
        top: args.top.into(),
        space,
        deck,
        bots: args.bots.configs(),
        answers: args.answers.answers.clone(),
        associations: args.associations.clone(),
        registry: registry.clone(),
    };
    let advice = advise(&config, &args.answers.asking.limit(quiet()))?;
    match args.format {
        AdviceFormat::Json => print(&json(&advice)),
        AdviceFormat::Table => print(&show::tables(&advice, on_stdout(args.color))),
    }
}
