//! A tally agrees with the games that it counts.

use overhear_engine::arena::{Arena, GameNumber, Outcome, PairOnDeal, Seating, Tally};
use overhear_engine::game::{FixedLog2, Game};
use overhear_engine::rules::{BySide, DecidedBy, Half, Rules, Side};
use proptest::prelude::*;

use crate::common::second_judge::encrypting;

/// A played game, with its number and who sat where.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Played {
    pub(crate) number: GameNumber,
    pub(crate) seats: BySide<usize>,
    pub(crate) game: Game,
}

pub(crate) fn check_pairings(
    arena: &Arena<'_>,
    tally: &Tally,
    games: &[Played],
) -> Result<(), TestCaseError> {
    prop_assert!(tally.is_consistent_with(arena.schedule(), tally.deals + tally.void_deals));
    let deals = arena.schedule().deals();
    prop_assert_eq!(tally.deals, deals);
    for (place, counted) in tally.pairings.iter().enumerate() {
        prop_assert_eq!(counted.pairs.iter().flatten().sum::<u64>(), deals);
        prop_assert_eq!(counted.endings.iter().flatten().flatten().sum::<u64>(), 2 * deals);
        prop_assert_eq!(counted.rounds.iter().sum::<u64>(), 2 * deals);
        let (mut pairs, mut endings, mut rounds) =
            ([[0; 3]; 3], [[[0; 3]; DecidedBy::ALL.len()]; 5], [0; 17]);
        for deal in 0..deals {
            let [a_white, b_white] = Seating::ALL
                .map(|seating| &games[arena.schedule().number(deal, place, seating).0 as usize].game);
            let first = Outcome::for_side(a_white.ending.winner, Side::White);
            let second = Outcome::for_side(b_white.ending.winner, Side::Black);
            pairs[first as usize][second as usize] += 1;
            for Game { ending, rounds: played, .. } in [a_white, b_white] {
                let door = ending.tie_condition.map_or(0, |door| 1 + door as usize);
                let winner = ending.winner.map_or(2, |winner| winner as usize);
                endings[door][ending.decided_by as usize][winner] += 1;
                rounds[*played as usize] += 1;
            }
        }
        prop_assert_eq!((counted.pairs, counted.endings, counted.rounds), (pairs, endings, rounds));
    }
    Ok(())
}

pub(crate) fn check_agents(rules: &Rules, tally: &Tally, games: &[Played]) -> Result<(), TestCaseError> {
    let total = |of: fn(&overhear_engine::arena::AgentTally) -> u64| tally.agents.iter().map(of).sum::<u64>();
    let played = games.len() as u64;
    let shared = games.iter().filter(|played| played.game.ending.winner.is_none()).count() as u64;
    prop_assert_eq!(total(|agent| agent.games), 2 * played);
    prop_assert_eq!((total(|agent| agent.wins), total(|agent| agent.shared)), (played - shared, 2 * shared));
    let halves = encrypting(rules).len() as u64 * total(|agent| agent.rounds) / 2;
    prop_assert_eq!(total(|agent| agent.halves), halves);
    prop_assert_eq!(total(|agent| agent.interceptable_halves), total(|agent| agent.interception_chances));
    prop_assert_eq!(total(|agent| agent.intercepted), total(|agent| agent.interceptions));
    prop_assert_eq!(
        tally.agents.iter().map(|agent| agent.intercept).sum::<i128>(),
        tally.agents.iter().map(|agent| agent.leaked).sum::<i128>()
    );
    for (place, agent) in tally.agents.iter().enumerate() {
        let mine = games.iter().flat_map(|played| {
            let sides = Side::ALL.into_iter().filter(move |&side| played.seats[side] == place);
            sides.map(|side| (side, &played.game))
        });
        let mine: Vec<(Side, &Game)> = mine.collect();
        let wins = mine.iter().filter(|(side, game)| game.ending.winner == Some(*side)).count() as u64;
        let illegal: u64 = mine.iter().map(|(side, game)| u64::from(game.illegal_clues[*side])).sum();
        prop_assert_eq!((agent.games, agent.wins), (mine.len() as u64, wins));
        let late: u64 = mine.iter().map(|(side, game)| u64::from(game.late_clues[*side])).sum();
        prop_assert_eq!((agent.illegal_clues, agent.late_clues), (illegal, late));
        check_halves(agent, &mine)?;
    }
    Ok(())
}

