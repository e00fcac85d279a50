//! The rules of a run: a name or a file, with changed switches.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use overhear_agents::registry::closest_spelling;
use overhear_engine::rules::{CheckedRules, RULE_SETS, Rules, SWITCHES, Switch, Values, whole_number_hint};
use toml::de::{DeTable, DeValue};

use super::toml_file::{TomlDocument, text_of, unknown_key};
use super::{RulesConfig, Words};
use crate::error::LabError;
use crate::input::at_home;
use crate::table::{Frame, NamedRow};

/// The rules of a run, with their name.
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// The name or file.
    pub name: String,
    /// The changes, as written.
    pub set: Vec<String>,
    /// The rules.
    pub switches: CheckedRules,
}

/// Answer to attempts to change fixed properties.
const FIXED: &str = "a team has four keywords and a code three digits: the engine is made of them, so no switch changes \
                     that; `rules show official` has what can be set";

/// Setting that stands for both teams' sizes.
pub const TEAM_SIZE: &str = "team_size";

/// Returns the rules with this name or from this file, with changed switches.
///
/// # Errors
/// Returns an error for an unknown name, and for an unknown or out-of-range switch, by file, line and key.
pub fn rules(name: &str, set: &[String]) -> Result<RuleSet, LabError> {
    let rules = switched(name, set)?.checked().map_err(|error| LabError::setting("set", error))?;
    Ok(RuleSet { name: name.to_owned(), set: set.to_vec(), switches: rules })
}

/// Returns the rules before the check that they make a game.
///
/// # Errors
/// Returns an error for an unknown rule set, an unknown switch or a value out of range.
pub fn switched(name: &str, set: &[String]) -> Result<Rules, LabError> {
    let mut rules = match RULE_SETS.iter().find(|named| named.name == name) {
        Some(named) => named.rules,
        None if is_file(name) => from_file(&at_home(Path::new(name)))?,
        None => return Err(unknown_rules(name)),
    };
    for setting in set {
        rules = with_setting(&rules, setting)?;
    }
    Ok(rules)
}

/// Refuses settings `KEY=VALUE` of which two set the same key.
///
/// # Errors
/// Returns an error that names the second one.
pub(super) fn refuse_twice(set: &[String]) -> Result<(), LabError> {
    let mut keys = HashSet::new();
    match set.iter().find(|setting| !keys.insert(key_of(setting))) {
        Some(setting) => {
            let message = format_args!("`{}` is set twice; leave one out", key_of(setting));
            Err(LabError::setting(("set", setting), message))
        }
        None => Ok(()),
    }
}

/// Returns the key of a setting `KEY=VALUE`.
fn key_of(setting: &str) -> &str {
    setting.split('=').next().unwrap_or_default().trim()
}

fn is_file(name: &str) -> bool {
    name == "-" || name.contains(['/', '.']) || Path::new(name).exists()
}

fn unknown_rules(name: &str) -> LabError {
    let known = RULE_SETS.iter().map(|named| named.name);
    let guess = closest_spelling(name, known.clone());
    let guess = guess.map_or(String::new(), |guess| format!(" (did you mean `{guess}`?)"));
    let known = known.collect::<Vec<_>>().join(", ");
    LabError::setting(
        "rules",
        format_args!("unknown rules `{name}`{guess}; there are {known}, or name a TOML file"),
    )
}

fn from_file(path: &Path) -> Result<Rules, LabError> {
    let document = TomlDocument::read(path)?;
    let table = document.table()?;
    let mut rules = Rules::official();
    for (key, value) in table.get_ref() {
        let switch = find_switch(key.get_ref()).map_err(|message| document.failure(key.span(), message))?;
        let text = text_of(value.get_ref()).unwrap_or_else(|| document.text()[value.span()].to_owned());
        let turned = switch.with_value(&rules, &text);
        let is_other_kind = !is_of_kind(switch, value.get_ref());
        let is_quoted = turned.is_some() && is_other_kind && matches!(value.get_ref(), DeValue::String(_));
        rules = turned.filter(|_| !is_other_kind).ok_or_else(|| {
            let message = if is_quoted {
                format!("`{}` = \"{text}\" is a text; write the number without quotes", switch.key())
            } else {
                not_allowed(switch, &text)
            };
            document.failure(key.span(), message)
        })?;
    }
    rules.check().map_err(|error| match span_of(table.get_ref(), error.key) {
        Some(span) => document.failure(span, &error),
        None => LabError::content(document.name(), &error),
    })?;
    Ok(rules)
}

