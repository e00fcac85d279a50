//! Seats of bots: a bot as an agent that a SPEC can name.

use std::fmt::Display;
use std::sync::{Arc, Weak};

use overhear_agents::kind::{Param, PrepareError, Values};
use overhear_agents::model::World;
use overhear_agents::registry::{ExternalAgent, Spec, build, interned};
use overhear_bots::protocol::{Param as Declared, ParamKind, RoleName};
use overhear_bots::{Bot, BotAgent};
use overhear_engine::game::Agent;
use serde_json::Value;

use super::launch::BotLaunch;
use super::reader::STAND_IN;
use super::run_bot::RunBot;
use crate::bot_entry::BotEntry;

/// Returns a bot as an external agent. The registration does not keep the bot's process alive.
pub(super) fn as_external(bot: &Arc<RunBot>) -> ExternalAgent {
    let entry = bot.entry();
    // A SPEC names an agent in files and keys. How a bot with a fingerprint is reached is not part of the agent: `[bot.options]` sets it.
    let declared = entry.params.as_deref().unwrap_or_default().iter();
    let params: Vec<Param> = declared
        .filter(|declared| declared.decides || entry.fingerprint.is_none())
        .filter_map(|declared| param(&entry, declared))
        .collect();
    let (launch, running, known) = (Arc::clone(&bot.launch), Arc::downgrade(bot), params.clone());
    ExternalAgent {
        name: entry.name.clone(),
        summary: entry.summary(),
        version: None,
        params,
        associates: false,
        seat: Box::new(move |world, values| seated(&launch, &running, &known, values, world)),
    }
}

/// Returns a numeric parameter of a bot; `None` for a text parameter, which only the bot's configuration can
/// set.
fn param(bot: &BotEntry, declared: &Declared) -> Option<Param> {
    let set = bot.options.get(&declared.key).unwrap_or(&declared.default);
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

/// Returns the agent of a bot: the running bot, or another process if settings differ. A bot that is not needed has a stand-in, which
/// is never asked.
fn seated(
    launch: &BotLaunch,
    running: &Weak<RunBot>,
    params: &[Param],
    values: &Values,
    world: &Arc<World>,
) -> Result<Arc<dyn Agent>, PrepareError> {
    let bot = running.upgrade();
    if bot.as_ref().is_some_and(|bot| bot.is_spared()) {
        return Ok(Arc::from(stand_in(world)?));
    }
    let moved: Vec<_> = params.iter().filter(|param| values.get(param.key) != param.default).collect();
    let bot = bot.as_ref().and_then(|bot| bot.running()).filter(|_| moved.is_empty());
    let bot = bot.map_or_else(|| restarted(launch, &moved, values), |bot| Ok(Arc::clone(bot)))?;
    let missing = RoleName::ALL.into_iter().any(|role| !bot.plays(role));
    let stand_in = missing.then(|| stand_in(world)).transpose()?;
    let seated = BotAgent::new(&launch.config.name, bot, &RoleName::ALL, stand_in);
    Ok(Arc::new(seated.map_err(failed)?))
}

/// Returns the agent that plays the roles that a bot does not.
fn stand_in(world: &Arc<World>) -> Result<Box<dyn Agent>, PrepareError> {
    Spec::parse(STAND_IN).and_then(|spec| build(&spec, world)).map_err(failed)
}

fn failed(error: impl Display) -> PrepareError {
    PrepareError(error.to_string())
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
    launch.start(config).map_err(failed)
}
