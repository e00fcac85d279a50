//! Bots: programs in any language, each an Encryptor, a guesser and a preset of its name.

mod bench_questions;
mod launch;
mod reader;
mod run_bot;
mod seat;

use std::collections::BTreeMap;
use std::sync::Arc;

use overhear_agents::kind::Param;
use overhear_agents::registry::{Registry, Spec};
use overhear_bots::protocol::RoleName;
use overhear_bots::{Bot, BotFaultCounts};
use overhear_engine::rules::Rules;

use super::{BotConfig, PlayersConfig, Words};
use crate::bot_entry::{self, BotEntry};
use crate::bot_requests::{forecast, most_questions, summary};
use crate::error::LabError;
use crate::run_control::{Progress, RunControl};
use crate::setting_ref::SettingRef;
use launch::{BotLaunch, SharedAnswers, bot_words};
pub use reader::{BotReader, ClueReader};
use run_bot::RunBot;
use seat::{as_external, restarted};

/// The bots of a run. Dropping them ends their processes.
#[derive(Default)]
pub struct RunningBots {
    bots: Vec<Arc<RunBot>>,
    /// Is told in the end what has become of the questions.
    progress: Option<Arc<dyn Progress>>,
}

impl Drop for RunningBots {
    /// Ends all bots at once, and reports what has become of their questions.
    fn drop(&mut self) {
        let lines = self.running().filter_map(|bot| summary(bot));
        lines.zip(std::iter::repeat(&self.progress)).for_each(|(line, progress)| {
            if let Some(progress) = progress {
                progress.note(&line);
            }
        });
        let running: Vec<Arc<Bot>> = self.running().cloned().collect();
        self.bots.clear();
        Bot::end_together(running);
    }
}

impl RunningBots {
    /// Starts every configured bot and adds the bots to the agents that a SPEC can name.
    ///
    /// # Errors
    /// Returns an error for a bot that does not start, with its last lines of standard error, and for a name
    /// that is taken.
    pub(crate) fn start(
        config: &PlayersConfig,
        words: &Words,
        rules: &Rules,
        watch: &RunControl,
    ) -> Result<(RunningBots, PlayersConfig), LabError> {
        RunningBots::default().start_more(config, words, rules, watch)
    }

    /// Starts further bots that share the answer file of these.
    ///
    /// # Errors
    /// Returns the errors of [`RunningBots::start`].
    pub(crate) fn start_more(
        &self,
        config: &PlayersConfig,
        words: &Words,
        rules: &Rules,
        watch: &RunControl,
    ) -> Result<(RunningBots, PlayersConfig), LabError> {
        let progress = Some(Arc::clone(&watch.progress));
        let (mut bots, mut registry) = (RunningBots { bots: Vec::new(), progress }, config.registry.clone());
        let answers = self
            .bots
            .first()
            .map_or_else(|| SharedAnswers::new(config.answers.clone()), |bot| bot.launch.answers.clone());
        for bot_config in &config.bots {
            let setting = SettingRef::from(("bot", &bot_config.name));
            registry
                .check_name_free(&bot_config.name)
                .map_err(|error| LabError::setting(setting.clone(), error))?;
            let launch = Arc::new(BotLaunch {
                config: bot_config.clone(),
                words: bot_words(words),
                rules: *rules,
                answers: answers.clone(),
                watch: watch.clone(),
            });
            let recorded = watch.stored_bots.as_ref().and_then(|stored| stored.entry(&bot_config.name));
            let bot = Arc::new(match recorded {
                Some(entry) => RunBot::waiting(launch, entry.clone()),
                None => RunBot::started(launch)?,
            });
            let added = registry.with_external(as_external(&bot));
            registry = added.map_err(|error| LabError::setting(setting, error))?;
            bots.bots.push(bot);
        }
        Ok((bots, PlayersConfig { registry, ..config.clone() }))
    }

