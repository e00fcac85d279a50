//! What an evaluation is asked for, and what it refuses before it reads its file.

use std::path::PathBuf;

use overhear_agents::registry::Spec;
use serde::{Deserialize, Serialize};

use super::score::RECORDED;
use super::task::Task;
use crate::error::LabError;
use crate::message::Message;
use crate::setting_ref::SettingRef;
use crate::settings::Settings;
use crate::setup::{PlayersConfig, WordFiles, ranges};
use crate::tournament::TournamentConfig;

/// Configuration of an evaluation.
#[derive(Clone, Debug, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct EvalConfig {
    /// The task, which the command names.
    #[setting(skip, default = Task::Decode)]
    pub task: Task,
    /// CSV file of recorded clues.
    #[setting(positional, required, value = "FILE.csv")]
    pub file: PathBuf,
    /// The agents whose guessers answer.
    #[setting(
        group,
        without = ["agents", "field"],
        reworded = [
            "agent",
            "Agent whose guesser answers: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…] \
             (repeatable)",
        ]
    )]
    pub players: PlayersConfig,
    /// Read cells such as NA, none and ? as words, instead of refusing them as missing values.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub missing_as_words: bool,
    /// Seed of the bootstrap.
    #[setting(default = 1, value = "U64")]
    pub seed: u64,
    /// Exit with code 3 if a bot leaves more than this share of the rows unanswered; such rows count as wrong.
    #[setting(default = TournamentConfig::default().max_fault_rate, range = ranges::MAX_FAULT_RATE, value = "X")]
    pub max_fault_rate: f64,
    /// Add a row with probabilities at the temperature that suits the file best, fitted on four fifths and scored on the
    /// last, five times.
    pub fit_temperature: bool,
    /// Write each guess: `id,guess,p_true` (decode) or `game,round,guess,p_true` (intercept); one agent only.
    #[setting(value = "FILE", heading = "Output")]
    pub predictions: Option<PathBuf>,
    /// Write how often guesses of each probability are right, in ten bins; one agent only.
    #[setting(value = "FILE", heading = "Output")]
    pub calibration: Option<PathBuf>,
    /// `true` to replace these files.
    #[setting(skip)]
    pub force: bool,
    /// The word files.
    #[setting(group)]
    pub words: WordFiles,
}

/// Checks that there is an agent, and only one if a file is about a single agent.
pub(super) fn check(args: &EvalConfig) -> Result<(), LabError> {
    if args.players.agent.is_empty() {
        return Err(LabError::usage(Message::new("no agent; add ").setting(reader("SPEC"))));
    }
    match files(args).iter().find(|(_, file)| file.is_some() && args.players.agent.len() > 1) {
        Some(&(key, _)) => {
            let message = Message::new("the file is about one agent; give one ")
                .setting(SettingRef::from("agent").of_several());
            Err(LabError::setting(key, message))
        }
        None => Ok(()),
    }
}

/// Returns the setting that names an agent, of several.
pub(super) fn reader(text: &str) -> SettingRef {
    SettingRef::from(("agent", text)).of_several()
}

pub(super) fn readers_of(players: &PlayersConfig) -> Result<Vec<Spec>, LabError> {
    players
        .agent
        .iter()
        .map(|text| {
            let spec = players.registry.parse(text).map_err(|error| LabError::spec(reader(text), error))?;
            if spec.label == RECORDED {
                let message =
                    format_args!("the label `{RECORDED}` is that of the recorded guesses; give another");
                return Err(LabError::setting(reader(text), message));
            }
            Ok(spec)
        })
        .collect()
}

pub(super) fn files(args: &EvalConfig) -> [(&'static str, &Option<PathBuf>); 2] {
    [("predictions", &args.predictions), ("calibration", &args.calibration)]
}
