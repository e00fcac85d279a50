//! Comparison of each command's flags with the parameters of its Python function. Both have the same names and defaults;
//! a parameter that is added on one side alone fails a test.

use std::collections::{BTreeMap, BTreeSet};

use overhear_lab::comparison_answers::ComparisonRequest;
use overhear_lab::setup::{Language, RulesConfig};
use overhear_lab::{CheckConfig, CrossConfig, EvalConfig, LeagueConfig, TournamentConfig, TuneConfig};
use overhear_report::AdviseConfig;

use super::definition;

mod unread;

/// A command and the Python function that does the same.
struct ComparedCommand {
    command: &'static str,
    file: &'static str,
    function: &'static str,
    /// Flags and operands whose parameter has another name.
    renamed: &'static [(&'static str, &'static str)],
    /// Flags without a parameter.
    flags: &'static [&'static str],
    /// Parameters without a flag.
    parameters: &'static [&'static str],
}

/// Flags and parameters on where and how a command runs and what it shows: they decide no result, and each side has its own.
const OF_RUNNING: [&str; 16] = [
    "help",
    "config",
    "shard",
    "resume",
    "allow_other_build",
    "format",
    "color",
    "out",
    "force",
    "threads",
    "progress",
    // Bots: a class in Python is an agent itself.
    "bot",
    "bots",
    "answers",
    "max_requests",
    "ask_again",
];

/// Names that differ everywhere.
const RENAMED: [(&str, &str); 2] = [("agent", "agents"), ("other_space", "other_spaces")];

const EXPERIMENTS: &str = include_str!("../../../python/lib/overhear/_experiments.py");
const RULES: &str = include_str!("../../../python/lib/overhear/_rules_experiments.py");
const MEASURES: &str = include_str!("../../../python/lib/overhear/_measures.py");

const NONE: ComparedCommand = ComparedCommand {
    command: "",
    file: EXPERIMENTS,
    function: "",
    renamed: &[],
    flags: &[],
    parameters: &[],
};

/// All functions that have a command.
const COMMANDS: [ComparedCommand; 17] = [
    // Opponents are named one by one in Python: `overhear.presets()` lists them.
    ComparedCommand { command: "tournament", function: "tournament", flags: &["field"], ..NONE },
    ComparedCommand { command: "balance", file: RULES, function: "balance", flags: &["sweep"], ..NONE },
    ComparedCommand {
        command: "balance",
        file: RULES,
        function: "sweep",
        renamed: &[("sweep", "axes")],
        flags: &["by", "minutes", "tables", "deck_b"],
        ..NONE
    },
    ComparedCommand { command: "rules compare", file: RULES, function: "compare", ..NONE },
    // The sizes of the teams are switches: `--set white_team=3`.
    ComparedCommand {
        command: "agents league",
        function: "league",
        flags: &["field", "write"],
        parameters: &["team_size"],
        ..NONE
    },
    ComparedCommand { command: "tune", function: "tune", renamed: &[("param", "params")], ..NONE },
    ComparedCommand {
        command: "eval decode",
        function: "evaluate",
        flags: &["max_fault_rate", "predictions", "calibration"],
        parameters: &["task"],
        ..NONE
    },
    ComparedCommand { command: "advise", function: "advise", flags: &["example"], ..NONE },
    ComparedCommand {
        command: "rules clue",
        function: "clue_verdict",
        renamed: &[("keyword", "keywords")],
        flags: &["file", "deck"],
        ..NONE
    },
    // In Python a game is replayed from a result, which knows how it was played.
    ComparedCommand {
        command: "replay",
        function: "replay",
        renamed: &[("from", "source")],
        flags: &[
            "seed",
            "discuss",
            "team_size",
            "rules",
            "set",
            "space",
            "deck",
            "lang",
            "other_space",
            "associations",
            "vocabulary",
        ],
        ..NONE
    },
    ComparedCommand {
        command: "agents check",
        function: "check_agent",
        renamed: &[("spec", "agent")],
        parameters: &["team_size"],
        ..NONE
    },
    ComparedCommand {
        command: "agents frontier",
        file: MEASURES,
        function: "frontier",
        renamed: &[("lambda", "lambda_")],
        ..NONE
    },
    ComparedCommand { command: "agents cross", file: MEASURES, function: "cross", ..NONE },
    ComparedCommand { command: "agents exploit", file: MEASURES, function: "exploit", ..NONE },
    ComparedCommand { command: "agents people", file: MEASURES, function: "people", ..NONE },
    ComparedCommand {
        command: "bench",
        file: MEASURES,
        function: "bench",
        renamed: &[("name", "agent")],
        flags: &["dry"],
        ..NONE
    },
    ComparedCommand { command: "compare", file: MEASURES, function: "contrast", ..NONE },
];

