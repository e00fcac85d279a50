//! Games of a response against the mix.

use std::collections::BTreeMap;
use std::ops::Range;

use overhear_engine::arena::{Arena, GameNumber, Outcome, Recorder, Schedule};
use overhear_engine::game::{Agent, Game, Seed};
use overhear_engine::rules::{BySide, Side};
use overhear_stats::{BoundedSample, Estimate};
use serde::{Deserialize, Serialize};

use super::super::plan::LeaguePlan;
use super::mix::Mix;
use crate::error::LabError;
use crate::exploitability::ControlAndCounter;
use crate::run_games::play_counted;

/// Half points of a pair of games at most.
const MOST: u64 = 4;

/// Scores of a response against the mix, deal by deal: half points against each agent of the mix times its weight,
/// summed, and the number of deals with this sum.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DealScores(Vec<(u64, u64)>);

impl DealScores {
    /// Returns the sum over all deals.
    pub(super) fn sum(&self) -> u128 {
        self.0.iter().map(|&(score, deals)| u128::from(score) * u128::from(deals)).sum()
    }

    /// Returns the score against the mix, with its interval over deals.
    pub(super) fn estimate(&self, mix: &Mix) -> Option<Estimate> {
        let most = MOST * mix.weight();
        let scores = self.0.iter().map(|&(score, deals)| (score as i64, deals));
        let sample = BoundedSample::of_values(scores, [0, most as i64])?;
        Some(sample.scaled(1.0 / most as f64).estimate())
    }
}

/// Records the half points of the response, the first agent, in every game.
struct HalfPoints;

impl Recorder for HalfPoints {
    type Output = Vec<u8>;

    fn game(&self, _: GameNumber, seats: BySide<usize>, game: &Game, output: &mut Vec<u8>) {
        let own = if seats.white == 0 { Side::White } else { Side::Black };
        output.push(Outcome::for_side(game.ending.winner, own).half_points() as u8);
    }
}

/// Plays a response against every agent of the mix on the same deals; `None` if stopped. It is the first of the `agents`,
/// and those of the mix follow.
pub(super) fn play(
    plan: &LeaguePlan,
    mix: &Mix,
    agents: &[Box<dyn Agent>],
    deals: Range<u64>,
    (watch, done): ControlAndCounter<'_>,
) -> Result<Option<DealScores>, LabError> {
    let schedule = Schedule::between(1, mix.parts.len(), deals.end);
    let games_of_a_deal = schedule.games_of_a_deal() as usize;
    let setup = plan.words.world.setup(&plan.rules.switches)?;
    let arena = Arena::new(setup, agents, schedule, Seed(plan.seed))?;
    let mut scores = BTreeMap::new();
    play_counted(&arena, deals, &HalfPoints, (watch, done), |block| {
        for games in block.output.chunks_exact(games_of_a_deal) {
            *scores.entry(weighted(mix, games)).or_insert(0) += 1;
        }
        watch.flow()
    })?;
    Ok(watch.finished(DealScores(scores.into_iter().collect())))
}

/// Returns the half points of a deal's games, two against each agent of the mix, times the weights.
fn weighted(mix: &Mix, games: &[u8]) -> u64 {
    let pairs = games.chunks_exact(2).map(|pair| u64::from(pair[0] + pair[1]));
    mix.parts.iter().zip(pairs).map(|(part, points)| part.weight * points).sum()
}

#[cfg(test)]
mod tests {
    use super::super::mix::MixPart;
    use super::*;

    #[test]
    fn a_score_is_the_mean_over_the_mix_and_its_interval_that_of_deals() {
        let part = |player, weight| MixPart { player, weight };
        let mix = Mix { parts: vec![part(0, 750_000), part(1, 250_000)] };
        // All points against the first agent, none against the second.
        assert_eq!(weighted(&mix, &[2, 2, 0, 0]), 3_000_000);
        let alike = DealScores(vec![(3_000_000, 50)]).estimate(&mix).expect("deals");
        assert!((alike.value - 0.75).abs() < 1e-12 && alike.interval.low < 0.75, "{alike:?}");
        let plain = overhear_stats::Pentanomial::new([10, 0, 20, 0, 30]).score().expect("deals");
        let same = DealScores(vec![(0, 10), (2_000_000, 20), (4_000_000, 30)]).estimate(&mix).expect("deals");
        assert!((plain.value - same.value).abs() < 1e-12, "{plain:?} {same:?}");
        assert!((plain.interval.low - same.interval.low).abs() < 1e-9, "{plain:?} {same:?}");
        assert!(DealScores::default().estimate(&mix).is_none());
    }
}
