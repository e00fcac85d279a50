//! The end of a round: judgement, tiebreaker, sudden death and keywords, by the rules of
//! [`judge`](crate::rules::Rules::judge) and [`begin_sudden_death`](crate::rules::Rules::begin_sudden_death) (R10 to R14).

use std::ops::ControlFlow;

use super::ResumableGame;
use super::phase::{PendingAnswers, Phase, TeamAnswer, optional};
use crate::game::{Position, Role};
use crate::rules::{BySide, BySlot, Ending, Judgement, Keyword, Side, TieCondition};

impl ResumableGame<'_> {
    /// Judges the round that has just ended, and returns the next phase.
    pub(super) fn judge(&mut self) -> Phase {
        let (rules, round) = (*self.setup.rules(), self.round);
        let tokens = self.game.record.tokens();
        if let Some(tie) = self.tie {
            return match rules.judge_sudden_death(tie, tokens, round) {
                Some(ending) => self.end_tied(ending),
                None => self.next_round(),
            };
        }
        match rules.judge(tokens, round) {
            Judgement::PlayOn => return self.next_round(),
            Judgement::Won(ending) => self.game.finish(round, ending),
            Judgement::Tied(condition) if rules.needs_keywords(tokens) => {
                return Phase::Naming(Some(condition), Box::new(PendingAnswers::NONE));
            }
            Judgement::Tied(condition) => {
                let ending = rules.break_tie(condition, tokens, || unreachable!("it needs no keywords"));
                return self.settled(ending);
            }
        }
        Phase::Over
    }

    /// Ends a tied game, or starts sudden death (R14).
    fn settled(&mut self, ending: Ending) -> Phase {
        self.tie = self.setup.rules().begin_sudden_death(ending, self.game.record.tokens(), self.round);
        if self.tie.is_some() {
            return self.next_round();
        }
        self.end_tied(ending)
    }

    /// Ends a tied game, after optional questions for keywords.
    fn end_tied(&mut self, ending: Ending) -> Phase {
        self.game.finish(self.round, ending);
        if self.wants_keywords && self.game.named.is_none() {
            return Phase::Naming(None, Box::new(PendingAnswers::NONE));
        }
        Phase::Over
    }

    /// Asks both teams for keywords.
    pub(super) fn naming(
        &mut self,
        condition: Option<TieCondition>,
        mut exchange: Box<PendingAnswers<BySlot<Keyword>>>,
    ) -> ControlFlow<Phase, Phase> {
        let done = exchange.ask(self, |game| game.name(Side::White), |game| optional(game.name(Side::Black)));
        let Some(done) = done else { return ControlFlow::Break(Phase::Naming(condition, exchange)) };
        ControlFlow::Continue(match done {
            Ok((white, black)) => {
                self.named(condition, BySide { white, black: black.expect("both teams name keywords") })
            }
            Err(broken) => self.break_down(broken),
        })
    }

    /// Records the named keywords, and settles the tie if the tiebreaker needs them.
    fn named(&mut self, condition: Option<TieCondition>, named: BySide<BySlot<Keyword>>) -> Phase {
        let Some(condition) = condition else {
            self.game.named = Some(named);
            return Phase::Over;
        };
        let right = self.game.note_keywords((&self.setup, &self.deal), named);
        let ending = self.setup.rules().break_tie(condition, self.game.record.tokens(), || right);
        self.settled(ending)
    }

    /// Returns the keywords that a team names.
    fn name(&mut self, side: Side) -> TeamAnswer<BySlot<Keyword>> {
        if !self.teams[side].is_external(Role::KeywordGuesser) {
            return Some(self.at_once(side, |team, at, source| team.keywords(at, side, source)));
        }
        let answered = self.ask_external(side, Role::KeywordGuesser)?;
        let requests = std::mem::take(&mut self.requests[side]);
        let ResumableGame { setup, deal, game, round, teams, .. } = self;
        let position = Position { setup, deal, record: &game.record, round: *round };
        Some(answered.map(|()| teams[side].keywords_from_answers(&position, side, &requests)))
    }
}