/// Returns `true` if the value has the type of the switch, number or name.
fn is_of_kind(switch: &Switch, value: &DeValue<'_>) -> bool {
    match switch.values() {
        Values::Numbers { .. } => matches!(value, DeValue::Integer(_)),
        Values::Choices(_) => matches!(value, DeValue::String(_)),
    }
}

fn span_of(table: &DeTable<'_>, key: &str) -> Option<Range<usize>> {
    table.keys().find(|name| name.get_ref() == key).map(toml::Spanned::span)
}

/// Returns the switch with this key.
///
/// # Errors
/// Returns a sentence for an unknown key, and for what no switch can change.
pub fn find_switch(key: &str) -> Result<&'static Switch, String> {
    Switch::find(key).ok_or_else(|| match key {
        "keywords" | "team_keywords" | "digits" | "code" | "code_length" | "code_digits" | "clues" => {
            FIXED.to_owned()
        }
        _ => unknown_key(key, SWITCHES.iter().map(Switch::key)),
    })
}

/// Returns the sentence that refuses a value of a switch.
pub fn not_allowed(switch: &Switch, value: &str) -> String {
    let (key, allowed, meaning) = (switch.key(), switch.allowed(), switch.meaning);
    match switch.values() {
        Values::Numbers { .. } if !is_whole(value) => {
            let hint = whole_number_hint(value, is_whole);
            format!("`{key}` = {value} is not a whole number{hint}; takes {allowed} ({meaning})")
        }
        Values::Numbers { .. } => format!("`{key}` = {value} is out of range; takes {allowed} ({meaning})"),
        Values::Choices(_) => {
            format!("`{key}` = {value} is not one of its values; takes {allowed} ({meaning})")
        }
    }
}