/// Returns the definition of a command.
fn defined(command: &str) -> clap::Command {
    let mut found = definition();
    found.build();
    for name in command.split(' ') {
        found = found.find_subcommand(name).unwrap_or_else(|| panic!("no {command}")).clone();
    }
    found
}

/// Returns the names of the flags and operands of a command, without those that help does not show.
fn flags(command: &str) -> BTreeSet<String> {
    let command = defined(command);
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let name = |arg: &clap::Arg| arg.get_long().unwrap_or(arg.get_id().as_str()).replace('-', "_");
    shown.map(name).collect()
}

/// Returns the parameters of a function with their defaults as they are written.
fn parameters(file: &str, function: &str) -> BTreeMap<String, Option<String>> {
    let (_, body) = file.split_once(&format!("\ndef {function}(")).unwrap_or_else(|| panic!("no {function}"));
    let (signature, _) = body.split_once(") ->").expect("a type");
    let without_remarks = |line: &str| line.split("  #").next().unwrap_or_default().trim().to_owned();
    let text: String = signature.lines().map(without_remarks).collect::<Vec<_>>().join(" ");
    let parameter = |text: &str| {
        let (name, rest) = text.split_once(':')?;
        let default = rest.split_once(" = ").map(|(_, default)| default.trim().to_owned());
        Some((name.trim().to_owned(), default))
    };
    at_top_level(&text).into_iter().filter_map(parameter).collect()
}

/// Splits a list at the commas that stand in no brackets and no quotes.
fn at_top_level(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut is_quoted, mut found) = (0, 0, false, Vec::new());
    for (at, letter) in list.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            ',' if depth == 0 && !is_quoted => {
                found.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&list[start..]);
    found
}

/// Returns what stands on one side alone: flags without a parameter, and parameters without a flag.
fn differences(compared: &ComparedCommand) -> [Vec<String>; 2] {
    let (flags, parameters) = (flags(compared.command), parameters(compared.file, compared.function));
    let decides = |name: &&String| !OF_RUNNING.contains(&name.as_str());
    let names = |flag: &String| {
        let renamed = compared.renamed.iter().chain(&RENAMED).filter(|(from, _)| from == flag);
        let mut names: BTreeSet<String> = renamed.map(|(_, to)| (*to).to_owned()).collect();
        names.insert(flag.clone());
        names
    };
    let has_parameter = |flag: &String| names(flag).iter().any(|name| parameters.contains_key(name));
    let lone = flags.iter().filter(decides).filter(|flag| !has_parameter(flag)).cloned().collect();
    let known: BTreeSet<String> = flags.iter().flat_map(names).collect();
    [lone, parameters.keys().filter(decides).filter(|name| !known.contains(*name)).cloned().collect()]
}

