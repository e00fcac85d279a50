//! A finished game looked at once more: by another tiebreaker, on what was played (R11 to R14).

use super::{Dealt, Game, Position, Table, Team};
use crate::rules::{BySide, Ending, Rules, Side, Step};

impl Table<'_> {
    /// Asks both teams for the opponents' keywords after a tied game that has not come to that (R13).
    ///
    /// The answers are those that the loop would have got: the same views, the same streams. Nothing else of the
    /// game changes, and a game that was not tied stays as it is.
    pub fn name_keywords(&self, dealt: &Dealt, mut teams: BySide<&mut Team>, game: &mut Game) {
        if game.ending.door.is_none() || game.named.is_some() {
            return;
        }
        let source = dealt.source();
        let deal = &dealt.salted(BySide { white: teams.white.salt(), black: teams.black.salt() });
        let position = Position { table: self, deal, record: &game.record, round: game.rounds };
        game.named = Some(BySide::from_fn(|side: Side| teams[side].keywords(&position, side, source)));
    }
}

impl Rules {
    /// How a game that was played by other rules would have ended by these, if they differ in nothing but switches
    /// that are judged again ([`Rules::what_if`]).
    ///
    /// Nothing if the tie comes to the keywords and nobody has named any: see [`Table::name_keywords`].
    pub fn judge_again(&self, game: &Game) -> Option<Ending> {
        let Some(door) = game.ending.door else { return Some(game.ending) };
        if self.sudden_death > 0 {
            let is_open = matches!(game.ending.step, Step::Shared | Step::FinalTie);
            return Some(if is_open { self.left_open(door, game.record.tokens()) } else { game.ending });
        }
        let mut known = true;
        let ending = self.break_tie(door, game.record.tokens(), || {
            known = game.named.is_some();
            game.named.map_or(BySide::default(), |named| {
                BySide::from_fn(|side| self.keywords_right(named[side], game.keywords[side.opponent()]))
            })
        });
        known.then_some(ending)
    }
}
