//! Resolution of settings: flags override the environment, which overrides the file of `--config`, which
//! overrides defaults.
//!
//! A setting from a lower layer is checked with the flag's own parser, and an error names its origin. It is
//! then inserted on the command line before the given words.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use overhear_lab::input::at_home;
use overhear_lab::setup::{TomlDocument, text_of, unknown_key};
use strsim::damerau_levenshtein;
use toml::de::DeValue;

use crate::failure::{Failure, FlagOrigins};

const PREFIX: &str = "SIM_CLI_";

/// Pairs of flags that override each other across layers.
const CHOICES: [[&str; 2]; 3] = [["games", "pairs"], ["agent", "agents"], ["ptnml", "ltw"]];

/// Flags that lower layers cannot set; `config` names a layer itself.
const ONLY_FLAGS: [&str; 3] = ["help", "version", "config"];

/// Flags about a single call, which the file of `--config` cannot set.
const NOT_IN_FILES: [&str; 3] = ["resume", "allow-other-build", "run-bots"];

/// Flags that are allowed with `--resume`: how a run goes on and is shown. Everything else comes from the directory.
const WITH_RESUME: [&str; 8] =
    ["resume", "threads", "progress", "checkpoint", "format", "color", "allow-other-build", "run-bots"];

/// A flag set by the environment or a file.
struct LayeredSetting {
    flag: String,
    values: Vec<String>,
    origin: String,
}

/// All layers combined.
pub(super) struct ResolvedSettings {
    /// The parsed flags.
    pub(super) matches: ArgMatches,
    /// Origins of flags from lower layers.
    pub(super) origins: FlagOrigins,
}

/// Parses all layers together.
pub(super) fn resolve(definition: &Command, mut argv: Vec<OsString>) -> Result<ResolvedSettings, Failure> {
    refuse_unknown_variables(definition)?;
    let (mut tokens, mut origins) = (Vec::new(), FlagOrigins::default());
    resume_by_variable(definition, &mut argv, &mut origins)?;
    let of_flags = parse(definition, &argv)?;
    let Leaf { depth, command, matches } = leaf(definition, &of_flags);
    let mut set_flags = explicit(command, matches);
    let is_resumed = set_flags.contains("resume");
    if is_resumed {
        refuse_others(command, matches).map_err(|failure| match origins.origin("resume") {
            Some(origin) => Failure::content(origin, failure.message()),
            None => failure,
        })?;
    }
    // What is inserted stands before the words of the command line; a flag that a higher layer has set stays out.
    let environment = environment(command)?;
    let file = config_file(matches);
    for layer in [environment, file.map_or(Ok(Vec::new()), |file| config(command, Path::new(&file)))?] {
        let layer = layer.into_iter().filter(|setting| {
            !set_flags.contains(&setting.flag) && applies(command, &setting.flag, is_resumed)
        });
        let layer: Vec<LayeredSetting> = layer.collect();
        for setting in &layer {
            tokens.extend(check(command, setting)?);
        }
        layer.iter().for_each(|setting| mark(&mut set_flags, &setting.flag));
        layer.into_iter().for_each(|setting| origins.add(setting.flag, setting.origin));
    }
    if tokens.is_empty() {
        return Ok(ResolvedSettings { matches: of_flags, origins });
    }
    argv.splice(depth..depth, tokens);
    Ok(ResolvedSettings { matches: parse(definition, &argv)?, origins })
}

fn parse(definition: &Command, argv: &[OsString]) -> Result<ArgMatches, Failure> {
    definition.clone().try_get_matches_from(argv).map_err(|error| Failure::of_clap(&error))
}

/// Returns `true` if a lower layer can set this flag of a run that begins, or of one that is resumed.
fn applies(command: &Command, name: &str, is_resumed: bool) -> bool {
    if is_resumed {
        return WITH_RESUME.contains(&name);
    }
    // --allow-other-build goes with --resume. Its variable may stand in the profile of a shell, so a new run ignores it.
    name != "allow-other-build" || flag(command, "resume").is_none()
}

