//! The questions of benchmarks and measurements to an agent's bot.

use overhear_agents::registry::Spec;
use overhear_bots::protocol::RoleName;
use overhear_bots::{
    BelieveQuestion, Bot, ClueVerdict, JudgeQuestion, OfferedBelief, PredictQuestion, TextQuestion,
};
use overhear_engine::game::{AnswerError, Belief};

use super::RunningBots;
use super::reader::ended;
use crate::error::LabError;

/// Answers in the order of the questions; `None` if the agent does not play the role.
pub(crate) type BotAnswers<T> = Result<Option<Vec<Result<T, AnswerError>>>, LabError>;

impl RunningBots {
    /// Returns an agent's bot if it plays a role of benchmarks.
    pub(crate) fn in_role(&self, spec: &Spec, role: RoleName) -> Option<&Bot> {
        self.of(spec).filter(|bot| bot.plays(role))
    }

    /// Returns `true` if an agent's bot plays a role of benchmarks.
    pub fn has_role(&self, spec: &Spec, role: RoleName) -> bool {
        self.in_role(spec, role).is_some()
    }

    /// Asks an agent's bot for the guesses of others.
    ///
    /// # Errors
    /// Returns an error if the bot stops answering.
    pub fn predict(&self, spec: &Spec, questions: &[PredictQuestion<'_>]) -> BotAnswers<Belief> {
        let bot = self.in_role(spec, RoleName::Predict);
        bot.map(|bot| bot.predict(questions).map_err(ended)).transpose()
    }

    /// Asks an agent's bot for beliefs about keywords.
    ///
    /// # Errors
    /// Returns an error if the bot stops answering.
    pub fn believe(&self, spec: &Spec, questions: &[BelieveQuestion<'_>]) -> BotAnswers<OfferedBelief> {
        let bot = self.in_role(spec, RoleName::Believe);
        bot.map(|bot| bot.believe(questions).map_err(ended)).transpose()
    }

    /// Asks an agent's bot whether clues refer to keywords.
    ///
    /// # Errors
    /// Returns an error if the bot stops answering.
    pub fn judge(&self, spec: &Spec, questions: &[JudgeQuestion<'_>]) -> BotAnswers<ClueVerdict> {
        let bot = self.in_role(spec, RoleName::Judge);
        bot.map(|bot| bot.judge(questions).map_err(ended)).transpose()
    }

    /// Asks an agent's bot for codes of recorded clues, all in one role.
    ///
    /// # Errors
    /// Returns an error if the bot stops answering.
    pub fn overhear(
        &self,
        spec: &Spec,
        role: RoleName,
        questions: &[TextQuestion<'_>],
    ) -> BotAnswers<Belief> {
        let bot = self.in_role(spec, role);
        bot.map(|bot| bot.overhear(questions).map_err(ended)).transpose()
    }
}
