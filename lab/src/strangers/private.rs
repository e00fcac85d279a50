//! How much of an agent's understanding is private, in a sentence.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use overhear_agents::model::World;
use overhear_agents::words::StatedWords;
use overhear_engine::game::{Agent, Seed};
use overhear_engine::rules::Rules;

use super::counts::Judges;
use super::games::Giver;
use super::panel::{MeasuringMind, ReferenceTest};
use super::variety::Variety;
use super::{NEAREST, STATED_WITHIN};
use crate::error::LabError;
use crate::exploitability::is_observable;
use crate::run_control::RunControl;
use crate::table::{counted, fixed, grouped};

/// Returns how many codes the agent's twin decodes and strangers do not, and how varied its clues are. `None` if stopped, if no
/// measuring mind knows the words, and for an agent that waits for a program.
pub(crate) fn private_understanding(
    agent: &[Box<dyn Agent>; 1],
    world: &Arc<World>,
    rules: Rules,
    seed: Seed,
    games: u64,
    watch: &RunControl,
) -> Result<Option<String>, LabError> {
    let minds = MeasuringMind::panel(world);
    if minds.is_empty() || !is_observable(&*agent[0]) {
        return Ok(None);
    }
    let stated = StatedWords::of(world.deck().language());
    let reference = ReferenceTest { world, stated, stated_within: STATED_WITHIN as usize, nearest: NEAREST };
    let giver = Giver { agent, world, rules, seed };
    let mut judges = Judges { reference, minds, rules };
    let Some(counts) = judges.count_games(&giver, (games, 0), (watch, &AtomicU64::new(0)))? else {
        return Ok(None);
    };
    let shares = [&counts.twin, &counts.understood, &counts.private, &counts.refers];
    let [Some(twin), Some(strangers), Some(private), Some(refers)] =
        shares.map(|moments| moments.ratio().map(|share| fixed(100.0 * share, 1)))
    else {
        return Ok(None);
    };
    let variety = Variety::of(&counts.clues).map(|variety| {
        let (distinct, sample) = (grouped(variety.distinct.round() as u64), counted(variety.sample, "clue"));
        let top = fixed(100.0 * variety.top_share, 1);
        format!("; of {sample} {distinct} are different, and the 20 most frequent are {top} of 100")
    });
    Ok(Some(format!(
        "of 100 of its codes a twin decodes {twin} and strangers {strangers}: {private} are understood in private; {refers} of 100 clues \
         refer to their keyword{} ({})",
        variety.unwrap_or_default(),
        counted(games, "game")
    )))
}
