//! Checks that teams and deal match the setup of a game.

use super::{GameSetup, NumberedDeal, Team};
use crate::rules::BySide;

/// Checks that teams and deal match the setup, before a game begins.
///
/// # Panics
/// If a team differs in size from the rules, or if the deal is from another deck.
pub(super) fn check(setup: &GameSetup<'_>, dealt: &NumberedDeal, white: &Team, black: &Team) {
    let sizes = BySide { white: white.size(), black: black.size() };
    assert_eq!(sizes, setup.rules().team_sizes(), "the members of the teams are not those of the rules");
    assert!(dealt.uses_deck(setup.deck()), "the deal is one of another deck");
}