    /// Starts the bots that wait and play one of these agents, and leaves the others unstarted.
    ///
    /// # Errors
    /// Returns an error for a bot that does not start.
    pub fn start_players<'a>(&self, specs: impl IntoIterator<Item = &'a Spec>) -> Result<(), LabError> {
        let specs: Vec<&Spec> = specs.into_iter().collect();
        for bot in &self.bots {
            if specs.iter().any(|spec| is_played_by(spec, bot.name())) {
                bot.start()?;
            } else {
                bot.spare();
            }
        }
        Ok(())
    }

    fn running(&self) -> impl Iterator<Item = &Arc<Bot>> {
        self.bots.iter().filter_map(|bot| bot.running())
    }

    /// Returns the bot that guesses for an agent, if it is a bot.
    ///
    /// # Errors
    /// Returns an error if a bot with other settings does not start, and if the bot takes numbers for words.
    pub fn reader(&self, spec: &Spec) -> Result<Option<BotReader>, LabError> {
        let part = &spec.guesser;
        let bot = self.bots.iter().find(|bot| bot.name() == part.name);
        let Some((bot, launch)) = bot.and_then(|bot| Some((bot.running()?, &bot.launch))) else {
            return Ok(None);
        };
        let moved: Vec<_> = part.values.iter().filter(|(param, value)| *value != param.default).collect();
        let moved: Vec<&Param> = moved.into_iter().map(|(param, _)| param).collect();
        let bot =
            if moved.is_empty() { Ok(Arc::clone(bot)) } else { restarted(launch, &moved, &part.values) };
        BotReader::new(bot.map_err(|error| LabError::setting(("agent", &spec.label), error))?).map(Some)
    }

    /// Reports how many questions each bot gets at most, if each agent plays its number of games and teams talk in
    /// `talk_turns` turns before a guess (0: they do not talk).
    pub fn forecast<'a>(
        &self,
        seats: impl IntoIterator<Item = (&'a Spec, u64)>,
        rules: &Rules,
        talk_turns: u8,
        watch: &RunControl,
    ) {
        let seats: Vec<(&Spec, u64)> = seats.into_iter().collect();
        for bot in self.running() {
            let most = most_questions(bot, seats.iter().copied(), rules, talk_turns);
            if most > 0 {
                watch.progress.note(&forecast(bot, most));
            }
        }
    }

    /// Reports the number of questions for a bot that guesses for an agent, which reads `rows` rows.
    pub fn forecast_rows(&self, spec: &Spec, rows: u64, watch: &RunControl) {
        if let Some(bot) = self.running().find(|bot| bot.config().name == spec.guesser.name) {
            watch.progress.note(&forecast(bot, rows));
        }
    }

    /// Returns the bot that plays a role of an agent.
    pub fn of(&self, spec: &Spec) -> Option<&Bot> {
        self.running().find(|bot| is_played_by(spec, &bot.config().name)).map(|bot| &**bot)
    }

    /// Returns the bot that gives an agent's clues and runs, `None` for a built-in player.
    pub(crate) fn giver(&self, spec: &Spec) -> Option<Arc<Bot>> {
        self.clue_giver(spec)?.running().cloned()
    }

    /// Returns `true` if a bot gives an agent's clues, whether it runs or waits.
    pub(crate) fn gives_clues(&self, spec: &Spec) -> bool {
        self.clue_giver(spec).is_some()
    }

    fn clue_giver(&self, spec: &Spec) -> Option<&RunBot> {
        let bot = self.bots.iter().find(|bot| bot.name() == spec.encryptor.name)?;
        bot.plays(RoleName::Encrypt).then_some(&**bot)
    }

    /// Returns the counts of an agent's bot; zeros for a built-in agent.
    pub fn counts_of(&self, spec: &Spec) -> BotFaultCounts {
        self.of(spec).map(Bot::counts).unwrap_or_default()
    }

    /// Returns the fingerprint of an agent's bot, if it names one.
    pub fn fingerprint(&self, spec: &Spec) -> Option<String> {
        self.of(spec)?.hello().fingerprint.clone()
    }

    /// Returns the largest number of questions for bots if each agent plays a number of games, with `turns` turns of talk.
    pub fn most_questions(&self, seats: &[(&Spec, u64)], rules: &Rules, turns: u8) -> u64 {
        self.running().map(|bot| most_questions(bot, seats.iter().copied(), rules, turns)).sum()
    }

    /// Returns `true` if there are no bots.
    pub fn is_empty(&self) -> bool {
        self.bots.is_empty()
    }

    /// Returns their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.bots.iter().map(|bot| bot.name())
    }

    /// Returns `true` if a bot has this name.
    pub fn has(&self, name: &str) -> bool {
        self.names().any(|bot| bot == name)
    }

    /// Returns the manifest entries.
    pub fn entries(&self) -> Vec<BotEntry> {
        self.bots.iter().map(|bot| bot.entry()).collect()
    }

    /// Returns counts of activity and faults by bot and kind. They may differ between equal runs.
    pub(crate) fn counts(&self) -> BTreeMap<String, BTreeMap<String, u64>> {
        self.running().map(|bot| (bot.config().name.clone(), bot_entry::counts(bot))).collect()
    }
}

/// Returns `true` if a bot of this name plays a role of an agent.
fn is_played_by(spec: &Spec, name: &str) -> bool {
    spec.encryptor.name == name || spec.guesser.name == name
}

/// Adds bots to the agents that a SPEC can name, with the settings that they declare.
///
/// # Errors
/// Returns an error for a bot that does not start, and for a name that is taken.
pub fn with_bots(registry: &Registry, bots: &[BotConfig]) -> Result<Registry, LabError> {
    if bots.is_empty() {
        return Ok(registry.clone());
    }
    let config =
        PlayersConfig { bots: bots.to_vec(), registry: registry.clone(), ..PlayersConfig::default() };
    let (_, config) =
        RunningBots::start(&config, &Words::built_in()?, &Rules::official(), &RunControl::default())?;
    Ok(config.registry)
}
