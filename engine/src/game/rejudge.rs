//! Rejudging: the ending of a finished game under another tiebreaker (R11 to R14).

use super::{Game, GameSetup, NumberedDeal, Position, Team};
use crate::rules::{BySide, DecidedBy, Ending, Rules, Side};

impl GameSetup<'_> {
    /// Asks both teams for the opponents' keywords after a tied game in which no keywords were named (R13).
    ///
    /// The answers equal those that the game loop would have got, since views and streams are equal. No other
    /// part of the game changes, and a game that was not tied stays as it is.
    pub fn name_keywords(&self, dealt: &NumberedDeal, mut teams: BySide<&mut Team>, game: &mut Game) {
        if game.ending.tie_condition.is_none() || game.named.is_some() {
            return;
        }
        let source = dealt.source();
        let deal = &dealt.salted(BySide { white: teams.white.salt(), black: teams.black.salt() });
        let position = Position { setup: self, deal, record: &game.record, round: game.rounds };
        game.named = Some(BySide::from_fn(|side: Side| teams[side].keywords(&position, side, source)));
    }
}

impl Rules {
    /// Returns the ending of a game played under other rules, if it is rejudged under these rules.
    ///
    /// The rules may differ only in switches that can be rejudged ([`Rules::what_if`]). Returns `None` if the
    /// tie needs keywords that the teams did not name: see [`GameSetup::name_keywords`].
    pub fn rejudge(&self, game: &Game) -> Option<Ending> {
        let Some(condition) = game.ending.tie_condition else { return Some(game.ending) };
        // With sudden death, the game was played on, so only the last step can differ.
        if self.sudden_death > 0 {
            let is_open = matches!(game.ending.decided_by, DecidedBy::Shared | DecidedBy::FinalTie);
            return Some(if is_open {
                self.final_tie_ending(condition, game.record.tokens())
            } else {
                game.ending
            });
        }
        let mut known = true;
        let ending = self.break_tie(condition, game.record.tokens(), || {
            known = game.named.is_some();
            game.named.map_or(BySide::default(), |named| {
                BySide::from_fn(|side| self.keywords_right(named[side], game.keywords[side.opponent()]))
            })
        });
        known.then_some(ending)
    }
}
