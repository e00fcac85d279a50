//! Loading of agents together with the words and bots that they need.

use super::bots::RunningBots;
use super::reference_words::check_field_words;
use super::{BotConfig, PlayersConfig, RuleSet, WordFiles, Words, bots_of_file};
use crate::error::LabError;
use crate::message::Message;
use crate::run_control::RunControl;
use overhear_agents::registry::{Spec, check};
use overhear_engine::rules::Rules;

/// Looks agents up, reads words and starts bots, cheap steps first. `who` looks the agents up in the registry
/// that includes the bots.
///
/// # Errors
/// Returns the errors of `who`, and an error for unreadable files, a deck that is too small, or a bot that
/// does not start.
pub fn load_players<T>(
    config: &PlayersConfig,
    files: &WordFiles,
    rules: &RuleSet,
    watch: &RunControl,
    who: impl FnOnce(&PlayersConfig) -> Result<T, LabError>,
) -> Result<(T, Words, RunningBots), LabError> {
    agents_beside(&RunningBots::default(), config, files, rules, watch, who)
}

/// Loads players as [`load_players`] does, sharing the answer file of other bots of the experiment.
///
/// # Errors
/// Returns the errors of [`load_players`].
pub fn agents_beside<T>(
    others: &RunningBots,
    config: &PlayersConfig,
    files: &WordFiles,
    rules: &RuleSet,
    watch: &RunControl,
    who: impl FnOnce(&PlayersConfig) -> Result<T, LabError>,
) -> Result<(T, Words, RunningBots), LabError> {
    let bots = all_bots(config)?;
    if bots.is_empty() {
        let players = who(config)?;
        return Ok((players, load_words(config, files, rules)?, RunningBots::default()));
    }
    let words = load_words(config, files, rules)?;
    let config = PlayersConfig { bots, ..config.clone() };
    let (bots, config) = others.start_more(&config, &words, &rules.switches, watch)?;
    Ok((who(&config)?, words, bots))
}

/// Loads words with which the rules make a game, and the field, if there is one, its scores.
fn load_words(config: &PlayersConfig, files: &WordFiles, rules: &RuleSet) -> Result<Words, LabError> {
    let words = Words::load(files)?;
    rules.check(&words)?;
    config.field.map_or(Ok(()), |field| check_field_words(field, &words))?;
    Ok(words)
}

/// Restarts the bots of [`load_players`] with other rules, and looks their agents up.
///
/// # Errors
/// Returns the errors of `who`, and an error for a bot that does not start.
pub fn restart_bots<T>(
    bots: &RunningBots,
    config: &PlayersConfig,
    words: &Words,
    rules: &Rules,
    watch: &RunControl,
    who: impl FnOnce(&PlayersConfig) -> Result<T, LabError>,
) -> Result<(T, RunningBots), LabError> {
    let config = PlayersConfig { bots: all_bots(config)?, ..config.clone() };
    let (bots, config) = bots.start_more(&config, words, rules, watch)?;
    Ok((who(&config)?, bots))
}

/// Returns the bots of the file of agents, followed by those of the configuration.
fn all_bots(config: &PlayersConfig) -> Result<Vec<BotConfig>, LabError> {
    let mut bots = config.agents.as_deref().map_or(Ok(Vec::new()), bots_of_file)?;
    bots.extend(config.bots.iter().cloned());
    Ok(bots)
}

/// Loads players as [`load_players`] does where no game is played: bots are told the official rules.
///
/// # Errors
/// Returns the errors of `who`, and an error for unreadable files or a bot that does not start.
pub fn readers<T>(
    config: &PlayersConfig,
    files: &WordFiles,
    watch: &RunControl,
    who: impl FnOnce(&PlayersConfig) -> Result<T, LabError>,
) -> Result<(T, Words, RunningBots), LabError> {
    if config.bots.is_empty() {
        return Ok((who(config)?, Words::load(files)?, RunningBots::default()));
    }
    let words = Words::load(files)?;
    let (bots, config) = RunningBots::start(config, &words, &Rules::official(), watch)?;
    Ok((who(&config)?, words, bots))
}

/// Checks that an agent can read recorded clues: with the words of the run, and with the associations that it
/// names.
///
/// # Errors
/// Returns an error if the agent uses another embedding, or unknown associations.
pub fn check_words(spec: &Spec, words: &Words) -> Result<(), Message> {
    let Some(space) = spec.guesser.space() else { return check(spec, &words.world).map_err(Message::new) };
    let message = format_args!(
        "`{}`: free text is read in one space for all agents; load `{space}` with ",
        spec.guesser.name
    );
    Err(Message::new(message).setting(("space", "FILE")))
}
