//! `sim-cli agents`: lists and measures agents.

use overhear_agents::registry::Registry;
use overhear_lab::measurement::Measurement;
use overhear_lab::table::TableRow as _;
use overhear_lab::{StrangersRow, agents_list, agents_show, with_bots};

use super::kept_run::{KeptResult, run as measured};
use crate::cli::{AgentsCommand, CrossArgs, DisplayArgs, ExploitArgs, StrangersArgs};
use crate::failure::Failure;
use crate::output::show;
use crate::terminal::running;

/// Lists agents, shows one, or measures them.
pub(crate) fn run(command: &AgentsCommand, registry: &Registry) -> Result<(), Failure> {
    match command {
        AgentsCommand::List { display } => show(&agents_list(registry)?, display),
        AgentsCommand::Frontier(args) => {
            let watch = running(args.run, args.display.color)?;
            print(&measured(args, (registry, &watch))?, &args.display)
        }
        AgentsCommand::Show { name, bots, display } => {
            show(&agents_show(&with_bots(registry, &bots.configs())?, name)?, display)
        }
        AgentsCommand::Check(args) => super::findings::check(args, registry),
        AgentsCommand::Cross(args) => {
            let CrossArgs { experiment, asking } = &**args;
            let watch = asking.limit(running(experiment.run, experiment.display.color)?);
            print(&measured(experiment, (registry, &watch))?, &experiment.display)
        }
        AgentsCommand::Exploit(args) => {
            let ExploitArgs { experiment, asking } = &**args;
            let watch = asking.limit(running(experiment.run, experiment.display.color)?);
            print(&measured(experiment, (registry, &watch))?, &experiment.display)
        }
        AgentsCommand::League(args) => crate::league::run(args, registry),
        AgentsCommand::Strangers(args) => {
            let StrangersArgs { experiment, asking } = &**args;
            let watch = asking.limit(running(experiment.run, experiment.display.color)?);
            let found = measured(experiment, (registry, &watch))?;
            show(&StrangersRow::frame(&found.result.found.agents), &experiment.display)?;
            found.finish()
        }
        AgentsCommand::People(args) => super::people::run(args, registry),
    }
}

/// Prints a result, then reports an interruption.
fn print<M: Measurement>(found: &KeptResult<M>, display: &DisplayArgs) -> Result<(), Failure> {
    for table in M::tables(&found.result.found) {
        show(&table, display)?;
    }
    found.finish()
}
