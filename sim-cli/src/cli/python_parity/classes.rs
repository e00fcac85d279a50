//! Tests that the classes of `_config.py` have the fields and defaults of their functions, and send every key.

use std::collections::BTreeMap;

use overhear_lab::TournamentConfig;

use super::{EXPERIMENTS, OF_RUNNING, RULES, parameters};

const CLASSES: &str = include_str!("../../../../python/lib/overhear/_config.py");

/// Returns the fields of a class of `_config.py` with their defaults, those of its base class included.
fn fields(class: &str) -> BTreeMap<String, Option<String>> {
    let start = format!("\nclass {class}");
    let (_, body) = CLASSES.split_once(&start).unwrap_or_else(|| panic!("no {class}"));
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
fn python_sends_every_key_of_a_tournament() {
    let (_, class) = CLASSES.split_once("\nclass TournamentConfig(").expect("the class");
    let (class, _) = class.split_once("\n@dataclass").expect("the next class");
    let all = TournamentConfig { gauntlet: Some("a".to_owned()), discuss: 1, ..TournamentConfig::default() };
    let keys = serde_json::to_value(all).expect("a configuration in JSON");
    let keys = keys.as_object().expect("keys").keys();
    let missing: Vec<&String> = keys.filter(|key| !class.contains(&format!("\"{key}\": "))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
