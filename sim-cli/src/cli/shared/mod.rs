//! Flags that several commands share.

mod bots;
mod run;
mod values;

pub(crate) use bots::{AnswersArgs, AskingArgs, BotArgs, RunBotsArgs};
pub(crate) use run::{
    ColorMode, DisplayArgs, Format, KeepArgs, OutArgs, ProgressArgs, ProgressMode, RunArgs, SeedArgs,
    ThreadsArgs, working_folder,
};
pub(super) use values::{Choice, choice, count, games, named, names, p_value};
