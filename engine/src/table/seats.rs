//! Whether those who sit down at a table belong there.

use super::{Dealt, Table, Team};
use crate::rules::BySide;

/// Stops a game before it begins whose parts do not belong together.
///
/// # Panics
/// If a team has not as many members as the rules say, or the deal is of another deck.
pub(super) fn check(table: &Table<'_>, dealt: &Dealt, white: &Team, black: &Team) {
    let sizes = BySide { white: white.size(), black: black.size() };
    assert_eq!(sizes, table.rules().team_sizes(), "the members of the teams are not those of the rules");
    assert!(dealt.is_of(table.deck()), "the deal is one of another deck");
}