fn check_halves(
    agent: &overhear_engine::arena::AgentTally,
    games: &[(Side, &Game)],
) -> Result<(), TestCaseError> {
    let halves = || {
        games.iter().flat_map(|(side, game)| {
            game.record.halves().iter().zip(game.beliefs()).map(move |(half, belief)| (*side, half, belief))
        })
    };
    let own = || halves().filter(|(side, half, _)| half.side == *side);
    let theirs = || halves().filter(|(side, half, _)| half.side != *side && half.interception.is_some());
    let taken = |half: &Half| half.interception == Some(half.code);
    prop_assert_eq!(agent.forfeits, own().filter(|(_, half, _)| half.forfeited).count() as u64);
    prop_assert_eq!(agent.halves, own().count() as u64);
    prop_assert_eq!(
        agent.miscommunications,
        own().filter(|(_, half, _)| half.guess != half.code).count() as u64
    );
    prop_assert_eq!(agent.interception_chances, theirs().count() as u64);
    prop_assert_eq!(agent.interceptions, theirs().filter(|(_, half, _)| taken(half)).count() as u64);
    let interceptable_halves = || own().filter(|(_, half, _)| half.interception.is_some());
    prop_assert_eq!(agent.interceptable_halves, interceptable_halves().count() as u64);
    prop_assert_eq!(
        agent.intercepted,
        interceptable_halves().filter(|(_, half, _)| taken(half)).count() as u64
    );
    let decoded: i128 = own().map(|(.., belief)| i128::from(FixedLog2::log2(belief.guess).0)).sum();
    prop_assert_eq!(agent.decode, decoded);
    let leaked: i128 = interceptable_halves()
        .filter_map(|(.., belief)| belief.interception)
        .map(|p| i128::from(FixedLog2::log2(p).0))
        .sum();
    prop_assert_eq!(agent.leaked, leaked);
    Ok(())
}

/// The sums of products that the deal-clustered intervals use, from the games again.
pub(crate) fn check_moments(arena: &Arena<'_>, tally: &Tally, games: &[Played]) -> Result<(), TestCaseError> {
    let agents = tally.agents.len();
    let mut products = vec![vec![0u64; agents + 2]; agents + 2];
    let mut scores = vec![vec![0u64; 1 + 4 * (agents - 1)]; agents];
    for games in games.chunks(arena.schedule().games_of_a_deal() as usize) {
        let mut statistics = vec![0u64; agents + 2];
        for Played { seats, game, .. } in games {
            for side in Side::ALL {
                statistics[seats[side]] += Outcome::for_side(game.ending.winner, side).half_points();
            }
            statistics[agents] += Outcome::for_side(game.ending.winner, Side::White).half_points();
            statistics[agents + 1] += u64::from(game.ending.winner.is_none());
        }
        scores.iter_mut().zip(&statistics).for_each(|(cells, &score)| cells[score as usize] += 1);
        for (row, &a) in products.iter_mut().zip(&statistics) {
            row.iter_mut().zip(&statistics).for_each(|(cell, &b)| *cell += a * b);
        }
    }
    prop_assert_eq!(&tally.deal_scores, &scores);
    for (a, row) in products.iter().enumerate() {
        for (b, &product) in row.iter().enumerate() {
            prop_assert_eq!(tally.moments.product(a, b), product);
        }
    }
    Ok(())
}

/// A tally of the same games by way of `add_counts` and `count_deal`, deal by deal from the games.
pub(crate) fn check_merged(arena: &Arena<'_>, tally: &Tally, games: &[Played]) -> Result<(), TestCaseError> {
    let schedule = arena.schedule();
    let mut merged = Tally::new(schedule);
    let places: Vec<usize> = (0..schedule.agents()).collect();
    merged.add_counts(schedule, tally, schedule, &places);
    for games in games.chunks(schedule.games_of_a_deal() as usize) {
        let pairs: Vec<PairOnDeal> = games.chunks(2).map(pair_on_deal).collect();
        merged.count_deal(schedule, &pairs);
    }
    prop_assert!(&merged == tally, "a merged tally differs");
    Ok(())
}

/// What the two games of a pairing on a deal say of agent a, which plays White first.
fn pair_on_deal(games: &[Played]) -> PairOnDeal {
    let mut logs = [[(0, 0); 2]; 2];
    for (Played { game, .. }, white) in games.iter().zip([0, 1]) {
        for (half, beliefs) in game.record.halves().iter().zip(game.beliefs()) {
            let own = if half.side == Side::White { white } else { 1 - white };
            let predictions = [(0, own, Some(beliefs.guess)), (1, 1 - own, beliefs.interception)];
            for (kind, agent, p) in
                predictions.into_iter().filter_map(|(kind, agent, p)| Some((kind, agent, p?)))
            {
                let (sum, halves) = &mut logs[kind][agent];
                *sum += i128::from(FixedLog2::log2(p).0);
                *halves += 1;
            }
        }
    }
    let outcomes = [(0, Side::White), (1, Side::Black)]
        .map(|(game, side): (usize, _)| Outcome::for_side(games[game].game.ending.winner, side));
    let [decoded, intercepted] = logs;
    PairOnDeal { outcomes, decoded, intercepted }
}
