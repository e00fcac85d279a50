//! The text of the Python module.

use overhear_lab::settings::{Setting, Settings as _};
use overhear_lab::setup::{RulesConfig, WordFiles};
use overhear_lab::threads::MOST_THREADS;

use crate::document::{entry, filled};
use crate::functions::{Class, FUNCTIONS, Function, NOT_IN_PYTHON, RENAMED};
use crate::parameter::Parameter;

/// The command that writes the files.
pub(crate) const COMMAND: &str = "UPDATE_GOLDEN=1 cargo test -p overhear-lab --test python";

const IMPORTS: &str = "\
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from . import _runs
from ._agents import Agent
from ._config import (
    Agents,
    Player,
    RuleSet,
    Switches,
    balance_json,
    check_balance,
    check_tournament,
    given_agents,
    one_spec,
    players,
    reusable,
    rules_config,
    rules_text,
    specs,
    sweep_json,
)
from ._files import (
    PathLike,
    as_path,
    association_tables,
    axes,
    dumps,
    flag,
    given_list,
    given_texts,
    listed,
    mapping,
    optional_path,
    optional_text,
    path,
    text,
    texts,
    words_config,
)
from ._progress import Progress
from ._provenance import Findings, recorded
from ._ranges import check, check_count, check_number
from ._results import BalanceResult, BenchResult, CalibrateResult, CompareResult, LeagueResult, SweepResult, TournamentResult, TuneResult
from ._table import Table
";

/// A parameter on where and how a function runs.
struct RunningParameter {
    name: &'static str,
    /// Its type and its default.
    annotation: &'static str,
    help: &'static str,
}

/// The parameters of this kind.
const RUNNING: [RunningParameter; 4] = [
    RunningParameter {
        name: "out",
        annotation: "PathLike | None = None",
        help: "Directory of the result's files",
    },
    RunningParameter { name: "force", annotation: "bool = False", help: "Replace an earlier result there" },
    RunningParameter {
        name: "threads",
        annotation: "int | None = None",
        help: "Number of threads (default: one for each processor)",
    },
    RunningParameter {
        name: "progress",
        annotation: "Progress = None",
        help: "What shows how far the run is: ``True``, ``False``, or a function of the games done and planned",
    },
];

/// Returns the whole module.
pub(crate) fn text() -> String {
    let head = format!(
        "\"\"\"Experiments of the laboratory as functions. Do not edit: `{COMMAND}` writes this file from the declarations.\"\"\"\n\n{IMPORTS}"
    );
    let classes: Vec<&str> =
        FUNCTIONS.iter().filter_map(|function| function.class.as_ref()).map(|class| class.name).collect();
    let texts = FUNCTIONS.iter().map(|function| {
        let parameters = parameters(function);
        let class = function.class.as_ref().map_or_else(String::new, |class| class_text(class, &parameters));
        class + &function_text(function, &parameters)
    });
    let config =
        format!("\n\nConfig = Union[{}]\n\"\"\"What can be played in parts.\"\"\"\n", classes.join(", "));
    head + &texts.collect::<String>() + &config
}

/// Returns the parameters of a function that decide its result: those by place first, then in the order of the declaration.
fn parameters(function: &Function) -> Vec<Parameter> {
    let settings = shown_settings(function);
    let declared = settings.iter().map(|setting| {
        let own = function.own.iter().find(|own| own.key == setting.key);
        own.map_or_else(
            || Parameter::new(setting, name(setting.key), function.missing),
            |own| Parameter::own(own, Some(setting)),
        )
    });
    let others = function.own.iter().filter(|own| !settings.iter().any(|setting| setting.key == own.key));
    let others = others.map(|own| Parameter::own(own, None));
    let mut all: Vec<Parameter> = declared.chain(others).collect();
    for name in function.by_place {
        assert!(
            all.iter().any(|parameter| parameter.name == *name),
            "{}: no parameter {name}",
            function.name
        );
    }
    all.sort_by_key(|parameter| {
        function.by_place.iter().position(|name| *name == parameter.name).unwrap_or(function.by_place.len())
    });
    all
}

/// Returns the settings of a function that are parameters. Rules have all of theirs in Python, where the program has `--set`.
fn shown_settings(function: &Function) -> Vec<Setting> {
    let settings = (function.settings)();
    let mut shown = Vec::new();
    for setting in &settings {
        let is_own = function.own.iter().any(|own| own.key == setting.key);
        let is_left_out =
            !is_own && (NOT_IN_PYTHON.contains(&setting.key) || function.left_out.contains(&setting.key));
        if setting.groups.last() == Some(&"rules") {
            if setting.key == "rules" {
                shown.extend(
                    RulesConfig::settings().into_iter().map(|inner| in_groups(inner, &setting.groups)),
                );
            }
        } else if !is_left_out {
            shown.push(setting.clone());
        }
    }
    for key in function.left_out {
        assert!(settings.iter().any(|setting| setting.key == *key), "{}: no setting {key}", function.name);
    }
    shown
}

