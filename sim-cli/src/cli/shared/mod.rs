//! Flags that several commands share.

mod bots;
mod choice;
mod count;
mod folder;
mod margin;
mod numbers;
mod output;
mod play;
mod words;

pub(crate) use bots::{AnswersArgs, BotArgs, RunBotsArgs, players};
pub(super) use choice::{Choice, choice};
pub(super) use count::count;
pub(crate) use folder::working_folder;
pub(super) use margin::MarginArgs;
pub(super) use numbers::{number, p_value};
pub(crate) use output::{
    ColorMode, DisplayArgs, Format, KeepArgs, OutArgs, ProgressArgs, ProgressMode, RunArgs,
};
pub(super) use play::games;
pub(crate) use play::{FieldArgs, PlayersArgs, RulesArgs, SeedArgs, TeamArgs, ThreadsArgs};
pub(super) use words::LANGUAGES;
pub(crate) use words::WordArgs;
