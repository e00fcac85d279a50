//! `sim-cli agents`: lists and measures agents.

use overhear_agents::registry::Registry;

use overhear_lab::table::Frame;
use overhear_lab::{PartialResult, agents_list, agents_show, cross, exploit, frontier, with_bots};

use crate::cli::{AgentsCommand, DisplayArgs};
use crate::failure::Failure;
use crate::output::show;
use crate::terminal::running;

/// Lists agents, shows one, or measures them.
pub(crate) fn run(command: &AgentsCommand, registry: &Registry) -> Result<(), Failure> {
    match command {
        AgentsCommand::List { display } => show(&agents_list(registry)?, display),
        AgentsCommand::Frontier(args) => {
            let watch = running(args.run, args.display.color)?;
            print(&frontier(&args.config(registry), &watch)?, &args.display)
        }
        AgentsCommand::Show { name, bots, display } => {
            show(&agents_show(&with_bots(registry, &bots.orders())?, name)?, display)
        }
        AgentsCommand::Check(args) => super::findings::check(args, registry),
        AgentsCommand::Cross(args) => {
            let watch = running(args.run, args.display.color)?;
            print(&cross(&args.config(registry), &watch)?, &args.display)
        }
        AgentsCommand::Exploit(args) => {
            let watch = running(args.run, args.display.color)?;
            print(&exploit(&args.config(registry), &watch)?, &args.display)
        }
        AgentsCommand::League(args) => crate::league::run(args, registry),
        AgentsCommand::People(args) => super::people::run(args),
    }
}

/// Prints a result, then reports an interruption.
fn print(result: &PartialResult<Frame>, display: &DisplayArgs) -> Result<(), Failure> {
    show(&result.found, display)?;
    Ok(result.check_complete()?)
}
