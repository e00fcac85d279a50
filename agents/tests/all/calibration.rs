//! What interceptors believe happens as often as they believe it, as long as they know how the clues are chosen.

#[path = "../../examples/reliability/mod.rs"]
mod reliability;

use crate::common::{GAME_WORLD, SEED};
use reliability::measure;

const GAMES: u64 = 3000;

fn error(giver: &str, listener: &str) -> f64 {
    // With the fewer clue words of other tests these errors are up to 0.021.
    measure(&GAME_WORLD, giver, listener, GAMES, SEED).expect("two SPECs").error()
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
