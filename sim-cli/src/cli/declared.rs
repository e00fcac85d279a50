//! Flags of a configuration, made from its declaration.

use std::ffi::OsString;
use std::fmt;

use clap::builder::{OsStringValueParser, TypedValueParser as _};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use overhear_lab::settings::{Setting, SettingForm, Settings};

use super::shared::names;

/// A configuration that the command line has been read into.
#[derive(Clone, Debug)]
pub(crate) struct Declared<C>(pub(crate) C);

impl<C: Settings + fmt::Debug> Args for Declared<C> {
    fn augment_args(command: Command) -> Command {
        command.args(C::settings().into_iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<C: Settings + fmt::Debug> FromArgMatches for Declared<C> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Declared<C>, Error> {
        let mut declared = Declared(C::default());
        declared.update_from_arg_matches(matches)?;
        Ok(declared)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for setting in C::settings() {
            if matches.value_source(setting.key) != Some(ValueSource::CommandLine) {
                continue;
            }
            let words = words(&setting, matches);
            // Every word has been checked by its flag; a file of bots can have changed meanwhile.
            self.0
                .set(setting.key, &words)
                .map_err(|message| Error::raw(clap::error::ErrorKind::ValueValidation, message))?;
        }
        Ok(())
    }
}

/// Returns the words that are given for a setting.
fn words(setting: &Setting, matches: &ArgMatches) -> Vec<OsString> {
    if setting.form == SettingForm::Switch {
        return vec![matches.get_flag(setting.key).to_string().into()];
    }
    matches.get_raw(setting.key).unwrap_or_default().map(OsString::from).collect()
}

/// Returns the command with settings that a run needs which begins, and that one which goes on takes from its directory.
pub(super) fn resumable(command: Command) -> Command {
    let has_resume = command.get_arguments().any(|arg| arg.get_id() == "resume");
    let command = if has_resume { command.mut_args(unless_resumed) } else { command };
    command.mut_subcommands(resumable)
}

/// Returns a flag or an operand of a command that has `--resume`.
fn unless_resumed(arg: Arg) -> Arg {
    let is_operand = arg.get_long().is_none();
    let is_needed = arg.is_required_set();
    let arg = if is_needed { arg.required(false).required_unless_present("resume") } else { arg };
    if is_operand { arg.conflicts_with("resume") } else { arg }
}

/// Returns the flag of a setting, or its operand.
fn argument(setting: Setting) -> Arg {
    let mut arg =
        Arg::new(setting.key).help(setting.help).hide(setting.is_hidden).required(setting.is_required);
    if !setting.is_positional {
        arg = arg.long(setting.flag_name());
    }
    arg = arg.visible_aliases(setting.alias).conflicts_with_all(setting.conflicts);
    if let Some(heading) = setting.heading {
        arg = arg.help_heading(heading);
    }
    if setting.form == SettingForm::Switch {
        return arg.action(ArgAction::SetTrue);
    }
    arg = arg.value_name(setting.value.map_or_else(|| setting.key.to_uppercase(), str::to_owned));
    arg = match setting.form {
        SettingForm::List if setting.is_positional => arg.action(ArgAction::Append).num_args(1..),
        SettingForm::List => arg.action(ArgAction::Append),
        SettingForm::CommaList => arg.action(ArgAction::Append).value_delimiter(','),
        SettingForm::One | SettingForm::Optional | SettingForm::Switch => arg.action(ArgAction::Set),
    };
    arg = default(arg, &setting);
    parsed(arg, setting)
}

/// Adds the default.
fn default(arg: Arg, setting: &Setting) -> Arg {
    match &setting.default[..] {
        _ if setting.is_required => arg,
        [] => arg,
        [word] => arg.default_value(word.clone()),
        words if setting.form == SettingForm::CommaList => arg.default_value(words.join(",")),
        words => arg.default_values(words.to_vec()),
    }
}

/// Adds the check of each word.
fn parsed(arg: Arg, setting: Setting) -> Arg {
    let choices = setting.choices();
    if !choices.is_empty() {
        return arg.value_parser(names(choices));
    }
    arg.value_parser(OsStringValueParser::new().try_map(move |word| setting.check_word(&word).map(|()| word)))
}