/// Puts `--resume` on the command line if its variable asks for it. It decides which words the command needs, so it comes
/// before the other settings.
fn resume_by_variable(
    definition: &Command,
    argv: &mut Vec<OsString>,
    origins: &mut FlagOrigins,
) -> Result<(), Failure> {
    // Parsing takes most of the time of a short command.
    if std::env::var_os(variable("resume")).is_none() {
        return Ok(());
    }
    let Ok(matches) = definition.clone().ignore_errors(true).try_get_matches_from(&*argv) else {
        return Ok(());
    };
    let Leaf { depth, command, matches } = leaf(definition, &matches);
    let Some(arg) = flag(command, "resume").filter(|_| !explicit(command, matches).contains("resume")) else {
        return Ok(());
    };
    let Some(setting) = variable_of(&arg)? else { return Ok(()) };
    if setting.values.iter().all(String::is_empty) {
        return Err(Failure::content(setting.origin, "takes the directory of an interrupted run"));
    }
    // Its conflicts are with flags of the command, so the flag is not checked alone.
    argv.splice(depth..depth, tokens(&setting).into_iter().map(OsString::from));
    origins.add(setting.flag, setting.origin);
    Ok(())
}

/// The command that is called, below those that lead to it.
struct Leaf<'a> {
    /// Number of words that name it.
    depth: usize,
    command: &'a Command,
    matches: &'a ArgMatches,
}

/// Returns the command that is called.
fn leaf<'a>(definition: &'a Command, matches: &'a ArgMatches) -> Leaf<'a> {
    let (mut depth, mut command, mut matches) = (1, definition, matches);
    while let Some((name, inner)) = matches.subcommand() {
        let Some(subcommand) = command.find_subcommand(name) else { break };
        (depth, command, matches) = (depth + 1, subcommand, inner);
    }
    Leaf { depth, command, matches }
}

/// Returns `true` if the command line sets the flag.
fn is_explicit(arg: &Arg, matches: &ArgMatches) -> bool {
    matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
}

fn explicit(command: &Command, matches: &ArgMatches) -> HashSet<String> {
    let mut set_flags = HashSet::new();
    for arg in command.get_arguments().filter(|arg| is_explicit(arg, matches)) {
        mark(&mut set_flags, arg.get_long().unwrap_or(arg.get_id().as_str()));
    }
    set_flags
}

/// Returns an error for the first flag that is not allowed with `--resume`.
fn refuse_others(command: &Command, matches: &ArgMatches) -> Result<(), Failure> {
    let flags = command.get_arguments().filter(|arg| is_explicit(arg, matches));
    let mut flags = flags.filter_map(Arg::get_long);
    let Some(other) = flags.find(|flag| !WITH_RESUME.contains(flag)) else { return Ok(()) };
    let own = WITH_RESUME.iter().skip(1).filter(|name| flag(command, name).is_some());
    let allowed: Vec<String> = own.map(|flag| format!("--{flag}")).collect();
    Err(Failure::usage(format_args!(
        "--{other} cannot be combined with --resume, which keeps the settings of the run; allowed are {}",
        allowed.join(", ")
    )))
}

/// Adds a flag to those that are set, with the flags that it overrides.
fn mark(set_flags: &mut HashSet<String>, flag: &str) {
    set_flags.insert(flag.to_owned());
    for choice in CHOICES.iter().filter(|choice| choice.contains(&flag)) {
        set_flags.extend(choice.iter().map(|&other| other.to_owned()));
    }
}

/// Returns the flags of a command that lower layers can set.
fn settable(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| arg.get_long().is_some_and(|long| !ONLY_FLAGS.contains(&long)))
}

fn flag(command: &Command, name: &str) -> Option<Arg> {
    settable(command)
        .find(|arg| {
            arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|all| all.contains(&name))
        })
        .cloned()
}

fn variable(flag: &str) -> String {
    format!("{PREFIX}{}", flag.to_uppercase().replace('-', "_"))
}

/// Returns an error for a variable that resembles a flag's variable without being one. Other variables may
/// have other purposes, such as the path of this program in a script.
fn refuse_unknown_variables(definition: &Command) -> Result<(), Failure> {
    let mut known = Vec::new();
    collect_variables(definition, &mut known);
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    for name in names.filter(|name| !known.contains(name)) {
        if let Some(right) = nearly(&name, &known) {
            let message = format_args!("no command has this flag (did you mean `{right}`?)");
            return Err(Failure::content(name, message));
        }
    }
    Ok(())
}

