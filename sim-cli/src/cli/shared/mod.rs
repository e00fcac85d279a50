//! Flags that several commands share.

mod bots;
mod choice;
mod count;
mod folder;
mod numbers;
mod output;
mod play;

pub(crate) use bots::{AnswersArgs, AskingArgs, BotArgs, RunBotsArgs};
pub(super) use choice::{Choice, choice, named, names};
pub(super) use count::count;
pub(crate) use folder::working_folder;
pub(super) use numbers::p_value;
pub(crate) use output::{
    ColorMode, DisplayArgs, Format, KeepArgs, OutArgs, ProgressArgs, ProgressMode, RunArgs,
};
pub(super) use play::games;
pub(crate) use play::{SeedArgs, ThreadsArgs};
