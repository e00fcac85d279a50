//! One bot of a run.

use std::sync::{Arc, OnceLock};

use overhear_bots::Bot;
use overhear_bots::protocol::RoleName;

use super::launch::BotLaunch;
use crate::bot_entry::BotEntry;
use crate::error::LabError;

/// A bot of a run. It runs, or it waits until a game needs it: where no game is played, as in a merge, its description in the manifest
/// is enough.
pub(super) struct RunBot {
    pub(super) launch: Arc<BotLaunch>,
    state: OnceLock<BotState>,
    recorded: Option<BotEntry>,
}

enum BotState {
    Running(Arc<Bot>),
    /// It plays no game, so it is never started.
    Spared,
}

impl RunBot {
    /// Returns a bot that waits, and that a manifest describes.
    pub(super) const fn waiting(launch: Arc<BotLaunch>, recorded: BotEntry) -> RunBot {
        RunBot { launch, state: OnceLock::new(), recorded: Some(recorded) }
    }

    /// Starts a bot.
    ///
    /// # Errors
    /// Returns an error for a bot that does not start.
    pub(super) fn started(launch: Arc<BotLaunch>) -> Result<RunBot, LabError> {
        let bot = RunBot { launch, state: OnceLock::new(), recorded: None };
        bot.start()?;
        Ok(bot)
    }

    /// Starts the bot unless it runs.
    ///
    /// # Errors
    /// Returns an error for a bot that does not start.
    pub(super) fn start(&self) -> Result<(), LabError> {
        if self.state.get().is_some() {
            return Ok(());
        }
        let BotLaunch { config, watch, .. } = &*self.launch;
        for name in config.secrets() {
            watch.progress.warn(&format!(
                "bot `{}`: its `env` has `{name}`, and checkpoints and shards keep the value as plain text; remove it \
                 there and set the variable before the program starts, because bots inherit it",
                config.name
            ));
        }
        let bot = self.launch.start(config.clone())?;
        if let Some(absence) = bot.absence() {
            watch.progress.warn(&format!(
                "bot `{}` did not start, so its stored answers are used: {absence}",
                config.name
            ));
        }
        self.state.get_or_init(|| BotState::Running(bot));
        Ok(())
    }

    /// Leaves a bot that waits unstarted for good.
    pub(super) fn spare(&self) {
        self.state.get_or_init(|| BotState::Spared);
    }

    pub(super) fn is_spared(&self) -> bool {
        matches!(self.state.get(), Some(BotState::Spared))
    }

    pub(super) fn name(&self) -> &str {
        &self.launch.config.name
    }

    /// Returns the process, if it runs.
    pub(super) fn running(&self) -> Option<&Arc<Bot>> {
        match self.state.get() {
            Some(BotState::Running(bot)) => Some(bot),
            _ => None,
        }
    }

    /// Returns what a manifest says of it.
    pub(super) fn entry(&self) -> BotEntry {
        let running = self.running().map(|bot| BotEntry::new(bot));
        running.or_else(|| self.recorded.clone()).expect("a bot that does not run is recorded")
    }

    pub(super) fn plays(&self, role: RoleName) -> bool {
        match self.running() {
            Some(bot) => bot.plays(role),
            None => self.recorded.as_ref().is_some_and(|entry| entry.roles.contains(&role)),
        }
    }
}