/// Returns the known variable at a distance of one letter, or two for long names.
fn nearly<'a>(name: &str, known: &'a [String]) -> Option<&'a str> {
    if !name.starts_with(PREFIX) {
        return None;
    }
    let right = known.iter().map(String::as_str).min_by_key(|right| damerau_levenshtein(name, right))?;
    let allowed = if right.len() - PREFIX.len() < 6 { 1 } else { 2 };
    (damerau_levenshtein(name, right) <= allowed).then_some(right)
}

fn collect_variables(command: &Command, known: &mut Vec<String>) {
    for arg in command.get_arguments() {
        let names = arg.get_long().into_iter().chain(arg.get_all_aliases().unwrap_or_default());
        known.extend(names.map(variable));
    }
    command.get_subcommands().for_each(|inner| collect_variables(inner, known));
}

fn environment(command: &Command) -> Result<Vec<LayeredSetting>, Failure> {
    settable(command).filter_map(|arg| variable_of(arg).transpose()).collect()
}

/// Returns the setting of a flag by its environment variable, if there is one.
fn variable_of(arg: &Arg) -> Result<Option<LayeredSetting>, Failure> {
    let flag = arg.get_long().unwrap_or_default().to_owned();
    let names = arg.get_all_aliases().unwrap_or_default().into_iter().map(variable);
    let mut names = std::iter::once(variable(&flag)).chain(names);
    let Some((origin, text)) = names.find_map(|name| std::env::var_os(&name).map(|text| (name, text))) else {
        return Ok(None);
    };
    let text = text.into_string().map_err(|_| Failure::content(&origin, "not UTF-8"))?;
    let values = match arg.get_action() {
        ArgAction::Append => text.split(';').map(|value| value.trim().to_owned()).collect(),
        _ => vec![text],
    };
    Ok(Some(LayeredSetting { flag, values, origin }))
}

fn config_file(matches: &ArgMatches) -> Option<OsString> {
    let flag = matches.try_get_one::<std::path::PathBuf>("config").ok()?;
    let path = flag.cloned().or_else(|| std::env::var_os(variable("config")).map(PathBuf::from))?;
    Some(at_home(&path).into_os_string())
}

fn config(command: &Command, path: &Path) -> Result<Vec<LayeredSetting>, Failure> {
    let document = TomlDocument::read(path)?;
    let table = document.table()?;
    let mut settings = Vec::new();
    for (key, value) in table.get_ref() {
        let name = key.get_ref().replace('_', "-");
        let settable_arg = flag(command, &name).filter(|_| !NOT_IN_FILES.contains(&name.as_str()));
        let Some(arg) = settable_arg else {
            let known = settable(command).filter_map(Arg::get_long);
            let known: Vec<&str> = known.filter(|flag| !NOT_IN_FILES.contains(flag)).collect();
            let message = unknown_key(key.get_ref(), known.into_iter());
            return Err(document.failure(key.span(), message).into());
        };
        let values = values(value.get_ref());
        let values = values.ok_or_else(|| {
            document.failure(
                value.span(),
                format_args!(
                    "key `{}`: takes a value or a list of values; for the default, leave the key out",
                    key.get_ref()
                ),
            )
        })?;
        let origin = format!("{}: key `{}`", document.place(key.span()), key.get_ref());
        settings.push(LayeredSetting { flag: arg.get_long().unwrap_or_default().to_owned(), values, origin });
    }
    Ok(settings)
}

/// Returns a value, the values of a list, or the `KEY=VALUE` texts of a table.
fn values(value: &DeValue<'_>) -> Option<Vec<String>> {
    match value {
        DeValue::Array(list) if list.is_empty() => None,
        DeValue::Table(table) if table.is_empty() => None,
        DeValue::Array(list) => list.iter().map(|value| text_of(value.get_ref())).collect(),
        DeValue::Table(table) => table
            .iter()
            .map(|(key, value)| Some(format!("{}={}", key.get_ref(), text_of(value.get_ref())?)))
            .collect(),
        single => Some(vec![text_of(single)?]),
    }
}

