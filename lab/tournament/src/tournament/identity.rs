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

/// An entry in which two identities differ.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// The keys that lead to the entry, with points between them; elements of lists are numbered from 1.
    pub(super) key: String,
    /// Its value in the first identity.
    pub(super) one: String,
    /// Its value in the second identity.
    pub(super) other: String,
}

/// Returns the first difference between two identities. The location of a data file does not count.
pub(super) fn difference(one: &Value, other: &Value) -> Option<Difference> {
    differ("", one, other)
}

fn differ(key: &str, one: &Value, other: &Value) -> Option<Difference> {
    match (one, other) {
        _ if one == other => None,
        (Value::Object(a), Value::Object(b)) => {
            let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
            let mut names = names.filter(|name| !(key.starts_with("data.") && *name == "file"));
            let first = names.find_map(|name| {
                let [one, other] = [a, b].map(|object| object.get(name).unwrap_or(&Value::Null));
                differ(&inner(key, name), one, other)
            });
            // A checksum says little alone: the names of the files stand beside the two.
            first.map(|Difference { key, one, other }| match [a, b].map(|object| object.get("file")) {
                [Some(a), Some(b)] if key.ends_with(".sha256") => {
                    Difference { key, one: format!("{one} of {a}"), other: format!("{other} of {b}") }
                }
                _ => Difference { key, one, other },
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut elements = a.iter().zip(b).enumerate();
            elements.find_map(|(n, (a, b))| differ(&inner(key, &(n + 1).to_string()), a, b))
        }
        _ => Some(Difference { key: key.to_owned(), one: one.to_string(), other: other.to_string() }),
    }
}

/// Returns the key of an entry in the value with key `outer`.
fn inner(outer: &str, name: &str) -> String {
    if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn entry(key: &str, one: &str, other: &str) -> Difference {
        let [key, one, other] = [key, one, other].map(str::to_owned);
        Difference { key, one, other }
    }

    #[test]
    fn the_first_difference_is_named_with_both_values() {
        let one = json!({"seed": 1, "rules": {"limit": 8}, "agents": [{"spec": "a"}, {"spec": "b"}]});
        assert_eq!(difference(&one, &one.clone()), None);
        let other = json!({"seed": 1, "rules": {"limit": 6}, "agents": [{"spec": "a"}, {"spec": "b"}]});
        assert_eq!(difference(&one, &other), Some(entry("rules.limit", "8", "6")));
        let other = json!({"seed": 1, "rules": {"limit": 8}, "agents": [{"spec": "a"}, {"spec": "c"}]});
        assert_eq!(difference(&one, &other), Some(entry("agents.2.spec", "\"b\"", "\"c\"")));
        let other = json!({"rules": {"limit": 8}, "agents": one["agents"]});
        assert_eq!(difference(&one, &other), Some(entry("seed", "1", "null")));
    }

    #[test]
    fn a_data_file_may_stand_elsewhere() {
        let data = |file: &str, sha: &str| json!({"data": [{"file": file, "sha256": sha}]});
        assert_eq!(difference(&data("a", "x"), &data("b", "x")), None);
        let expected = entry("data.1.sha256", "\"x\" of \"a\"", "\"y\" of \"b\"");
        assert_eq!(difference(&data("a", "x"), &data("b", "y")), Some(expected));
    }
}
