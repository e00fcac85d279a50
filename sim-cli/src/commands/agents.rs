//! `sim-cli agents`: lists and measures agents; and `bench` and `tune`, which measure and tune a single agent.

use overhear_agents::registry::Registry;
use overhear_lab::measurement::Measurement;
use overhear_lab::run::{Experiment as _, play_kept};
use overhear_lab::table::TableRow as _;
use overhear_lab::{StrangersRow, agents_list, agents_show, bench, with_bots};

use super::kept_run::{KeptResult, run as measured};
use crate::cli::{
    AgentsCommand, BenchArgs, ColorMode, CrossArgs, DisplayArgs, ExploitArgs, StrangersArgs, TuneArgs,
    working_folder,
};
use crate::failure::Failure;
use crate::output::{OutputFormat, form, print, show, show_upright, wrapped};
use crate::terminal::{running, written};

/// Lists agents, shows one, or measures them.
pub(crate) fn run(command: &AgentsCommand, registry: &Registry) -> Result<(), Failure> {
    match command {
        AgentsCommand::List { display } => show(&agents_list(registry)?, display),
        AgentsCommand::Frontier(args) => {
            let watch = running(args.run, args.display.color)?;
            print_tables(&measured(args, registry, &watch)?, &args.display)
        }
        AgentsCommand::Show { name, bots, display } => {
            show(&agents_show(&with_bots(registry, &bots.configs())?, name)?, display)
        }
        AgentsCommand::Check(args) => super::checks::check(args, registry),
        AgentsCommand::Cross(args) => {
            let CrossArgs { experiment, asking } = &**args;
            let watch = asking.limit(running(experiment.run, experiment.display.color)?);
            print_tables(&measured(experiment, registry, &watch)?, &experiment.display)
        }
        AgentsCommand::Exploit(args) => {
            let ExploitArgs { experiment, asking } = &**args;
            let watch = asking.limit(running(experiment.run, experiment.display.color)?);
            print_tables(&measured(experiment, registry, &watch)?, &experiment.display)
        }
        AgentsCommand::League(args) => crate::league::run(args, registry),
        AgentsCommand::Strangers(args) => {
            let StrangersArgs { experiment, asking } = &**args;
            let watch = asking.limit(running(experiment.run, experiment.display.color)?);
            let strangers = measured(experiment, registry, &watch)?;
            show(&StrangersRow::frame(&strangers.result.found.agents), &experiment.display)?;
            strangers.finish()
        }
        AgentsCommand::People(args) => super::people::run(args, registry),
    }
}

/// Prints a result, then reports an interruption.
fn print_tables<M: Measurement>(kept_result: &KeptResult<M>, display: &DisplayArgs) -> Result<(), Failure> {
    for table in M::tables(&kept_result.result.found) {
        show(&table, display)?;
    }
    kept_result.finish()
}

/// Makes the card of an agent, prints it, and writes its files where they were asked for.
pub(crate) fn card(args: &BenchArgs, registry: &Registry) -> Result<(), Failure> {
    let watch = args.asking.limit(running(args.run, ColorMode::Auto)?);
    let (config, out) = (args.config.0.clone().with_registry(registry), args.out.config());
    if config.dry {
        bench(&config, &watch)?;
        return Ok(());
    }
    let played = play_kept(&config, &working_folder(), &out, &watch)?;
    print(&played.found.markdown())?;
    written(out.out.as_deref(), "");
    Ok(())
}

/// Tunes an agent, or resumes tuning.
pub(crate) fn tune(args: &TuneArgs, registry: &Registry) -> Result<(), Failure> {
    let TuneArgs { experiment, asking } = args;
    let watch = asking.limit(running(experiment.run, experiment.display.color)?);
    let tuned = measured(experiment, registry, &watch)?;
    let result = &tuned.result.found;
    if matches!(form(experiment.display.format), OutputFormat::Table) {
        print(&result.sentences.iter().map(|sentence| wrapped(sentence)).collect::<String>())?;
    }
    show_upright(&result.frame(), &experiment.display)?;
    tuned.finish()?;
    Ok(result.check()?)
}
