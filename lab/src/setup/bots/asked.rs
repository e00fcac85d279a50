//! The questions of benchmarks to an agent's bot.

use overhear_agents::registry::Spec;
use overhear_bots::protocol::RoleName;
use overhear_bots::{BelieveQuestion, ClueTurn, OfferedBelief, PredictQuestion, StatedRisk};
use overhear_engine::game::{AnswerError, Belief};

use super::RunningBots;
use super::reader::ended;
use crate::error::LabError;

/// Answers in the order of the questions; `None` if the agent does not play the role.
type Answers<T> = Result<Option<Vec<Result<T, AnswerError>>>, LabError>;

impl RunningBots {
    /// Returns `true` if an agent's bot plays a role of benchmarks.
    pub(crate) fn has_role(&self, spec: &Spec, role: RoleName) -> bool {
        self.of(spec).is_some_and(|bot| bot.plays(role))
    }

    /// Asks an agent's bot for the guesses of others.
    ///
    /// # Errors
    /// Returns an error if the bot stops answering.
    pub(crate) fn predict(&self, spec: &Spec, questions: &[PredictQuestion<'_>]) -> Answers<Belief> {
        let bot = self.of(spec).filter(|bot| bot.plays(RoleName::Predict));
        bot.map(|bot| bot.predict(questions).map_err(ended)).transpose()
    }

    /// Asks an agent's bot for beliefs about keywords.
    ///
    /// # Errors
    /// Returns an error if the bot stops answering.
    pub(crate) fn believe(&self, spec: &Spec, questions: &[BelieveQuestion<'_>]) -> Answers<OfferedBelief> {
        let bot = self.of(spec).filter(|bot| bot.plays(RoleName::Believe));
        bot.map(|bot| bot.believe(questions).map_err(ended)).transpose()
    }

    /// Returns the chances that an agent's bot has stated of its clues, if any.
    pub(crate) fn stated_risk(&self, spec: &Spec, turn: &ClueTurn<'_>) -> Option<StatedRisk> {
        self.of(spec)?.stated_risk(turn)
    }
}
