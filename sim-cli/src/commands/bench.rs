//! `sim-cli bench`: a card of an agent.

use overhear_agents::registry::Registry;
use overhear_lab::{BenchConfig, bench};

use crate::cli::{BenchArgs, ColorMode};
use crate::failure::Failure;
use crate::output::print;
use crate::terminal::{running, say};

/// Makes the card, prints it, and writes its files where they were asked for.
pub(crate) fn run(args: &BenchArgs, registry: &Registry) -> Result<(), Failure> {
    let watch = args.asking.limit(running(args.run, ColorMode::Auto)?);
    let config = BenchConfig { out: args.out.config(), registry: registry.clone(), ..args.config.0.clone() };
    let Some(card) = bench(&config, &watch)? else { return Ok(()) };
    print(&card.markdown())?;
    if let Some(out) = &args.out.out {
        say(&[format!("written: {}", out.display())]);
    }
    Ok(())
}
