//! What a page can choose from: switches, sets of rules, agents.

use std::collections::BTreeMap;

use overhear_agents::registry::PRESETS;
use overhear_engine::rules::{MAX_ROUNDS, Players, RULE_SETS, Rules, SWITCHES, Switch, WhatIf};
use serde::Serialize;
use serde_json::Value;

use crate::balance::{MOST_GAMES, Measure, Question, UNDRAWN, Verdict, Wording};
use crate::setup::{Build, Words, differing};
use crate::wording::{switch_name, value_name};

/// Everything that there is to choose from.
#[derive(Debug, Serialize)]
pub struct Choices {
    version: String,
    keywords: usize,
    switches: Vec<SwitchEntry>,
    rule_sets: Vec<RuleSetEntry>,
    agents: Vec<AgentEntry>,
    measures: Vec<MeasureEntry>,
    verdicts: Vec<&'static str>,
    default: Question,
    most_games: u64,
    undrawn: u64,
}

/// A switch of the rules.
#[derive(Debug, Serialize)]
struct SwitchEntry {
    key: &'static str,
    name: &'static str,
    rule: &'static str,
    allowed: &'static str,
    meaning: &'static str,
    official: Value,
    /// Whether games are judged again when it turns, and not played again.
    is_judged_again: bool,
    range: Range,
}

/// What a switch can be set to.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Range {
    Number { low: i64, high: i64 },
    Values(Vec<ValueEntry>),
}

#[derive(Debug, PartialEq, Serialize)]
struct ValueEntry {
    value: String,
    name: &'static str,
}

/// Rules that have a name.
#[derive(Debug, Serialize)]
struct RuleSetEntry {
    name: &'static str,
    summary: &'static str,
    /// What it sets otherwise than the official rules.
    changes: BTreeMap<&'static str, Value>,
}

/// Agents that have a name.
#[derive(Debug, Serialize)]
struct AgentEntry {
    spec: &'static str,
    name: &'static str,
    purpose: &'static str,
    basis: &'static str,
    is_of_people: bool,
}

#[derive(Debug, Serialize)]
struct MeasureEntry {
    measure: Measure,
    #[serde(flatten)]
    wording: Wording,
    takes_two: bool,
}

/// What there is to choose from with these words.
pub fn world(words: &Words) -> Choices {
    let two_teams = RULE_SETS.iter().filter(|set| set.rules.players == Players::TwoTeams);
    let measures = Measure::ALL.map(|measure| MeasureEntry {
        measure,
        wording: measure.wording(),
        takes_two: measure.takes_two(),
    });
    Choices {
        version: Build::own().to_string(),
        keywords: words.world.deck().len(),
        switches: SWITCHES.iter().filter(|switch| switch.key != "players").map(entry).collect(),
        rule_sets: two_teams.map(|set| changes(set.name, set.summary, &set.rules)).collect(),
        agents: agents(),
        measures: measures.into(),
        verdicts: Verdict::ALL.map(Verdict::words).into(),
        default: Question::default(),
        most_games: MOST_GAMES,
        undrawn: UNDRAWN,
    }
}

/// Those who play like people first.
fn agents() -> Vec<AgentEntry> {
    let all = PRESETS.iter().map(|preset| AgentEntry {
        spec: preset.name,
        name: preset.name,
        purpose: preset.purpose,
        basis: preset.basis,
        is_of_people: preset.settings.iter().any(|(key, _)| *key == "words"),
    });
    let (people, robots): (Vec<AgentEntry>, Vec<AgentEntry>) = all.partition(|agent| agent.is_of_people);
    people.into_iter().chain(robots).collect()
}

fn entry(switch: &Switch) -> SwitchEntry {
    let &Switch { key, rule, allowed, meaning } = switch;
    SwitchEntry {
        key,
        name: switch_name(key).unwrap_or(key),
        rule,
        allowed,
        meaning,
        official: values(&Rules::official())[key].clone(),
        is_judged_again: WhatIf::of(key) == WhatIf::JudgeAgain,
        range: range(key, allowed),
    }
}

/// `2 to 4`, or `both, black`.
fn range(key: &str, allowed: &str) -> Range {
    let end = |text: &str| text.parse().ok().or(text.starts_with("round_limit").then_some(MAX_ROUNDS as i64));
    let first = allowed.split(',').next().unwrap_or_default();
    if let Some((low, high)) = first.split_once(" to ")
        && let (Some(low), Some(high)) = (end(low), end(high))
    {
        return Range::Number { low, high };
    }
    let value = |value: &str| {
        let value = value.trim();
        ValueEntry { value: value.to_owned(), name: value_name(key, value).unwrap_or("as it is called") }
    };
    Range::Values(allowed.split(',').map(value).collect())
}

fn changes(name: &'static str, summary: &'static str, rules: &Rules) -> RuleSetEntry {
    let values = values(rules);
    let differing = differing(rules, &Rules::official());
    RuleSetEntry {
        name,
        summary,
        changes: differing.into_iter().map(|key| (key, values[key].clone())).collect(),
    }
}

fn values(rules: &Rules) -> Value {
    serde_json::to_value(rules).expect("rules are numbers and names")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_and_every_value_has_a_name_that_it_shares_with_no_other() {
        let mut names = Vec::new();
        for switch in SWITCHES {
            names.push(switch_name(switch.key).unwrap_or_else(|| panic!("{} has no name", switch.key)));
            match range(switch.key, switch.allowed) {
                Range::Number { low, high } => {
                    let official = values(&Rules::official())[switch.key].as_i64().expect("a number");
                    assert!((low..=high).contains(&official), "{}", switch.key);
                }
                Range::Values(values) => {
                    assert!(values.len() > 1, "{}: {values:?}", switch.key);
                    for ValueEntry { value, .. } in values {
                        assert!(value_name(switch.key, &value).is_some(), "{}={value}", switch.key);
                    }
                }
            }
        }
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }

    #[test]
    fn people_come_first_and_all_agents_are_agents() {
        let agents = agents();
        let people = agents.iter().take_while(|agent| agent.is_of_people);
        assert_eq!(people.map(|agent| agent.name).collect::<Vec<_>>(), ["human", "new", "close"]);
        for agent in agents {
            assert!(overhear_agents::registry::Spec::parse(agent.spec).is_ok(), "{}", agent.spec);
        }
    }
}
