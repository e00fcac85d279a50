//! `sim-cli bench`: a card of an agent.

use overhear_agents::registry::Registry;
use overhear_lab::bench;
use overhear_lab::run::{Experiment as _, play_kept};

use crate::cli::{BenchArgs, ColorMode, working_folder};
use crate::failure::Failure;
use crate::output::print;
use crate::terminal::{running, written};

/// Makes the card, prints it, and writes its files where they were asked for.
pub(crate) fn run(args: &BenchArgs, registry: &Registry) -> Result<(), Failure> {
    let watch = args.asking.limit(running(args.run, ColorMode::Auto)?);
    let (config, out) = (args.config.0.clone().with_registry(registry), args.out.config());
    if config.dry {
        bench(&config, &watch)?;
        return Ok(());
    }
    let card = play_kept(&config, &working_folder(), &out, &watch)?;
    print(&card.found.markdown())?;
    written(out.out.as_deref(), "");
    Ok(())
}
