//! What several tests of the engine share: scripted games, and players whose answers are drawn.

pub(crate) mod cases;
pub(crate) mod external_agent;
pub(crate) mod random_players;
pub(crate) mod random_rules;
pub(crate) mod render;
pub(crate) mod script;
pub(crate) mod scripted;
pub(crate) mod second_judge;

use overhear_engine::game::GameSetup;
use overhear_engine::rules::{ClueLaw, Deck, Rules};

/// A table at which everything agrees.
pub(crate) fn laid<'a>(rules: Rules, deck: &'a Deck, law: &'a ClueLaw) -> GameSetup<'a> {
    GameSetup::new(rules.checked().expect("rules that make a game"), deck, law).expect("they agree")
}