/// Returns a setting in the groups of another.
fn in_groups(setting: Setting, groups: &[&'static str]) -> Setting {
    groups.iter().rev().fold(setting, |setting, group| setting.in_group(group))
}

/// Returns the name that a setting has in Python.
fn name(key: &str) -> &str {
    RENAMED.iter().find(|(from, _)| *from == key).map_or(key, |(_, to)| to)
}

fn function_text(function: &Function, parameters: &[Parameter]) -> String {
    let Function { name, result, call, .. } = function;
    let mut lines = format!("\n\n@recorded\ndef {name}(\n");
    for (place, parameter) in parameters.iter().enumerate() {
        if place == function.by_place.len() {
            lines += "    *,\n";
        }
        lines += &signature_line(function, parameter);
    }
    for RunningParameter { name, annotation, .. } in running(function) {
        lines.extend([format!("    {name}: {annotation},\n")]);
    }
    lines.extend([format!(") -> {result}:\n{}", documentation(function, parameters))]);
    lines.extend([format!("    check_count(\"threads\", threads, 1, {MOST_THREADS})\n")]);
    if let Some(class) = &function.class {
        lines += &configured_text(function, class, parameters);
    } else {
        lines.extend(function.before.lines().map(|line| format!("    {line}\n")));
        lines += &checks(parameters, "");
        lines.extend([format!("    asked: dict[str, Any] = {}\n", request(parameters, "", 4))]);
    }
    lines + &format!("    return {call}\n")
}

/// Returns the line of a parameter in a signature.
fn signature_line(function: &Function, parameter: &Parameter) -> String {
    let Parameter { name, annotation, default, .. } = parameter;
    let whole = function.class.as_ref().filter(|_| name == "agents" && function.by_place == ["agents"]);
    // A tournament takes a whole configuration in the place of its agents.
    let annotation = match whole {
        Some(class) if class.name == "TournamentConfig" => {
            annotation.replacen("Agents", &format!("Agents | {}", class.name), 1)
        }
        _ => annotation.clone(),
    };
    let default = default.as_ref().map_or_else(String::new, |default| format!(" = {default}"));
    let remark = if default == " = {}" { ",  # noqa: B006 - never changed" } else { "," };
    format!("    {name}: {annotation}{default}{remark}\n")
}

fn running(function: &Function) -> impl Iterator<Item = &'static RunningParameter> {
    RUNNING.iter().filter(|parameter| function.running.contains(&parameter.name))
}

/// Returns the statement that makes a configuration of the arguments.
fn configured_text(function: &Function, class: &Class, parameters: &[Parameter]) -> String {
    let arguments = parameters.iter().map(|parameter| format!("{0}={0}", parameter.name)).collect::<Vec<_>>();
    if class.name == "TournamentConfig" {
        let arguments = filled(&arguments[1..].join(", "), "        ", "        ");
        return format!(
            "    given: dict[str, Any] = dict(\n{arguments},\n    )\n    config = _runs.one_config({}, agents, given)\n",
            class.name
        );
    }
    assert!(function.before.is_empty(), "{}: the class checks", function.name);
    format!(
        "    config = {}(\n{},\n    )\n",
        class.name,
        filled(&arguments.join(", "), "        ", "        ")
    )
}

/// Returns the statements that check numbers.
fn checks(parameters: &[Parameter], before_names: &str) -> String {
    let indent = if before_names.is_empty() { "    " } else { "        " };
    let checks = parameters.iter().filter_map(|parameter| {
        let check = parameter.check.as_ref()?;
        Some(format!("{indent}{}\n", check.replace('@', &format!("{before_names}{}", parameter.name))))
    });
    checks.collect()
}

/// Returns what the laboratory is asked for, as the literal of a dictionary.
fn request(parameters: &[Parameter], before_names: &str, indent: usize) -> String {
    group(parameters, before_names, &[], indent)
}

/// Returns the dictionary of a group of fields.
fn group(parameters: &[Parameter], before_names: &str, path: &[&str], indent: usize) -> String {
    let space = " ".repeat(indent + 4);
    let within =
        parameters.iter().filter(|parameter| !parameter.key.is_empty() && parameter.groups.starts_with(path));
    let (mut lines, mut groups) = (String::new(), Vec::new());
    for parameter in within {
        if let Some(name) = parameter.groups.get(path.len()) {
            if !groups.contains(name) {
                groups.push(*name);
                let inner = [path, &[*name]].concat();
                let value = known_group(name, parameters, before_names)
                    .unwrap_or_else(|| group(parameters, before_names, &inner, indent + 4));
                lines.extend([format!("{space}\"{name}\": {value},\n")]);
            }
            continue;
        }
        let value = parameter.value.replace('@', &format!("{before_names}{}", parameter.name));
        lines.extend([format!("{space}\"{}\": {value},\n", parameter.key)]);
    }
    format!("{{\n{lines}{}}}", " ".repeat(indent))
}

