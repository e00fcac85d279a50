//! Recomputing the beliefs of a finished game by asking its players again.
//!
//! An answer depends only on the view and the stream of the call. The game loop therefore stores only the
//! measured part of a belief, and full beliefs are recomputed on demand.

use super::{Belief, Game, GameSetup, NumberedDeal, Position, Role, Team, seats};
use crate::rules::{BySide, PublicRecord, Side};

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
        seats::check(self, dealt, teams.white, teams.black);
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
}
