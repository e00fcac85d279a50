//! Which rules are played: a name or a file, and single switches on top.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use overhear_agents::registry::nearest;
use overhear_engine::rules::{Rules, SWITCHES, Switch};
use toml::de::DeTable;

use super::toml_file::{Document, text_of, unknown_key};
use crate::failure::Failure;

/// A set of rules that has a name.
pub(crate) struct NamedRules {
    /// The name.
    pub(crate) name: &'static str,
    /// What it is, in a line.
    pub(crate) summary: &'static str,
    /// The rules.
    pub(crate) rules: fn() -> Rules,
}

/// Every set of rules that has a name.
pub(crate) static NAMED_RULES: [NamedRules; 1] = [NamedRules {
    name: "official",
    summary: "the game as published, for two teams (R1 to R16)",
    rules: Rules::official,
}];

/// The rules of a run, and what they were called.
#[derive(Clone, Debug)]
pub(crate) struct RuleSet {
    /// The name or file.
    pub(crate) name: String,
    /// What was set on top, as written.
    pub(crate) set: Vec<String>,
    /// The rules.
    pub(crate) rules: Rules,
}

/// Looks rules up by name or file, and turns single switches.
pub(crate) fn rules(name: &str, set: &[String]) -> Result<RuleSet, Failure> {
    let mut found = match NAMED_RULES.iter().find(|named| named.name == name) {
        Some(named) => (named.rules)(),
        None if is_file(name) => from_file(Path::new(name))?,
        None => return Err(unknown_rules(name)),
    };
    for setting in set {
        found = turned(&found, setting)?;
    }
    if !set.is_empty() {
        found.check().map_err(|error| Failure::content("--set", error))?;
    }
    Ok(RuleSet { name: name.to_owned(), set: set.to_vec(), rules: found })
}

fn is_file(name: &str) -> bool {
    name.contains(['/', '.']) || Path::new(name).exists()
}

fn unknown_rules(name: &str) -> Failure {
    let names = || NAMED_RULES.iter().map(|named| named.name);
    let guess = nearest(name, names()).map_or(String::new(), |n| format!(" (did you mean `{n}`?)"));
    let known = names().collect::<Vec<_>>().join(", ");
    Failure::usage(format_args!("--rules: no rules `{name}`{guess}; there are {known}, or name a TOML file"))
}

fn from_file(path: &Path) -> Result<Rules, Failure> {
    let document = Document::read(path)?;
    let table = document.table()?;
    for (key, value) in table.get_ref() {
        let switch = switch(key.get_ref()).map_err(|message| document.failure(key.span(), message))?;
        let text = text_of(value.get_ref()).unwrap_or_else(|| document.text()[value.span()].to_owned());
        let alone = format!("{} = {}", switch.key, &document.text()[value.span()]);
        read(&alone).map_err(|()| document.failure(key.span(), not_allowed(switch, &text)))?;
    }
    let rules =
        read(document.text()).map_err(|()| Failure::content(document.name(), "not a set of rules"))?;
    rules.check().map_err(|error| match span_of(table.get_ref(), error.key) {
        Some(span) => document.failure(span, &error),
        None => Failure::content(document.name(), &error),
    })?;
    Ok(rules)
}

fn span_of(table: &DeTable<'_>, key: &str) -> Option<Range<usize>> {
    table.keys().find(|found| found.get_ref() == key).map(toml::Spanned::span)
}

fn read(text: &str) -> Result<Rules, ()> {
    toml::from_str(text).map_err(|_| ())
}

fn switch(key: &str) -> Result<&'static Switch, String> {
    let found = SWITCHES.iter().find(|switch| switch.key == key);
    found.ok_or_else(|| unknown_key(key, SWITCHES.iter().map(|switch| switch.key)))
}

fn not_allowed(switch: &Switch, value: &str) -> String {
    format!("`{}` = {value} is out of range: {} ({})", switch.key, switch.allowed, switch.meaning)
}

/// The rules with one switch turned, as `KEY=VALUE` says.
fn turned(rules: &Rules, setting: &str) -> Result<Rules, Failure> {
    let wrong = |message: String| Failure::content(format_args!("--set {setting}"), message);
    let (key, value) = setting.split_once('=').ok_or_else(|| wrong("write KEY=VALUE".to_owned()))?;
    let (key, value) = (key.trim(), value.trim().trim_matches('"'));
    let switch = switch(key).map_err(wrong)?;
    let mut table = table_of(rules);
    let number = value.parse::<i64>().map(toml::Value::Integer);
    table.insert(key.to_owned(), number.unwrap_or_else(|_| toml::Value::String(value.to_owned())));
    table.try_into().map_err(|_| wrong(not_allowed(switch, value)))
}

/// The rules as a table of TOML.
fn table_of(rules: &Rules) -> toml::Table {
    toml::Table::try_from(rules).expect("rules are numbers and names")
}

/// The rules as a whole TOML file that explains every key.
pub(crate) fn as_toml(title: &str, rules: &Rules) -> String {
    let table = table_of(rules);
    let mut text = format!("# {title}\n# R numbers are those of the project's rules.\n");
    for switch in SWITCHES {
        let Switch { key, rule, allowed, meaning } = switch;
        let value = &table[key];
        write!(text, "\n# {rule}: {meaning}\n# allowed: {allowed}\n{key} = {value}\n")
            .expect("a string takes all");
    }
    text
}

impl RuleSet {
    /// The switches that differ from the official rules, as `key = value`.
    pub(crate) fn departures(&self) -> Vec<String> {
        let (own, official) = (table_of(&self.rules), table_of(&Rules::official()));
        let changed = SWITCHES.iter().filter(|switch| own[switch.key] != official[switch.key]);
        changed.map(|switch| format!("{} = {}", switch.key, own[switch.key])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_taken_back() {
        let short = rules("official", &["round_limit=5".to_owned(), "repeat=lemma".to_owned()]);
        let short = short.unwrap_or_else(|failure| panic!("{}", failure.message()));
        assert_eq!(short.departures(), ["round_limit = 5", "repeat = \"lemma\""]);
        assert_eq!(toml::from_str(&as_toml("short", &short.rules)), Ok(short.rules));
    }

    #[test]
    fn errors_name_the_switch() {
        let refused = |set: &str| rules("official", &[set.to_owned()]).expect_err("refused").message();
        assert_eq!(
            refused("round_limits=5"),
            "--set round_limits=5: unknown key `round_limits` (did you mean `round_limit`?)"
        );
        assert_eq!(refused("round_limit=99"), "--set: `round_limit` = 99 is out of range: 1 to 16");
        assert!(refused("round_limit=soon").contains("= soon is out of range: 1 to 16"));
        assert!(refused("tiebreak=coin").contains("points_keywords, keywords_points"));
        assert_eq!(refused("round_limit"), "--set round_limit: write KEY=VALUE");
    }
}