#[test]
fn every_flag_that_decides_a_result_is_a_parameter_in_python_and_the_other_way_round() {
    for compared in &COMMANDS {
        let mut expected = [compared.flags, compared.parameters]
            .map(|names| names.iter().map(|&name| name.to_owned()).collect::<Vec<String>>());
        expected.iter_mut().for_each(|names| names.sort());
        assert_eq!(differences(compared), expected, "{} and {}", compared.command, compared.function);
    }
}

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
        (("league", "seed"), league.seed.to_string()),
        (("tune", "iterations"), tune.iterations.to_string()),
        (("tune", "pairs_per_iteration"), tune.pairs_per_iteration.to_string()),
        (("tune", "step"), tune.step.to_string()),
        (("tune", "rate"), tune.rate.to_string()),
        (("tune", "sprt"), text(TuneConfig::TEST)),
        (("tune", "confirm_pairs"), tune.confirm_pairs.to_string()),
        (("evaluate", "seed"), EvalConfig::default().seed.to_string()),
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
                // `_measures.py` sends no `None`, so that the default of the laboratory holds.
                "None" if compared.file == MEASURES => true,
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

const CONFIGURATIONS: &str = include_str!("../../../python/lib/overhear/_config.py");

/// Returns the fields of a class of `_config.py` with their defaults, those of its base class included.
fn fields(class: &str) -> BTreeMap<String, Option<String>> {
    let start = format!("\nclass {class}");
    let (_, body) = CONFIGURATIONS.split_once(&start).unwrap_or_else(|| panic!("no {class}"));
    let (head, body) = body.split_once(":\n").expect("a body");
    let body = body.split("\n    def ").next().unwrap_or_default();
    let base = head.trim_matches(['(', ')']);
    let mut found = if base.is_empty() { BTreeMap::new() } else { fields(base) };
    // A line of the class's text has more words than a name before its colon.
    let lines = body.lines().filter_map(|line| line.strip_prefix("    ")?.split_once(": "));
    found.extend(lines.filter(|(name, _)| name.chars().all(|c| c.is_ascii_lowercase() || c == '_')).map(
        |(name, rest)| {
            let default = rest.split_once(" = ").map(|(_, default)| match default.trim() {
                "field(default_factory=dict)" => "{}".to_owned(),
                default => default.to_owned(),
            });
            (name.to_owned(), default)
        },
    ));
    found
}

#[test]
fn a_configuration_in_python_has_the_fields_and_defaults_of_its_function() {
    let classes = [
        ("TournamentConfig", EXPERIMENTS, "tournament"),
        ("BalanceConfig", RULES, "balance"),
        ("SweepConfig", RULES, "sweep"),
        ("CompareConfig", RULES, "compare"),
    ];
    for (class, file, function) in classes {
        let mut of_function = parameters(file, function);
        of_function.retain(|name, _| !OF_RUNNING.contains(&name.as_str()));
        let of_class = fields(class);
        assert!(
            of_class.keys().eq(of_function.keys()),
            "{class} and {function}: {of_class:?} {of_function:?}"
        );
        // A field behind one with a default needs a default too, also where the function's argument is required.
        of_function.retain(|_, default| default.is_some());
        for (name, default) in of_function {
            assert_eq!(of_class[&name], default, "{class} and {function}: {name}");
        }
    }
}

#[test]
fn the_page_sends_every_field_of_its_question() {
    let page = include_str!("../../../web/page/rules.js");
    let question = serde_json::to_value(ComparisonRequest::default()).expect("a question in JSON");
    let fields = question.as_object().expect("fields").keys();
    let missing: Vec<_> = fields.filter(|&field| !page.contains(&**field)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_parameter_that_one_side_lacks_is_found() {
    let python = "\ndef tournament(\n    agents: Agents = (),\n    *,\n    games: int | None = None,\n    moves: int = 3,  # odd\n) -> X:\n";
    let found = parameters(python, "tournament");
    assert_eq!(found.keys().collect::<Vec<_>>(), ["agents", "games", "moves"]);
    assert_eq!(found["moves"].as_deref(), Some("3"));
    let [flags, parameters] =
        differences(&ComparedCommand { command: "tournament", file: python, function: "tournament", ..NONE });
    assert!(flags.contains(&"seed".to_owned()) && !flags.contains(&"games".to_owned()), "{flags:?}");
    assert_eq!(parameters, ["moves"]);
}
