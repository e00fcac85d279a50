//! Finished games looked at again: the beliefs of their players, and the ending under another tiebreaker (R11 to
//! R14).
//!
//! An answer depends only on the view and the stream of the call. The game loop therefore stores only the
//! measured part of a belief; full beliefs, and keywords that were not named, are asked for again on demand.

use super::{Belief, Game, GameSetup, NumberedDeal, Position, Role, Team};
use crate::rules::{BySide, DecidedBy, Ending, PublicRecord, Rules, Side};

/// The pooled beliefs of both teams in one half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PooledBeliefs {
    /// Pooled belief of the Encryptor's team.
    pub guess: Belief,
    /// Pooled belief of the opponents, if they were asked.
    pub interception: Option<Belief>,
}

impl GameSetup<'_> {
    /// Recomputes the beliefs in each half of a finished game, in the order of its record.
    ///
    /// `dealt` must be the deal of the game, and `teams` must have its agents and sizes. The results then
    /// equal the beliefs during the game.
    ///
    /// # Panics
    /// As [`play`](Self::play).
    pub fn recompute_beliefs(
        &self,
        dealt: &NumberedDeal,
        mut teams: BySide<&mut Team>,
        game: &Game,
    ) -> Vec<PooledBeliefs> {
        self.check_seats(dealt, teams.white, teams.black);
        let source = dealt.source();
        let deal = &dealt.salted(BySide { white: teams.white.salt(), black: teams.black.salt() });
        let mut record = PublicRecord::new();
        record.clear(self.rules());
        let start = Position { setup: self, deal, record: &record, round: 1 };
        teams.white.begin(&start, Side::White);
        teams.black.begin(&start, Side::Black);
        let mut beliefs = Vec::with_capacity(game.record.halves().len());
        // Each half is asked with the record as it was before the half.
        for &half in game.record.halves() {
            let position = Position { setup: self, deal, record: &record, round: half.round };
            let (side, opponent) = (half.side, half.side.opponent());
            let guess = teams[side].guess(&position, (side, Role::Guesser), source, half.clues).belief;
            let interception = half.interception.is_some().then(|| {
                teams[opponent].guess(&position, (opponent, Role::Interceptor), source, half.clues).belief
            });
            beliefs.push(PooledBeliefs { guess, interception });
            record.push(half);
        }
        beliefs
    }

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
