//! What players believed in a finished game, found by asking them again.
//!
//! An answer is a function of the view and of the call's own stream, so the game loop keeps of a belief only what is
//! measured; whoever wants all of it asks once more.

use super::{Belief, Dealt, Game, Position, Table, Team, seats};
use crate::rules::{BySide, PublicRecord, Side};

/// All that was believed in a half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Retold {
    /// By the own team, pooled.
    pub guess: Belief,
    /// By the opponents, if they were asked.
    pub interception: Option<Belief>,
}

impl Table<'_> {
    /// Asks players who were not there what they believe in each half of a finished game, in the order of its record.
    ///
    /// What was dealt is the game's, and so must the teams' agents and sizes be: then the answers are the
    /// ones that were given in it.
    ///
    /// # Panics
    /// As [`play`](Self::play).
    pub fn retell(&self, dealt: &Dealt, mut teams: BySide<&mut Team>, game: &Game) -> Vec<Retold> {
        seats::check(self, dealt, teams.white, teams.black);
        let source = dealt.source();
        let deal = &dealt.salted(BySide { white: teams.white.salt(), black: teams.black.salt() });
        let mut record = PublicRecord::new();
        record.clear(self.rules().players);
        let start = Position { table: self, deal, record: &record, round: 1 };
        teams.white.begin(&start, Side::White);
        teams.black.begin(&start, Side::Black);
        let mut told = Vec::with_capacity(game.record.halves().len());
        for &half in game.record.halves() {
            let position = Position { table: self, deal, record: &record, round: half.round };
            let (side, opponent) = (half.side, half.side.opponent());
            let guess = teams[side].decode(&position, side, source, half.clues).belief;
            let asked = half.interception.is_some();
            let interception =
                asked.then(|| teams[opponent].intercept(&position, opponent, source, half.clues).belief);
            told.push(Retold { guess, interception });
            record.push(half);
        }
        told
    }
}
