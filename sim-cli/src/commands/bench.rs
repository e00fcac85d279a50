//! `sim-cli bench`: a card of an agent.

use overhear_agents::registry::Registry;
use overhear_lab::bench;

use crate::cli::{BenchArgs, ColorMode};
use crate::failure::Failure;
use crate::output::print;
use crate::terminal::{running, say};

/// Makes the card, prints it, and writes its files where they were asked for.
pub(crate) fn run(args: &BenchArgs, registry: &Registry) -> Result<(), Failure> {
    let watch = args.answers.limit(running(args.run, ColorMode::Auto)?);
    let Some(card) = bench(&args.config(registry), &watch)? else { return Ok(()) };
    print(&card.markdown())?;
    if let Some(out) = &args.out.out {
        say(&[format!("written: {}", out.display())]);
    }
    Ok(())
}
