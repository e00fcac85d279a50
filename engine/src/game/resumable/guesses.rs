//! A half: the own guess and the interception (R6).

use std::ops::ControlFlow;

use super::ResumableGame;
use super::phase::{PendingAnswers, Phase, TeamAnswer, optional};
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
        let may_intercept = self.setup.rules().may_intercept(self.round, opponent);
        let done = exchange.ask(
            self,
            |game| game.guess(side, Role::Guesser, reviewed.clues),
            |game| {
                if !may_intercept {
                    return Some(Ok(None));
                }
                optional(game.guess(opponent, Role::Interceptor, reviewed.clues))
            },
        );
        let Some(done) = done else { return ControlFlow::Break(Phase::Hearing(side, clues, exchange)) };
        let (guess, interception) = match done {
            Ok(answers) => answers,
            Err(broken) => return ControlFlow::Continue(self.break_down(broken)),
        };
        let at = (&self.setup, &self.deal);
        self.game.note_half(at, (side, self.round), reviewed, guess, interception);
        ControlFlow::Continue(match (side, clues.black) {
            (Side::White, Some(_)) => Phase::Hearing(Side::Black, clues, exchange),
            _ => self.judge(),
        })
    }

    /// Returns the guess of a team about a code.
    fn guess(&mut self, side: Side, role: Role, clues: Clues) -> TeamAnswer<TeamGuess> {
        if !self.teams[side].is_external(role) {
            return Some(self.at_once(side, |team, at, source| team.guess(at, (side, role), source, clues)));
        }
        if let Err(broken) = self.ask_external(side, role)? {
            return Some(Err(broken));
        }
        let turns = self.teams[side].talk_turns(&self.setup, role);
        if turns > 0 {
            return self.talk(turns, side, role).map(Ok);
        }
        let requests = std::mem::take(&mut self.requests[side]);
        let pooling = self.setup.rules().pooling;
        Some(Ok(self.teams[side].guess_from_answers(pooling, (self.round, role), &requests)))
    }

    /// Goes on with the talk of a team whose open requests are answered. Returns the guess after its end.
    fn talk(&mut self, turns: u8, side: Side, role: Role) -> Option<TeamGuess> {
        let ResumableGame { setup, game, round, teams, requests, talks, .. } = self;
        let replies = std::mem::take(&mut requests[side]);
        let (talk, goes_on) = match talks[side].take() {
            None => {
                let pooling = setup.rules().pooling;
                (Box::new(teams[side].open_talk(turns, pooling, (*round, role), &replies)), true)
            }
            Some(mut talk) => {
                let goes_on = talk.hear(&replies);
                (talk, goes_on)
            }
        };
        if !goes_on {
            return Some(TeamGuess::after(talk.finish(game.record.halves().len(), side)));
        }
        talk.open_requests(&mut requests[side]);
        talks[side] = Some(talk);
        None
    }
}
