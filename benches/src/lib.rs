//! What the benchmarks share: the embedded world, and an arena in it.

use std::ops::ControlFlow;
use std::sync::Arc;

use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::registry::{Spec, build};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::arena::{Arena, Schedule, Tally};
use overhear_engine::game::{Agent, Seed};
use overhear_engine::rules::Rules;

/// The number in a place of the command line, if there is one.
pub fn argument_number(arguments: &[String], place: usize) -> Option<u64> {
    arguments.get(place)?.parse().ok()
}

/// The embedded English words and deck.
///
/// # Panics
/// If the embedded data does not fit together, which a test of the agents would say first.
pub fn embedded_world() -> Arc<World> {
    let deck = embedded_deck("en").expect("the embedded deck has an English column");
    let world = World::new(deck, embedded_space(), embedded_lexicon(), DEFAULT_CLUES);
    Arc::new(world.expect("the embedded space knows the embedded deck"))
}

/// Two agents of one SPEC.
///
/// # Panics
/// If the SPEC names no agent.
pub fn twins(world: &Arc<World>, spec: &str) -> Vec<Box<dyn Agent>> {
    let spec = Spec::parse(spec).expect("a benchmark plays registered agents");
    [(), ()].map(|()| build(&spec, world).expect("benchmarks think in the table's space")).into()
}

/// An arena by the official rules in which every agent meets every other.
pub fn arena<'a>(world: &'a World, agents: &'a [Box<dyn Agent>]) -> Arena<'a> {
    let schedule = Schedule::round_robin(agents.len(), u64::from(u32::MAX));
    Arena::new(world.setup(&Rules::official()).expect("they agree"), agents, schedule, Seed(1))
        .expect("they agree")
}

/// Plays the first `deals` deals and counts.
pub fn play(arena: &Arena<'_>, deals: u64) -> Tally {
    let mut tally = Tally::new(arena.schedule());
    arena.run(0..deals, &(), |block| {
        tally.merge(&block.tally);
        ControlFlow::Continue(())
    });
    tally
}