fn is_whole(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

/// Returns the rules with one switch, or both team sizes, changed as `KEY=VALUE` says. They are not checked yet.
///
/// # Errors
/// Returns an error for an unknown switch, and for a value out of range.
pub fn with_setting(rules: &Rules, setting: &str) -> Result<Rules, LabError> {
    changed(rules, setting).map_err(|message| LabError::setting(("set", setting), message))
}

fn changed(rules: &Rules, setting: &str) -> Result<Rules, String> {
    let (key, value) = setting.split_once('=').ok_or("write KEY=VALUE")?;
    let (key, value) = (key.trim(), value.trim().trim_matches('"'));
    let keys: &[&str] = if key == TEAM_SIZE { &["white_team", "black_team"] } else { &[key] };
    keys.iter().try_fold(*rules, |rules, key| {
        let switch = find_switch(key)?;
        switch.with_value(&rules, value).ok_or_else(|| not_allowed(switch, value))
    })
}

/// Returns the named rule sets, a row for each.
///
/// ```
/// let csv = overhear_tournament::setup::rules_list().to_csv();
/// assert!(csv.starts_with("name,summary\nofficial,"));
/// ```
pub fn rules_list() -> Frame {
    let mut frame = Frame::new("rules list");
    for named in &RULE_SETS {
        NamedRow::new(&mut frame).put_texts([("name", named.name), ("summary", named.summary)]).end();
    }
    frame
}

/// Returns rules as a complete TOML file that explains every key.
///
/// # Errors
/// Returns an error for an unknown name, and for a file that makes no game.
pub fn rules_toml(name: &str) -> Result<String, LabError> {
    let rules = rules(name, &[])?;
    let summary = RULE_SETS.iter().find(|named| named.name == name).map(|named| named.summary);
    let title = summary.map_or(name.to_owned(), |summary| format!("{name}: {summary}"));
    Ok(as_toml(&title, &rules.switches))
}

/// Returns rules as a complete TOML file that explains every key.
pub fn as_toml(title: &str, rules: &Rules) -> String {
    let mut text = format!("# {title}\n# The R numbers are listed in docs/rules.md.\n");
    for switch in &SWITCHES {
        let Switch { rule, meaning, .. } = switch;
        let (key, allowed, value) = (switch.key(), switch.allowed(), switch.get(rules).to_toml());
        write!(text, "\n# {rule}: {meaning}\n# allowed: {allowed}\n{key} = {value}\n")
            .expect("a string takes all");
    }
    text
}

impl RuleSet {
    /// Returns the rules of a configuration.
    ///
    /// # Errors
    /// Returns an error for an unknown name, and for an out-of-range switch or team size.
    pub fn from_config(config: &RulesConfig) -> Result<RuleSet, LabError> {
        refuse_twice(&config.set)?;
        rules(&config.rules, &config.set)?.with_team_size(config.team_size)
    }

    /// Returns the rules with this number of players in each team, overriding all switches.
    ///
    /// # Errors
    /// Returns an error if the rules do not allow such teams (R1).
    pub fn with_team_size(mut self, size: Option<u8>) -> Result<RuleSet, LabError> {
        if let Some(size) = size {
            let sized = Rules { white_team: size, black_team: size, ..*self.switches };
            self.switches = sized.checked().map_err(|error| LabError::setting("team-size", error))?;
        }
        Ok(self)
    }

    /// Checks that the deck is large enough.
    ///
    /// # Errors
    /// Returns an error if it is not (R2).
    pub fn check(&self, words: &Words) -> Result<(), LabError> {
        let checked = self.switches.check_deck(words.world.deck());
        checked.map_err(|error| LabError::setting(("rules", self.title()), error))
    }

    /// Returns the title: the name or file with its changes, as in `official with round_limit=6`.
    pub fn title(&self) -> String {
        self.set.iter().fold(self.name.clone(), |title, setting| format!("{title} with {setting}"))
    }

    /// Returns the number of players in a team, if both teams are equal.
    pub fn team_size(&self) -> Option<u8> {
        (self.switches.white_team == self.switches.black_team).then_some(self.switches.white_team)
    }

    /// Returns the switches that differ from the official rules, as `key = value`.
    pub fn departures(&self) -> Vec<String> {
        departures(&self.switches)
    }

    /// Returns `the official rules`, or the differences from them.
    ///
    /// ```
    /// use overhear_tournament::setup::rules;
    ///
    /// assert_eq!(rules("official", &[])?.verdict(), "the official rules");
    /// let short = rules("official", &["round_limit=5".to_owned()])?;
    /// assert_eq!(short.verdict(), "the official rules but for round_limit = 5");
    /// # Ok::<(), overhear_tournament::LabError>(())
    /// ```
    pub fn verdict(&self) -> String {
        match self.departures().join(", ") {
            none if none.is_empty() => "the official rules".to_owned(),
            departures => format!("the official rules but for {departures}"),
        }
    }
}

/// Returns the switches that differ from the official rules, as `key = value`.
pub fn departures(rules: &Rules) -> Vec<String> {
    let official = Rules::official();
    let departures = rules.departures_from(&official);
    departures.map(|switch| format!("{} = {}", switch.key(), switch.get(rules).to_toml())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_taken_back() {
        let short = rules("official", &["round_limit=5".to_owned(), "repeat=lemma".to_owned()]);
        let short = short.unwrap_or_else(|failure| panic!("{}", failure.to_string()));
        assert_eq!(short.departures(), ["round_limit = 5", "repeat = \"lemma\""]);
        assert_eq!(toml::from_str(&as_toml("short", &short.switches)), Ok(*short.switches));
    }

    #[test]
    fn r1_the_flag_for_both_teams_is_over_the_switch_of_each() {
        let uneven = || rules("official", &["black_team=3".to_owned()]).unwrap_or_else(|_| panic!("2 and 3"));
        assert_eq!((uneven().switches.team_sizes().black, uneven().team_size()), (3, None));
        let even = uneven().with_team_size(Some(4)).unwrap_or_else(|_| panic!("4 and 4"));
        assert_eq!((even.switches.white_team, even.switches.black_team, even.team_size()), (4, 4, Some(4)));
        let both = rules("official", &["team_size=3".to_owned()]).unwrap_or_else(|_| panic!("3 and 3"));
        assert_eq!(both.team_size(), Some(3));
        let three = rules("three-player", &[]).unwrap_or_else(|_| panic!("has a name"));
        let refused = three.with_team_size(Some(2)).expect_err("one Interceptor").to_string();
        assert!(
            refused.starts_with("team-size: `black_team` = 2 is out of range; takes 1 (three"),
            "{refused}"
        );
    }

    #[test]
    fn errors_name_the_switch() {
        let refused = |set: &str| rules("official", &[set.to_owned()]).expect_err("refused").to_string();
        assert_eq!(
            refused("round_limits=5"),
            "set round_limits=5: unknown key `round_limits` (did you mean `round_limit`?)"
        );
        for key in ["keywords", "digits", "code_length"] {
            let refusal = refused(&format!("{key}=4"));
            assert!(refusal.contains("a team has four keywords and a code three digits"), "{refusal}");
        }
        assert!(refused("team_size=5").contains("`white_team` = 5 is out of range; takes 2 to 4"));
        let long =
            "set round_limit=99: `round_limit` = 99 is out of range; takes 1 to 16 (last round of a game)";
        assert_eq!(refused("round_limit=99"), long);
        assert!(refused("round_limit=soon").contains("= soon is not a whole number; takes 1 to 16"));
        assert!(refused("tiebreak=coin").contains("points_keywords, keywords_points"));
        assert_eq!(refused("round_limit"), "set round_limit: write KEY=VALUE");
    }
}
