//! Tests that a parameter's default is that of the laboratory and of its flag.

use std::collections::{BTreeMap, BTreeSet};

use overhear_lab::setup::{Language, RulesConfig};
use overhear_lab::{CheckConfig, CrossConfig, LeagueConfig, TournamentConfig, TuneConfig};
use overhear_report::AdviseConfig;

use super::{COMMANDS, ComparedCommand, MEASURES, OF_RUNNING, RENAMED, defined, parameters};

/// Returns the defaults of the laboratory, as Python writes them, by function and parameter.
fn defaults() -> BTreeMap<(&'static str, &'static str), String> {
    let text = |text: &str| format!("{text:?}");
    let (tune, league) = (TuneConfig::default(), LeagueConfig::default());
    let run = serde_json::to_value(TournamentConfig::default()).expect("a configuration in JSON");
    let of_run = |key: &'static str| (("tournament", key), run[key].to_string());
    BTreeMap::from([
        of_run("on_fault"),
        of_run("max_fault_rate"),
        of_run("log"),
        of_run("log_format"),
        (("tournament", "discuss"), TournamentConfig::default().discuss.to_string()),
        (("league", "games"), league.games.to_string()),
        (("league", "respond_games"), league.respond_games.to_string()),
        (("tune", "iterations"), tune.iterations.to_string()),
        (("tune", "pairs_per_iteration"), tune.pairs_per_iteration.to_string()),
        (("tune", "step"), tune.step.to_string()),
        (("tune", "rate"), tune.rate.to_string()),
        (("tune", "sprt"), text(TuneConfig::TEST)),
        (("tune", "confirm_pairs"), tune.confirm_pairs.to_string()),
        (("advise", "agent"), text(&AdviseConfig::default().agent)),
        (("advise", "top"), AdviseConfig::default().top.to_string()),
        (("check_agent", "games"), CheckConfig::default().games.to_string()),
        (("cross", "agent"), text(&CrossConfig::default().agent)),
        (("exploit", "against"), text("giver")),
    ])
}

#[test]
fn a_default_in_python_is_that_of_the_laboratory() {
    let known = defaults();
    let mut found = BTreeSet::new();
    for compared in &COMMANDS {
        for (name, default) in parameters(compared.file, compared.function) {
            let Some(default) =
                default.filter(|text| !["None", "True", "False", "{}", "()"].contains(&&**text))
            else {
                continue;
            };
            let expected = match name.as_str() {
                "rules" => format!("{:?}", RulesConfig::default().rules),
                "lang" => format!("{:?}", Language::default().code()),
                _ => {
                    let key =
                        known.keys().find(|(function, key)| *function == compared.function && *key == name);
                    let key = key.unwrap_or_else(|| {
                        panic!("{}: {name} = {default} is not compared", compared.function)
                    });
                    found.insert(*key);
                    known[key].clone()
                }
            };
            assert_eq!(default.replace('_', ""), expected.replace('_', ""), "{}: {name}", compared.function);
        }
    }
    let left: Vec<_> = known.keys().filter(|key| !found.contains(*key)).collect();
    assert!(left.is_empty(), "without a default in Python: {left:?}");
}

/// Returns the flag of a parameter.
fn flag_of(compared: &ComparedCommand, parameter: &str) -> Option<clap::Arg> {
    let renamed = compared.renamed.iter().chain(&RENAMED).find(|(_, to)| *to == parameter);
    let name = renamed.map_or(parameter, |(from, _)| from).replace('_', "-");
    defined(compared.command).get_arguments().find(|arg| arg.get_long() == Some(&*name)).cloned()
}

/// Returns the default that Python has to write for a flag, as far as the flag has one of its own.
fn default_of_flag(flag: &clap::Arg) -> Option<String> {
    match flag.get_default_values() {
        [only] if flag.get_action().takes_values() => Some(only.to_string_lossy().into_owned()),
        _ => None,
    }
}

#[test]
fn a_flag_and_its_parameter_have_the_same_default() {
    let (mut compared_flags, mut different) = (0, Vec::new());
    for compared in &COMMANDS {
        for (name, default) in parameters(compared.file, compared.function) {
            let Some((flag, default)) = flag_of(compared, &name).zip(default) else { continue };
            // What decides no result may have another default: a terminal shows progress, a script does not.
            if OF_RUNNING.contains(&name.as_str()) {
                continue;
            }
            compared_flags += 1;
            let own = default_of_flag(&flag);
            let is_same = match default.as_str() {
                // Python draws every seed that is not given, and its results record it; some commands use 1.
                "None" if name == "seed" => own.is_none_or(|own| own == "1"),
                // `_measures.py` sends no `None`, so that the default of the laboratory holds.
                "None" if compared.file == MEASURES => true,
                // A mapping names the actions whose minutes differ; the flag's default lists them all.
                "{}" if name == "minutes" => own.is_some(),
                "None" | "{}" | "()" => own.is_none() && flag.get_action().takes_values(),
                "False" => !flag.get_action().takes_values(),
                text => own.is_some_and(|own| own == text.trim_matches('"').replace('_', "")),
            };
            if !is_same {
                different.push(format!("{}: {name} = {default}", compared.function));
            }
        }
    }
    assert!(different.is_empty() && compared_flags > 100, "{compared_flags} compared: {different:#?}");
}
