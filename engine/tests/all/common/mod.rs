//! What several tests of the engine share: scripted games, and players whose answers are drawn.

pub(crate) mod external_agent;
pub(crate) mod random_players;
pub(crate) mod random_rules;
pub(crate) mod render;
pub(crate) mod script;
pub(crate) mod scripted;
pub(crate) mod second_judge;

use std::env;

use overhear_engine::game::{Game, GameSetup, PooledBeliefs};
use overhear_engine::rules::{ClueLaw, Deck, Rules};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseResult, TestRunner};

/// A table at which everything agrees.
pub(crate) fn laid<'a>(rules: Rules, deck: &'a Deck, law: &'a ClueLaw) -> GameSetup<'a> {
    GameSetup::new(rules.checked().expect("rules that make a game"), deck, law).expect("they agree")
}

/// Asserts that recomputed beliefs give the codes of a game the probabilities that it has kept.
pub(crate) fn check_beliefs(recomputed: &[PooledBeliefs], game: &Game) {
    assert_eq!(recomputed.len(), game.record.halves().len());
    for ((half, belief), measured) in game.record.halves().iter().zip(recomputed).zip(game.beliefs()) {
        assert_eq!(belief.guess.probability(half.code), measured.guess);
        let interception = belief.interception.as_ref().map(|belief| belief.probability(half.code));
        assert_eq!(interception, measured.interception);
    }
}

/// Tries a property that plays hundreds of games in each case: so often, and four times as often where the environment asks for more cases of
/// every property, which would be hours of this one.
pub(crate) fn holds_in_some_cases<S: Strategy>(
    cases: u32,
    drawn: S,
    property: impl Fn(S::Value) -> TestCaseResult,
) {
    let more = if env::var_os("PROPTEST_CASES").is_some() { 4 } else { 1 };
    let config = Config { cases: cases * more, failure_persistence: None, ..Config::default() };
    let tried = TestRunner::new(config).run(&drawn, property);
    tried.unwrap_or_else(|failure| panic!("{failure}"));
}
