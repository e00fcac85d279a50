//! Check that a game of the run replays alone.

use overhear_engine::arena::GameNumber;
use overhear_engine::game::{Agent, Game};

use super::CheckOutcome;
use crate::table::counted;
use crate::tournament::{Plan, arena};

/// Number of games to replay.
const COUNT: u64 = 3;

/// Returns the games to replay, chosen by the seed; fewer if the run is short.
pub(super) fn choose(seed: u64, games: u64) -> Vec<GameNumber> {
    let mut chosen: Vec<GameNumber> = (1..=COUNT).map(|n| GameNumber(mix(seed, n) % games)).collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

/// Returns the n-th number of splitmix64 (Steele, Lea & Flood 2014).
fn mix(seed: u64, n: u64) -> u64 {
    let mut z = seed.wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Replays a recorded game and compares.
pub(super) fn compare(
    number: GameNumber,
    recorded: &Game,
    plan: &Plan,
    agents: &[Box<dyn Agent>],
) -> CheckOutcome {
    let replayed = arena(plan, agents).map_err(|error| error.to_string())?.replay_with_fault(number);
    let (replayed, _) = replayed.ok_or_else(|| format!("game {} cannot be replayed", number.0))?;
    let different = recorded.differences(&replayed);
    if different.is_empty() {
        let rounds = counted(recorded.rounds.into(), "round");
        return Ok(format!("game {} replays as it was played, {rounds}", number.0));
    }
    Err(format!("game {} replays differently: {}", number.0, different.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_are_of_the_run_and_depend_on_the_seed() {
        assert_eq!(choose(7, 1000), choose(7, 1000));
        assert_ne!(choose(7, 1000), choose(8, 1000));
        assert_eq!(choose(7, 1), [GameNumber(0)]);
        assert!(choose(7, 1 << 50).iter().all(|number| number.0 < 1 << 50));
    }
}
