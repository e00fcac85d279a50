//! Readers of recorded clues: built-in agents, which use `free_text`, and bots.

use std::sync::Arc;

use overhear_agents::free_text::LogBelief;
use overhear_agents::registry::Spec;
use overhear_bots::protocol::RoleName;
use overhear_bots::{Bot, INTERRUPTED, TextQuestion};
use overhear_engine::game::PlayerUnavailable;
use overhear_engine::rules::Side;

use super::RunningBots;
use crate::error::LabError;

/// Agent that plays the roles that a bot does not.
pub(super) const STAND_IN: &str = "margin/bayes";

/// A bot that is asked about texts, in the roles that it plays.
#[derive(Clone)]
pub struct BotReader(Arc<Bot>);

impl BotReader {
    /// Returns a reader for a bot that takes texts.
    ///
    /// # Errors
    /// Returns an error if the bot takes numbers.
    pub fn new(bot: Arc<Bot>) -> Result<BotReader, LabError> {
        if bot.hello().words {
            return Ok(BotReader(bot));
        }
        let message = "it takes words as numbers, which recorded clues do not have; set `\"words\": true` in its hello, so that \
                       it takes texts";
        Err(LabError::setting(("bot", &bot.config().name), message))
    }

    /// Returns `true` if the bot reads the clues of a side: White's are the own team's.
    pub fn plays(&self, side: Side) -> bool {
        self.0.plays(if side == Side::White { RoleName::Decode } else { RoleName::Intercept })
    }

    /// Returns the bot's belief about each question, or what is wrong with its answer.
    ///
    /// # Errors
    /// Returns an error if the bot stops answering.
    pub fn read(&self, questions: &[TextQuestion<'_>]) -> Result<Vec<Result<LogBelief, String>>, LabError> {
        let beliefs = self.0.overhear(questions).map_err(ended)?;
        let beliefs = beliefs.into_iter().map(|belief| match belief {
            Ok(belief) => Ok(LogBelief::of_probabilities(belief.probabilities())),
            Err(failure) => Err(failure.message),
        });
        Ok(beliefs.collect())
    }
}

/// Returns the error of a bot that stopped answering.
pub(crate) fn ended(outage: PlayerUnavailable) -> LabError {
    if outage.0 == INTERRUPTED { LabError::interrupted(outage.0) } else { LabError::outage(outage.0) }
}

/// A reader of recorded clues: a built-in agent, or a bot.
pub struct ClueReader {
    /// The built-in agent; beside a bot, the agent for roles that the bot does not play.
    pub spec: Spec,
    /// Label of the requested agent.
    pub label: String,
    /// The bot, if there is one.
    pub(crate) bot: Option<BotReader>,
}

impl ClueReader {
    /// Returns the reader of an agent.
    ///
    /// # Errors
    /// Returns an error for a bot that takes numbers for words.
    pub fn new(spec: Spec, bots: &RunningBots) -> Result<ClueReader, LabError> {
        let (label, bot) = (spec.label.clone(), bots.reader(&spec)?);
        let spec = if bot.is_some() { Spec::parse(STAND_IN)? } else { spec };
        Ok(ClueReader { spec, label, bot })
    }

    /// Returns the bot if it reads the clues of a side. White's clues are the own team's.
    pub fn bot(&self, side: Side) -> Option<&BotReader> {
        self.bot.as_ref().filter(|bot| bot.plays(side))
    }
}
