//! What a file of clues asks: codes of the own team, or of the other one.

use overhear_agents::free_text::TextTask;
use overhear_engine::rules::Side;
use serde::{Deserialize, Serialize};

/// The task of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Decode codes whose keywords are known, as the own team does.
    Decode,
    /// Intercept codes from earlier clues, as the opponents do.
    Intercept,
}

impl Task {
    /// Returns the name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            Task::Decode => "decode",
            Task::Intercept => "intercept",
        }
    }

    /// What a guesser is asked.
    pub(super) const fn of_text(self) -> TextTask {
        match self {
            Task::Decode => TextTask::Decode,
            Task::Intercept => TextTask::Overhear,
        }
    }

    /// Returns the side that a bot is assigned. White gives the clues.
    pub(super) const fn side(self) -> Side {
        match self {
            Task::Decode => Side::White,
            Task::Intercept => Side::Black,
        }
    }
}
