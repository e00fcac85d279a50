//! Starting of bots, again with other settings if an agent asks for them.

use std::sync::Arc;

use overhear_bots::{Bot, BotConfig, BotContext, Interrupt, WordLists as BotWords};
use overhear_engine::rules::Rules;

use super::answers::SharedAnswers;
use crate::error::LabError;
use crate::run_control::RunControl;
use crate::setting_ref::SettingRef;
use crate::setup::Words;

/// Everything needed to start a bot, again with other settings if an agent asks for them.
pub(super) struct BotLaunch {
    pub(super) config: BotConfig,
    pub(super) words: BotWords,
    pub(super) rules: Rules,
    pub(super) answers: SharedAnswers,
    pub(super) watch: RunControl,
}

impl BotLaunch {
    /// Starts the bot with this configuration.
    ///
    /// # Errors
    /// Returns the fault of a bot that does not start, and an error if its command is not allowed or the file of answers cannot be
    /// read.
    pub(super) fn start(&self, config: BotConfig) -> Result<Arc<Bot>, LabError> {
        let setting = || SettingRef::from(("bot", &self.config.name));
        match &self.watch.stored_bots {
            Some(stored) => {
                let allowed = self.watch.stored_commands.check(&config, &stored.file);
                allowed.map_err(|refusal| LabError::setting(setting(), refusal))?;
            }
            None => self.watch.stored_commands.remember(&config),
        }
        let (stop, listener) = (self.watch.stop.clone(), Arc::clone(&self.watch.progress));
        let surroundings = BotContext {
            answers: self.answers.open(&self.watch)?,
            interrupt: Interrupt::when(move || stop.is_asked()),
            budget: Arc::clone(&self.watch.requests.budget),
            on_remark: Some(Arc::new(move |line| listener.note(line))),
        };
        let started = Bot::start_with(config, self.words.clone(), &self.rules, surroundings);
        started.map(Arc::new).map_err(|fault| {
            if self.watch.is_over() {
                LabError::interrupted("interrupted")
            } else {
                LabError::setting(setting(), fault)
            }
        })
    }
}

/// Returns the words as sent to bots. Afterwards clues outside the vocabulary are allowed.
pub(super) fn bot_words(words: &Words) -> BotWords {
    let (world, deck) = (&words.world, words.world.deck());
    let clues = world.clue_texts().map(str::to_owned);
    let keywords = deck.keywords().iter().map(|keyword| keyword.text.clone());
    let told = BotWords::new(deck.language().code(), clues.collect(), keywords.collect());
    told.with_texts(world.utterances())
}
