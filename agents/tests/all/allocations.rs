//! Nothing allocates in a half: players bring their memory with them, and a game that is played needs no more.

use crate::common::{agent, deal, specs, teams, uneven_setup};
use overhear_engine::game::Game;
use overhear_engine::rules::{BySide, RefereeMode, Rules, Tiebreak};

/// Games that may fetch memory: what a player keeps grows to its full size in them.
const WARM: u64 = 6;

/// Games that may not.
const COUNTED: u64 = 6;

/// How often whole games of an agent against itself fetched memory, once it was warm.
fn allocations(spec: &str, rules: Rules) -> u64 {
    let (agent, setup) = (agent(spec), uneven_setup(rules));
    let (mut teams, mut game) = (teams(&*agent), Game::new());
    let mut play = |number| {
        let deal = deal(&setup, number);
        let BySide { white, black } = &mut teams;
        let teams = BySide { white, black };
        allocation_counter::measure(|| setup.play(&deal, teams, &mut game)).count_total
    };
    (0..WARM).map(&mut play).for_each(drop);
    (WARM..WARM + COUNTED).map(play).sum()
}

fn nobody_allocates(rules: Rules) {
    let counts = specs().into_iter().map(|spec| (allocations(&spec, rules), spec));
    let wasteful: Vec<_> = counts.filter(|(count, _)| *count > 0).collect();
    assert!(wasteful.is_empty(), "{wasteful:?}");
}

#[test]
fn an_official_game_fetches_no_memory() {
    nobody_allocates(Rules::official());
}

#[test]
fn a_long_game_with_every_duty_fetches_no_memory() {
    nobody_allocates(Rules {
        round_limit: 12,
        tokens_to_win: 0,
        tokens_to_lose: 0,
        tiebreak: Tiebreak::Keywords,
        referee: RefereeMode::Warn,
        ..Rules::official()
    });
}

#[test]
fn fetching_memory_is_noticed() {
    let allocations = allocation_counter::measure(|| drop(std::hint::black_box(vec![0_u8; 16])));
    assert_eq!(allocations.count_total, 1);
}
