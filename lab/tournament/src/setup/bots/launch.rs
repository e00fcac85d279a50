//! Starting of bots, again with other settings if an agent asks for them.

use std::sync::{Arc, Weak};

use overhear_agents::kind::{Param, PrepareError, Values};
use overhear_agents::model::World;
use overhear_agents::registry::{ExternalAgent, Spec, build, interned};
use overhear_bots::protocol::{Param as Declared, ParamKind, RoleName};
use overhear_bots::{Bot, BotAgent, BotConfig, BotContext, BotFault, WordLists as BotWords};
use overhear_engine::game::Agent;
use overhear_engine::rules::{Clue, Rules};
use serde_json::Value;

use super::reader::STAND_IN;
use crate::setup::Words;

/// Everything needed to start a bot again with other settings.
pub(super) struct BotLaunch {
    pub(super) surroundings: BotContext,
    pub(super) config: BotConfig,
    pub(super) words: BotWords,
    pub(super) rules: Rules,
}

impl BotLaunch {
    /// Starts the bot with this configuration.
    ///
    /// # Errors
    /// Returns the fault of a bot that does not start.
    pub(super) fn start(&self, config: BotConfig) -> Result<Arc<Bot>, BotFault> {
        let (words, surroundings) = (self.words.clone(), self.surroundings.clone());
        Bot::start_with(config, words, &self.rules, surroundings).map(Arc::new)
    }
}

/// Returns the words as sent to bots. Afterwards clues outside the vocabulary are allowed.
pub(super) fn bot_words(words: &Words) -> BotWords {
    let (world, deck) = (&words.world, words.world.deck());
    let clues = (0..world.clues()).map(|n| world.clue_text(Clue::new(n as u32)).to_owned());
    let keywords = deck.keywords().iter().map(|keyword| keyword.text.clone());
    let told = BotWords::new(deck.language().code(), clues.collect(), keywords.collect());
    told.with_texts(world.utterances())
}

/// Returns a bot as an external agent. The registration does not keep the bot's process alive.
pub(super) fn as_external(bot: &Arc<Bot>, launch: Arc<BotLaunch>) -> ExternalAgent {
    let hello = bot.hello();
    // A SPEC names an agent in files and keys. How a bot with a fingerprint is reached is not part of the agent: `[bot.options]` sets it.
    let is_named = |declared: &&Declared| declared.decides || hello.fingerprint.is_none();
    let params: Vec<Param> =
        hello.params.iter().filter(is_named).filter_map(|declared| param(bot, declared)).collect();
    let (running, known) = (Arc::downgrade(bot), params.clone());
    ExternalAgent {
        name: bot.config().name.clone(),
        summary: format!("a program: {} {}", hello.name, hello.version),
        version: None,
        params,
        associates: false,
        seat: Box::new(move |world, values| {
            let seated = seated(&launch, &running, &known, values, world)?;
            Ok(seated as Arc<dyn Agent>)
        }),
    }
}

/// Returns a numeric parameter of a bot; `None` for a text parameter, which only the bot's configuration can
/// set.
fn param(bot: &Bot, declared: &Declared) -> Option<Param> {
    let set = bot.config().options.get(&declared.key).unwrap_or(&declared.default);
    let default = set.as_f64().or_else(|| set.as_bool().map(f64::from))?;
    let (key, meaning) = (interned(&declared.key), interned(&declared.meaning));
    let (low, high) = (declared.low.unwrap_or(f64::MIN), declared.high.unwrap_or(f64::MAX));
    match declared.kind {
        ParamKind::Real => Some(Param::real(key, default, low, high, meaning)),
        ParamKind::Whole => Some(Param::whole(key, default, low, high, meaning)),
        ParamKind::Flag => Some(Param::whole(key, default, 0.0, 1.0, meaning)),
        ParamKind::Text => None,
    }
}

/// Returns the agent of a bot: the running bot, or another process if settings differ.
fn seated(
    launch: &BotLaunch,
    running: &Weak<Bot>,
    params: &[Param],
    values: &Values,
    world: &Arc<World>,
) -> Result<Arc<BotAgent>, PrepareError> {
    let moved: Vec<_> = params.iter().filter(|param| values.get(param.key) != param.default).collect();
    let bot = running.upgrade().filter(|_| moved.is_empty());
    let bot = bot.map_or_else(|| restarted(launch, &moved, values), Ok)?;
    let missing = RoleName::ALL.into_iter().any(|role| !bot.plays(role));
    let stand_in = || Spec::parse(STAND_IN).and_then(|spec| build(&spec, world));
    let stand_in = missing.then(stand_in).transpose().map_err(|error| PrepareError(error.to_string()))?;
    let seated = BotAgent::new(&launch.config.name, bot, &RoleName::ALL, stand_in);
    seated.map(Arc::new).map_err(|error| PrepareError(error.to_string()))
}

/// Returns another process of a bot, with the parameters that differ.
pub(super) fn restarted(
    launch: &BotLaunch,
    moved: &[&Param],
    values: &Values,
) -> Result<Arc<Bot>, PrepareError> {
    let mut config = launch.config.clone();
    for param in moved {
        let value = values.get(param.key);
        let value = if param.whole { Value::from(value as i64) } else { Value::from(value) };
        config.options.insert(param.key.to_owned(), value);
    }
    launch.start(config).map_err(|fault| PrepareError(fault.to_string()))
}
