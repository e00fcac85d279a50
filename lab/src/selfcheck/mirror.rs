//! Check of an agent against itself: both games of a pair are equal with the seats swapped, so the score is
//! 0.5.

use overhear_agents::registry::{Spec, build};
use overhear_engine::arena::{Arena, Schedule};
use overhear_engine::rules::Side;

use super::CheckOutcome;
use super::threads::ThreadPools;
use crate::error::LabError;
use crate::match_setup::Winners;
use crate::run_control::RunControl;
use crate::run_games::play;
use crate::table::{counted, grouped, is_are};
use crate::tournament::{Plan, pair_half_points};

/// Plays a preset against itself. Returns `None` if stopped.
pub(super) fn check(
    pools: &ThreadPools,
    plan: &Plan,
    spec: &Spec,
    watch: &RunControl,
) -> Result<Option<CheckOutcome>, LabError> {
    let agents = [build(spec, &plan.words.world)?, build(spec, &plan.words.world)?];
    let setup = plan.words.world.setup(&plan.rules.switches)?;
    let arena = Arena::new(setup, &agents, Schedule::round_robin(2, plan.asked), plan.seed)?;
    let pairs = arena.schedule().deals();
    let winners = pools.together(|| {
        let mut winners = Vec::new();
        let played = play(&arena, 0..pairs, &Winners, watch, |block| {
            winners.extend(block.output);
            watch.flow()
        });
        played.map(|()| winners)
    })?;
    Ok(watch.finished(winners).map(|winners| judge(&spec.label, &winners)))
}

/// Finds pairs that did not score 0.5, from the winners of their games.
fn judge(preset: &str, winners: &[Option<Side>]) -> CheckOutcome {
    let uneven: Vec<usize> = winners
        .chunks(2)
        .enumerate()
        .filter(|(_, pair)| pair_half_points(pair) != 2)
        .map(|(deal, _)| deal)
        .collect();
    let pairs = counted(winners.len().div_ceil(2) as u64, "pair");
    match uneven.first() {
        None => Ok(format!("{preset} against itself: {pairs}, each exactly 0.5")),
        Some(deal) => {
            let (count, are) = (grouped(uneven.len() as u64), is_are(uneven.len() as u64));
            Err(format!(
                "{preset} against itself: {count} of {pairs} {are} not 0.5, the first on deal {deal}"
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_even_if_one_seat_wins_both_games_or_none_does() {
        let (white, black) = (Some(Side::White), Some(Side::Black));
        let even = [white, white, black, black, None, None];
        assert_eq!(judge("x", &even).expect("even"), "x against itself: 3 pairs, each exactly 0.5");
        for bad in [[white, black], [black, white], [white, None], [None, black]] {
            let problem = judge("x", &[&even[..], &bad[..]].concat()).expect_err("uneven");
            assert_eq!(problem, "x against itself: 1 of 4 pairs is not 0.5, the first on deal 3");
        }
    }
}
