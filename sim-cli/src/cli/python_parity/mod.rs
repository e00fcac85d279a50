//! Comparison of each command's flags with the parameters of its Python function. Both have the same names and defaults;
//! a parameter that is added on one side alone fails a test.

use std::collections::BTreeSet;

use signature::parameters;

use super::definition;

mod classes;
mod defaults;
mod signature;
mod unread_parameters;

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
const OF_RUNNING: [&str; 17] = [
    "help",
    "config",
    "shard",
    "resume",
    "allow_other_build",
    "run_bots",
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

const EXPERIMENTS: &str = include_str!("../../../../python/lib/overhear/_experiments.py");
const RULES: &str = include_str!("../../../../python/lib/overhear/_rules_experiments.py");
const MEASURES: &str = include_str!("../../../../python/lib/overhear/_measures.py");

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
        flags: &["file", "missing_as_words", "deck"],
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
    // In Python no bot is a stranger: the table has no row for one.
    ComparedCommand {
        command: "agents strangers",
        file: MEASURES,
        function: "strangers",
        flags: &["items"],
        ..NONE
    },
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
