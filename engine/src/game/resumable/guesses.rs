//! A half: the own guess and the interception (R6).

use std::ops::ControlFlow;

use super::ResumableGame;
use super::pending::{PendingAnswers, TeamAnswer, optional};
use super::phase::Phase;
use crate::game::Role;
use crate::game::team::{ReviewedClues, TeamGuess};
use crate::rules::{BySide, Clues, Side};

impl ResumableGame<'_> {
    /// Asks for the guess and the interception; once both are known, the half is recorded.
    pub(super) fn hearing(
        &mut self,
        side: Side,
        clues: BySide<Option<ReviewedClues>>,
        mut exchange: Box<PendingAnswers<TeamGuess>>,
    ) -> ControlFlow<Phase, Phase> {
        let (reviewed, opponent) = (clues[side].expect("the side has given clues"), side.opponent());
        let may_intercept = self.table.rules().may_intercept(self.round, opponent);
        let done = exchange.ask(
            self,
            |sitting| sitting.guess(side, Role::Guesser, reviewed.clues),
            |sitting| {
                if !may_intercept {
                    return Some(Ok(None));
                }
                optional(sitting.guess(opponent, Role::Interceptor, reviewed.clues))
            },
        );
        let Some(done) = done else { return ControlFlow::Break(Phase::Hearing(side, clues, exchange)) };
        let (guess, interception) = match done {
            Ok(answers) => answers,
            Err(broken) => return ControlFlow::Continue(self.break_down(broken)),
        };
        let at = (&self.table, &self.deal);
        self.game.note_half(at, (side, self.round), reviewed, &guess, interception.as_ref());
        ControlFlow::Continue(match (side, clues.black) {
            (Side::White, Some(_)) => Phase::Hearing(Side::Black, clues, exchange),
            _ => self.judge(),
        })
    }

    /// Returns the guess of a team about a code.
    fn guess(&mut self, side: Side, role: Role, clues: Clues) -> TeamAnswer<TeamGuess> {
        if !self.teams[side].is_external(role) {
            return Some(self.at_once(side, |team, at, source| match role {
                Role::Guesser => team.decode(at, side, source, clues),
                _ => team.intercept(at, side, source, clues),
            }));
        }
        let answered = self.by_post(side, role)?;
        let team = &mut self.teams[side];
        let silent = (role == Role::Guesser).then(|| team.encryptor_of(self.round));
        let letters = std::mem::take(&mut self.letters[side]);
        Some(answered.map(|()| team.said_by_post(self.table.rules().pooling, silent, &letters)))
    }
}
