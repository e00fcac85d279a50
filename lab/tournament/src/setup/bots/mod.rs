//! Bots: programs in any language, each an Encryptor, a guesser and a preset of its name.

mod answers;
mod bench_questions;
mod entry;
mod launch;
mod reader;

use std::collections::BTreeMap;
use std::sync::Arc;

use overhear_agents::kind::Param;
use overhear_agents::registry::{Registry, Spec};
use overhear_bots::protocol::RoleName;
use overhear_bots::{Bot, BotContext, BotFaultCounts, Interrupt};
use overhear_engine::rules::Rules;

use super::{BotConfig, PlayersConfig, Words};
use crate::bot_requests::{forecast, most_questions, summary};
use crate::error::LabError;
use crate::run_control::{Progress, RunControl};
use crate::setting_ref::SettingRef;
pub use entry::BotEntry;
use launch::{BotLaunch, as_external, bot_words, restarted};
pub use reader::{BotReader, ClueReader};

/// The bots of a run. Dropping them ends their processes.
#[derive(Default)]
pub struct RunningBots {
    bots: Vec<(Arc<Bot>, Arc<BotLaunch>)>,
    /// Is told in the end what has become of the questions.
    progress: Option<Arc<dyn Progress>>,
}

impl Drop for RunningBots {
    /// Ends all bots at once, and reports what has become of their questions.
    fn drop(&mut self) {
        let lines = self.bots.iter().filter_map(|(bot, _)| summary(bot));
        lines.zip(std::iter::repeat(&self.progress)).for_each(|(line, progress)| {
            if let Some(progress) = progress {
                progress.note(&line);
            }
        });
        Bot::end_together(self.bots.drain(..).map(|(bot, _)| bot));
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
        let answers = match self.bots.first() {
            Some((_, launch)) => launch.surroundings.answers.clone(),
            None => config.answers.as_deref().map(|path| answers::open(path, watch)).transpose()?,
        };
        let interrupt = Interrupt::when({
            let stop = watch.stop.clone();
            move || stop.is_asked()
        });
        let listener = Arc::clone(&watch.progress);
        let surroundings = BotContext {
            answers,
            interrupt,
            budget: Arc::clone(&watch.requests.budget),
            on_remark: Some(Arc::new(move |line| listener.note(line))),
        };
        for bot_config in &config.bots {
            let setting = SettingRef::from(("bot", &bot_config.name));
            registry
                .check_name_free(&bot_config.name)
                .map_err(|error| LabError::setting(setting.clone(), error))?;
            for name in bot_config.secrets() {
                watch.progress.warn(&format!(
                    "bot `{}`: its `env` has `{name}`, and checkpoints and shards keep the value as plain text; remove it \
                     there and set the variable before the program starts, because bots inherit it",
                    bot_config.name
                ));
            }
            let surroundings = surroundings.clone();
            let launch = BotLaunch {
                surroundings,
                config: bot_config.clone(),
                words: bot_words(words),
                rules: *rules,
            };
            let bot = launch.start(bot_config.clone()).map_err(|fault| {
                if watch.is_over() {
                    LabError::interrupted("interrupted")
                } else {
                    LabError::setting(setting.clone(), fault)
                }
            })?;
            if let Some(absence) = bot.absence() {
                watch.progress.warn(&format!(
                    "bot `{}` did not start, so its stored answers are used: {absence}",
                    bot_config.name
                ));
            }
            let launch = Arc::new(launch);
            let added = registry.with_external(as_external(&bot, Arc::clone(&launch)));
            registry = added.map_err(|error| LabError::setting(setting.clone(), error))?;
            bots.bots.push((bot, launch));
        }
        Ok((bots, PlayersConfig { registry, ..config.clone() }))
    }

    /// Returns the bot that guesses for an agent, if it is a bot.
    ///
    /// # Errors
    /// Returns an error if a bot with other settings does not start, and if the bot takes numbers for words.
    pub fn reader(&self, spec: &Spec) -> Result<Option<BotReader>, LabError> {
        let part = &spec.guesser;
        let Some((bot, launch)) = self.bots.iter().find(|(bot, _)| bot.config().name == part.name) else {
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
        for (bot, _) in &self.bots {
            let most = most_questions(bot, seats.iter().copied(), rules, talk_turns);
            if most > 0 {
                watch.progress.note(&forecast(bot, most));
            }
        }
    }

    /// Says how much a bot is asked that guesses for an agent which reads so many rows.
    pub fn forecast_rows(&self, spec: &Spec, rows: u64, watch: &RunControl) {
        let reads = |(bot, _): &&(Arc<Bot>, _)| bot.config().name == spec.guesser.name;
        if let Some((bot, _)) = self.bots.iter().find(reads) {
            watch.progress.note(&forecast(bot, rows));
        }
    }

    /// Returns the bot that plays a role of an agent.
    pub fn of(&self, spec: &Spec) -> Option<&Bot> {
        let is_its = |name: &str| spec.encryptor.name == name || spec.guesser.name == name;
        self.bots.iter().find(|(bot, _)| is_its(&bot.config().name)).map(|(bot, _)| &**bot)
    }

    /// Returns the bot that gives an agent's clues, `None` for a built-in player.
    pub(crate) fn giver(&self, spec: &Spec) -> Option<Arc<Bot>> {
        let mut bots = self.bots.iter().map(|(bot, _)| bot);
        let found = bots.find(|bot| bot.config().name == spec.encryptor.name);
        found.filter(|bot| bot.plays(RoleName::Encrypt)).cloned()
    }

    /// Returns the counts of an agent's bot; zeros for a built-in agent.
    pub fn counts_of(&self, spec: &Spec) -> BotFaultCounts {
        self.of(spec).map(Bot::counts).unwrap_or_default()
    }

    /// Returns the fingerprint of an agent's bot, if it names one.
    pub fn fingerprint(&self, spec: &Spec) -> Option<String> {
        self.of(spec)?.hello().fingerprint.clone()
    }

    /// Returns the most questions that bots are asked if each agent plays a number of games, with so many turns of talks.
    pub fn most_questions(&self, seats: &[(&Spec, u64)], rules: &Rules, turns: u8) -> u64 {
        let most = |(bot, _): &(Arc<Bot>, _)| most_questions(bot, seats.iter().copied(), rules, turns);
        self.bots.iter().map(most).sum()
    }

    /// Returns `true` if there are no bots.
    pub fn is_empty(&self) -> bool {
        self.bots.is_empty()
    }

    /// Returns their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.bots.iter().map(|(bot, _)| bot.config().name.as_str())
    }

    /// Returns `true` if a bot has this name.
    pub fn has(&self, name: &str) -> bool {
        self.bots.iter().any(|(bot, _)| bot.config().name == name)
    }

    /// Returns the manifest entries.
    pub fn entries(&self) -> Vec<BotEntry> {
        self.bots.iter().map(|(bot, _)| BotEntry::new(bot)).collect()
    }

    /// Returns counts of activity and faults by bot and kind. They may differ between equal runs.
    pub(crate) fn counts(&self) -> BTreeMap<String, BTreeMap<String, u64>> {
        let counts = |(bot, _): &(Arc<Bot>, Arc<BotLaunch>)| (bot.config().name.clone(), entry::counts(bot));
        self.bots.iter().map(counts).collect()
    }
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