/// Returns the equivalent words on the command line, if the flag accepts them.
fn check(command: &Command, setting: &LayeredSetting) -> Result<Vec<OsString>, Failure> {
    let arg = flag(command, &setting.flag).expect("a setting is of a flag that the command has");
    let tokens = match arg.get_action() {
        ArgAction::SetTrue => {
            switched_on(setting)?.then(|| format!("--{}", setting.flag)).into_iter().collect()
        }
        ArgAction::Append => tokens(setting),
        _ if setting.values.len() == 1 => tokens(setting),
        _ => return Err(Failure::content(&setting.origin, "takes one value, not a list")),
    };
    let tokens: Vec<OsString> = tokens.into_iter().map(OsString::from).collect();
    let alone = Command::new("sim-cli").disable_help_flag(true).arg(by_itself(&arg));
    let argv = std::iter::once(OsString::from("sim-cli")).chain(tokens.iter().cloned());
    match alone.try_get_matches_from(argv) {
        Ok(_) => Ok(tokens),
        Err(error) => Err(Failure::content(&setting.origin, Failure::of_clap(&error).message())),
    }
}

/// Returns a flag that takes the same values and goes with any others: which flags go together, the whole command checks.
fn by_itself(arg: &Arg) -> Arg {
    let long = arg.get_long().unwrap_or_default().to_owned();
    let mut alone = Arg::new(arg.get_id().clone())
        .long(long)
        .action(arg.get_action().clone())
        .value_parser(arg.get_value_parser().clone())
        .value_delimiter(arg.get_value_delimiter())
        .allow_hyphen_values(arg.is_allow_hyphen_values_set());
    if let Some(names) = arg.get_value_names() {
        alone = alone.value_names(names.iter().cloned());
    }
    arg.get_num_args().into_iter().fold(alone, Arg::num_args)
}

fn tokens(setting: &LayeredSetting) -> Vec<String> {
    setting.values.iter().map(|value| format!("--{}={value}", setting.flag)).collect()
}

fn switched_on(setting: &LayeredSetting) -> Result<bool, Failure> {
    match setting.values.join(";").to_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Ok(true),
        "false" | "0" | "no" | "off" | "" => Ok(false),
        other => Err(Failure::content(&setting.origin, format_args!("`{other}` is neither true nor false"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_of_the_fuzz_targets_is_a_config_file() {
        let seed = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/seeds/files/config");
        let path = std::env::temp_dir().join(format!("overhear-seed-{}.toml", std::process::id()));
        std::fs::write(&path, &std::fs::read(seed).expect("a seed")[1..]).expect("a temporary directory");
        assert_eq!(crate::refusal_of_config(&path), None);
        std::fs::write(&path, "games = many").expect("a temporary directory");
        assert!(crate::refusal_of_config(&path).is_some());
        std::fs::remove_file(&path).expect("it was written");
    }

    /// Builds every flag of a command and of those below it alone; clap checks in tests whether it can be.
    fn builds_each_flag(command: &Command) {
        for arg in settable(command) {
            let name = format!("{} --{}", command.get_name(), arg.get_long().unwrap_or_default());
            Command::new(name).disable_help_flag(true).arg(by_itself(arg)).build();
        }
        command.get_subcommands().for_each(builds_each_flag);
    }

    #[test]
    fn every_flag_can_be_read_without_those_that_it_goes_with() {
        let mut definition = crate::cli::definition();
        definition.build();
        builds_each_flag(&definition);
    }

    #[test]
    fn slips_of_the_pen_are_told_from_variables_of_others() {
        let mut known = Vec::new();
        collect_variables(&crate::cli::definition(), &mut known);
        for (slip, right) in [("GAMS", "GAMES"), ("SED", "SEED"), ("THREAD", "THREADS"), ("RULE", "RULES")] {
            assert_eq!(nearly(&format!("SIM_CLI_{slip}"), &known), Some(&*format!("SIM_CLI_{right}")));
        }
        for others in
            ["SIM_CLI_BIN", "SIM_CLI_PATH", "SIM_CLI_EXE", "SIM_CLI_BINARY", "SIM_CLI", "PATH", "GAMS"]
        {
            assert_eq!(nearly(others, &known), None, "{others}");
        }
    }
}