/// Returns the call that makes a group which has a form of its own in Python.
fn known_group(name: &str, parameters: &[Parameter], before_names: &str) -> Option<String> {
    match name {
        "words" => Some(call("words_config", &WordFiles::settings(), before_names)),
        "rules" => Some(call("rules_config", &RulesConfig::settings(), before_names)),
        "players" => {
            let is_whole =
                parameters.iter().any(|parameter| parameter.key == "agent" && parameter.value == "@");
            is_whole.then(|| format!("players({before_names}agents)"))
        }
        _ => None,
    }
}

/// Returns the call of a function with the arguments of these settings.
fn call(function: &str, settings: &[Setting], before_names: &str) -> String {
    let arguments = settings.iter().map(|setting| format!("{before_names}{}", name(setting.key)));
    format!("{function}({})", arguments.collect::<Vec<_>>().join(", "))
}

fn class_text(class: &Class, parameters: &[Parameter]) -> String {
    let Class { name, summary, example, check, json } = class;
    let mut fields: Vec<&Parameter> = parameters.iter().collect();
    fields.sort_by_key(|parameter| place_in_class(parameter));
    let mut lines = format!("\n\n@dataclass(frozen=True)\nclass {name}:\n");
    lines.extend([format!("    \"\"\"{}\n\n", paragraphs(summary).trim_start())]);
    lines += &indented(example);
    lines += "    \"\"\"\n\n";
    for field in fields {
        let Parameter { name, annotation, .. } = field;
        let default = match field.default.as_deref() {
            Some("{}") => " = field(default_factory=dict)".to_owned(),
            Some(default) => format!(" = {default}"),
            // Behind fields with a default.
            None if name == "axes" => " = field(default_factory=dict)".to_owned(),
            None => String::new(),
        };
        lines.extend([format!("    {name}: {annotation}{default}\n")]);
    }
    lines += "\n    def __post_init__(self) -> None:\n        object.__setattr__(self, \"agents\", given_agents(self.agents))\n";
    lines += &checks(parameters, "self.");
    lines += &check.lines().map(|line| format!("        {line}\n")).collect::<String>();
    lines += "\n    def to_json(self) -> str:\n        \"\"\"The text that the laboratory reads.\"\"\"\n";
    lines.extend([format!(
        "        asked: dict[str, Any] = {}\n        return {json}\n",
        request(parameters, "self.", 8)
    )]);
    lines
}

/// Returns the place of a field: what all of them have comes first, in one order.
fn place_in_class(parameter: &Parameter) -> usize {
    let has_no_default = parameter.default.is_none() && parameter.name != "axes";
    let first = ["agents", "games", "seed", "rules", "set", "team_size"];
    match first.iter().position(|name| *name == parameter.name) {
        _ if has_no_default => 0,
        Some(place) => place + 1,
        None if parameter.groups.last() == Some(&"words") => first.len() + 1,
        None => first.len() + 2,
    }
}

/// Returns the documentation of a function.
fn documentation(function: &Function, parameters: &[Parameter]) -> String {
    let Function { summary, command, text, example, .. } = function;
    let first = filled(&format!("{summary}: ``sim-cli {command}``."), "    ", "    ");
    let mut lines = format!("    \"\"\"{}\n\n", first.trim_start());
    if !text.is_empty() {
        lines += &paragraphs(text);
        lines += "\n\n";
    }
    lines += "    Args:\n";
    let names: Vec<(&str, &str)> = parameters
        .iter()
        .filter(|parameter| !parameter.key.is_empty())
        .map(|parameter| (parameter.key, &*parameter.name))
        .collect();
    for parameter in parameters {
        lines += &(entry(parameter, &names) + "\n");
    }
    for RunningParameter { name, help, .. } in running(function) {
        lines.extend([format!("        {name}: {help}.\n")]);
    }
    if !example.is_empty() {
        lines.extend([format!("\n    >>> import overhear\n{}", indented(example))]);
    }
    lines + "    \"\"\"\n"
}

/// Returns paragraphs in lines of limited width.
fn paragraphs(text: &str) -> String {
    text.split("\n\n").map(|paragraph| filled(paragraph, "    ", "    ")).collect::<Vec<_>>().join("\n\n")
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}
