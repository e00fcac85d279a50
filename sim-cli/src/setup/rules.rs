//! Which rules are played: a name or a file, and single switches on top.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use overhear_agents::registry::nearest;
use overhear_engine::rules::{RULE_SETS, Rules, SWITCHES, Switch};
use toml::de::DeTable;

use super::Words;
use super::toml_file::{Document, text_of, unknown_key};
use crate::cli::RulesArgs;
use crate::failure::Failure;

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
    let mut found = match RULE_SETS.iter().find(|named| named.name == name) {
        Some(named) => named.rules,
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
    let names = || RULE_SETS.iter().map(|named| named.name);
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

/// The switches in which two sets of rules differ, in the order of a rules file.
pub(crate) fn differing(one: &Rules, other: &Rules) -> Vec<&'static str> {
    let (one, other) = (table_of(one), table_of(other));
    SWITCHES.iter().map(|switch| switch.key).filter(|&key| one[key] != other[key]).collect()
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
    /// What the flags ask for.
    pub(crate) fn asked(args: &RulesArgs) -> Result<RuleSet, Failure> {
        rules(&args.rules, &args.set)
    }

    /// The same with this many members in each team, whatever the rules and their switches say.
    pub(crate) fn with_team_size(mut self, size: Option<u8>) -> Result<RuleSet, Failure> {
        if let Some(size) = size {
            (self.rules.white_team, self.rules.black_team) = (size, size);
            self.rules.check().map_err(|error| Failure::content("--team-size", error))?;
        }
        Ok(self)
    }

    /// Refuses a deck that is too small for them.
    pub(crate) fn check(&self, words: &Words) -> Result<(), Failure> {
        let place = || format!("--rules {}", self.title());
        self.rules.check_deck(words.world.deck()).map_err(|error| Failure::content(place(), error))
    }

    /// What it is called: the name or file, and what was set on top, as in `official with round_limit=6`.
    pub(crate) fn title(&self) -> String {
        self.set.iter().fold(self.name.clone(), |title, setting| format!("{title} with {setting}"))
    }

    /// The members of each team, if both have as many.
    pub(crate) fn team_size(&self) -> Option<u8> {
        (self.rules.white_team == self.rules.black_team).then_some(self.rules.white_team)
    }

    /// The switches that differ from the official rules, as `key = value`.
    pub(crate) fn departures(&self) -> Vec<String> {
        let own = table_of(&self.rules);
        let changed = differing(&self.rules, &Rules::official()).into_iter();
        changed.map(|key| format!("{key} = {}", own[key])).collect()
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
    fn r1_the_flag_for_both_teams_is_over_the_switch_of_each() {
        let uneven = || rules("official", &["black_team=3".to_owned()]).unwrap_or_else(|_| panic!("2 and 3"));
        assert_eq!((uneven().rules.team_sizes().black, uneven().team_size()), (3, None));
        let even = uneven().with_team_size(Some(4)).unwrap_or_else(|_| panic!("4 and 4"));
        assert_eq!((even.rules.white_team, even.rules.black_team, even.team_size()), (4, 4, Some(4)));
        let three = rules("three-player", &[]).unwrap_or_else(|_| panic!("has a name"));
        let refused = three.with_team_size(Some(2)).expect_err("one Interceptor").message();
        assert!(refused.starts_with("--team-size: `black_team` = 2 is out of range: 1 (three"), "{refused}");
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
