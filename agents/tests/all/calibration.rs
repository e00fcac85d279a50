//! What interceptors believe happens as often as they believe it, as long as they know how the clues are chosen.

#[path = "../../examples/reliability/mod.rs"]
mod reliability;

use std::sync::{Arc, LazyLock};

use crate::common::SEED;
use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use reliability::measure;

const GAMES: u64 = 3000;

/// The world with as many clue words as games have by default. With the 3,000 of the other tests these errors are up to 0.021.
static WORLD: LazyLock<Arc<World>> = LazyLock::new(|| {
    let deck = embedded_deck("en").expect("the deck has an English column");
    let world = World::new(deck, embedded_space(), embedded_lexicon(), DEFAULT_CLUES);
    Arc::new(world.expect("deck and space go together"))
});

fn error(giver: &str, listener: &str) -> f64 {
    measure(&WORLD, giver, listener, GAMES, SEED).expect("two SPECs").error()
}

#[test]
fn who_knows_the_giver_is_calibrated() {
    for listener in ["nearest/bayes", "nearest/bayes:distinct=1"] {
        let error = error("sampler/bayes", listener);
        assert!(error < 0.02, "{listener}: {error}");
    }
}

#[test]
fn who_takes_the_giver_for_somebody_else_is_not() {
    let error = error("sampler/bayes", "nearest/levelk");
    assert!(error > 0.05, "levelk takes everybody for pragmatic: {error}");
    let error = self::error("sampler/bayes", "nearest/bayes:beta=30");
    assert!(error > 0.05, "clues are not so sharp: {error}");
}
