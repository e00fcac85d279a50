//! `sim-cli replay`: replay of one game as the two teams' note sheets (R26).

mod text;

use overhear_agents::registry::Registry;
use overhear_lab::replay::{ReplayConfig, ReplayRun, page, replay};
use overhear_lab::table::json;

use crate::cli::{ReplayArgs, SheetFormat};
use crate::failure::Failure;
use crate::output::{on_stdout, print};
use crate::terminal::{quiet, say};

/// Replays a game and prints it.
pub(crate) fn run(args: &ReplayArgs, registry: &Registry) -> Result<(), Failure> {
    if args.verify && args.from.is_none() {
        return Err(Failure::flag("verify", "there are no rows to compare with; give --from DIR"));
    }
    let run = match &args.from {
        Some(from) => ReplayRun::Stored { from: from.clone(), verify: args.verify },
        None => ReplayRun::Asked(Box::new(args.requested.0.clone())),
    };
    let replay = replay(
        &ReplayConfig { game: args.game, run, registry: registry.clone() },
        &args.run_bots.permit(quiet()),
    )?;
    if args.verify {
        say(&[format!("game {} agrees with the rows of the logs", args.game)]);
    }
    match args.format {
        SheetFormat::Text => print(&text::draw(&replay, on_stdout(args.color))),
        SheetFormat::Json => print(&json(&replay)),
        SheetFormat::Html => print(&page(&replay)),
    }
}
