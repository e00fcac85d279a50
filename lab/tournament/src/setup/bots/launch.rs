//! Starting of bots, again with other settings if an agent asks for them, and the answer file that they share.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use overhear_bots::{AnswerFile, Bot, BotConfig, BotContext, Interrupt, WordLists as BotWords};
use overhear_engine::rules::Rules;

use crate::error::LabError;
use crate::run_control::RunControl;
use crate::setting_ref::SettingRef;
use crate::setup::Words;
use crate::store::check_name;
use crate::table::counted;

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
        match &self.watch.stored_bots {
            Some(stored) => {
                let allowed = self.watch.stored_commands.check(&config, &stored.file);
                allowed.map_err(|refusal| LabError::setting(self.setting(), refusal))?;
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
                LabError::setting(self.setting(), fault)
            }
        })
    }

    /// Returns the setting that names the bot.
    fn setting(&self) -> SettingRef {
        SettingRef::from(("bot", &self.config.name))
    }
}

/// The answer file that all bots of an experiment share, if there is one. It is opened when the first of them starts.
#[derive(Clone, Default)]
pub(super) struct SharedAnswers {
    path: Option<PathBuf>,
    file: Arc<OnceLock<Arc<AnswerFile>>>,
}

impl SharedAnswers {
    pub(super) fn new(path: Option<PathBuf>) -> SharedAnswers {
        SharedAnswers { path, file: Arc::default() }
    }

    /// Returns the file, opened once.
    fn open(&self, watch: &RunControl) -> Result<Option<Arc<AnswerFile>>, LabError> {
        let Some(path) = &self.path else { return Ok(None) };
        let file = self.file.get().map_or_else(|| open_answers(path, watch), |file| Ok(Arc::clone(file)))?;
        Ok(Some(Arc::clone(self.file.get_or_init(|| file))))
    }
}

fn open_answers(path: &Path, watch: &RunControl) -> Result<Arc<AnswerFile>, LabError> {
    check_name(&SettingRef::from(("answers", path.display())), path)?;
    let answers = AnswerFile::open(path).map_err(|error| LabError::setting("answers", error))?;
    if answers.unsealed() > 0 {
        watch.progress.warn(&format!(
            "{}: {} of an earlier version without a checksum: a change would not be noticed",
            path.display(),
            counted(answers.unsealed() as u64, "line")
        ));
    }
    if !watch.requests.ask_again.is_empty() {
        let count = answers.forget(&watch.requests.ask_again);
        let count = counted(count as u64, "question");
        watch.progress.note(&format!("asked again: {count} without an answer"));
    }
    Ok(Arc::new(answers))
}

/// Returns the words as sent to bots. Afterwards clues outside the vocabulary are allowed.
pub(super) fn bot_words(words: &Words) -> BotWords {
    let (world, deck) = (&words.world, words.world.deck());
    let clues = world.clue_texts().map(str::to_owned);
    let keywords = deck.keywords().iter().map(|keyword| keyword.text.clone());
    let lists = BotWords::new(deck.language().code(), clues.collect(), keywords.collect());
    lists.with_texts(world.utterances())
}
