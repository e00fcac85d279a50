//! Identity of a run: seed, configuration and contents of its data files, without the build.

use serde::Serialize;
use serde_json::Value;

use super::TournamentConfig;
use super::manifest::TournamentSettings;
use super::plan::Plan;
use crate::setup::DataFile;

/// Everything that determines the result of a run.
#[derive(Serialize)]
pub(super) struct RunIdentity<'a> {
    pub(super) seed: u64,
    pub(super) configuration: TournamentSettings,
    pub(super) data: &'a [DataFile],
}

impl RunIdentity<'_> {
    /// Returns the identity as a JSON value, for comparison.
    pub(super) fn value(&self) -> Value {
        serde_json::to_value(self).expect("a configuration is texts and numbers")
    }
}

/// Returns the identity of a run that is about to be played.
pub(super) fn identity(plan: &Plan, args: &TournamentConfig) -> Value {
    let configuration = TournamentSettings::new(plan, args);
    RunIdentity { seed: plan.seed.0, configuration, data: &plan.words.sources }.value()
}

/// Returns the first difference between two identities: the key and both values. The location of a data file
/// does not count.
pub(super) fn difference(one: &Value, other: &Value) -> Option<(String, String, String)> {
    differ("", one, other)
}

fn differ(key: &str, one: &Value, other: &Value) -> Option<(String, String, String)> {
    let inner = |name: &str| if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
    match (one, other) {
        _ if one == other => None,
        (Value::Object(a), Value::Object(b)) => {
            let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
            let mut names = names.filter(|name| !(key.starts_with("data.") && *name == "file"));
            let value = |of: &serde_json::Map<String, Value>, name| of.get(name).cloned().unwrap_or_default();
            let found = names.find_map(|name| differ(&inner(name), &value(a, name), &value(b, name)));
            found.map(|(key, one, other)| match [a, b].map(|of| of.get("file")) {
                [Some(a), Some(b)] if key.ends_with(".sha256") => {
                    (key, format!("{one} of {a}"), format!("{other} of {b}"))
                }
                _ => (key, one, other),
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(n, (a, b))| differ(&inner(&(n + 1).to_string()), a, b))
        }
        _ => Some((key.to_owned(), one.to_string(), other.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_difference_is_named_with_both_values() {
        let one = json!({"seed": 1, "rules": {"limit": 8}, "agents": [{"spec": "a"}, {"spec": "b"}]});
        let found = |other: Value| difference(&one, &other);
        assert_eq!(found(one.clone()), None);
        let other = json!({"seed": 1, "rules": {"limit": 6}, "agents": [{"spec": "a"}, {"spec": "b"}]});
        assert_eq!(found(other), Some(("rules.limit".into(), "8".into(), "6".into())));
        let other = json!({"seed": 1, "rules": {"limit": 8}, "agents": [{"spec": "a"}, {"spec": "c"}]});
        assert_eq!(found(other), Some(("agents.2.spec".into(), "\"b\"".into(), "\"c\"".into())));
        let other = json!({"rules": {"limit": 8}, "agents": one["agents"]});
        assert_eq!(found(other), Some(("seed".into(), "1".into(), "null".into())));
    }

    #[test]
    fn a_data_file_may_stand_elsewhere() {
        let data = |file: &str, sha: &str| json!({"data": [{"file": file, "sha256": sha}]});
        assert_eq!(difference(&data("a", "x"), &data("b", "x")), None);
        let found = difference(&data("a", "x"), &data("b", "y"));
        let said = ["data.1.sha256", "\"x\" of \"a\"", "\"y\" of \"b\""].map(str::to_owned);
        assert_eq!(found.map(<[String; 3]>::from), Some(said));
    }
}
