//! The choices that a page offers: switches, rule sets, agents.

use std::collections::BTreeMap;

use overhear_agents::registry::Registry;
use overhear_engine::rules::{
    Choice, Players, RULE_SETS, Rules, SWITCHES, Switch, Value, Values, WhatIfMethod,
};
use serde::Serialize;

use super::candidates::{CandidateRules, candidates};

use overhear_lab::comparison_answers::{ComparisonRequest, UNDRAWN};
use overhear_lab::paired::{Measure, Verdict, Wording};
use overhear_lab::setup::{Build, Words, ranges};

/// All choices.
#[derive(Debug, Serialize)]
pub struct PageChoices {
    version: String,
    keywords: usize,
    switches: Vec<SwitchEntry>,
    rule_sets: Vec<RuleSetEntry>,
    /// Rules that are answered at once, and ranked by what they change.
    candidates: Vec<CandidateRules>,
    /// What the game for three sets otherwise than the official rules, and its limits that a page offers.
    three_player: BTreeMap<&'static str, Value>,
    agents: Vec<AgentChoice>,
    measures: Vec<MeasureEntry>,
    verdicts: Vec<&'static str>,
    default: ComparisonRequest,
    most_games: u64,
    undrawn: u64,
}

/// A switch of the rules.
#[derive(Debug, Serialize)]
struct SwitchEntry {
    key: &'static str,
    name: &'static str,
    rule: &'static str,
    allowed: String,
    meaning: &'static str,
    official: Value,
    /// `true` if a change of the switch rejudges games instead of playing new ones.
    is_judged_again: bool,
    range: SwitchRange,
}

/// Values that a switch can take.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum SwitchRange {
    Number { low: i32, high: i32 },
    Values(&'static [Choice]),
}

/// A named rule set.
#[derive(Debug, Serialize)]
struct RuleSetEntry {
    name: &'static str,
    summary: &'static str,
    /// Differences from the official rules.
    changes: BTreeMap<&'static str, Value>,
}

/// A named agent.
#[derive(Debug, Serialize)]
struct AgentChoice {
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

/// Returns the choices with these words and agents.
pub fn choices(words: &Words, registry: &Registry) -> PageChoices {
    let two_teams = RULE_SETS.iter().filter(|set| set.rules.players == Players::TwoTeams);
    let measures = Measure::ALL.map(|measure| MeasureEntry {
        measure,
        wording: measure.wording(),
        takes_two: measure.takes_two(),
    });
    PageChoices {
        version: Build::own().to_string(),
        keywords: words.world.deck().len(),
        switches: SWITCHES.iter().filter(|switch| switch.key() != "players").map(entry).collect(),
        rule_sets: two_teams.map(|set| changes(set.name, set.summary, &set.rules)).collect(),
        candidates: candidates(),
        three_player: three_player(),
        agents: agents(registry),
        measures: measures.into(),
        verdicts: Verdict::ALL.map(Verdict::words).into(),
        default: ComparisonRequest::default(),
        most_games: ranges::PAGE_GAMES.high,
        undrawn: UNDRAWN,
    }
}

/// Returns the limits of the game for three that a page offers.
fn three_player() -> BTreeMap<&'static str, Value> {
    let rules = Rules::three_player();
    let offered = SWITCHES.iter().filter(|switch| ["tokens_to_win", "round_limit"].contains(&switch.key()));
    offered.map(|switch| (switch.key(), switch.get(&rules))).collect()
}

/// Returns the agents, people-like ones first.
fn agents(registry: &Registry) -> Vec<AgentChoice> {
    let all = registry.presets().iter().map(|preset| AgentChoice {
        spec: preset.name,
        name: preset.name,
        purpose: preset.purpose,
        basis: preset.basis,
        is_of_people: preset.settings.iter().any(|(key, _)| *key == "words"),
    });
    let (people, robots): (Vec<AgentChoice>, Vec<AgentChoice>) = all.partition(|agent| agent.is_of_people);
    people.into_iter().chain(robots).collect()
}

fn entry(switch: &'static Switch) -> SwitchEntry {
    SwitchEntry {
        key: switch.key(),
        name: switch.name,
        rule: switch.rule,
        allowed: switch.allowed(),
        meaning: switch.meaning,
        official: switch.get(&Rules::official()),
        is_judged_again: switch.what_if == WhatIfMethod::JudgeAgain,
        range: match switch.values() {
            Values::Numbers { low, high } => SwitchRange::Number { low, high },
            Values::Choices(choices) => SwitchRange::Values(choices),
        },
    }
}

fn changes(name: &'static str, summary: &'static str, rules: &Rules) -> RuleSetEntry {
    let official = Rules::official();
    let departures = rules.departures_from(&official);
    RuleSetEntry {
        name,
        summary,
        changes: departures.map(|switch| (switch.key(), switch.get(rules))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_come_first_and_all_agents_are_agents() {
        let agents = agents(&Registry::standard());
        let people = agents.iter().take_while(|agent| agent.is_of_people);
        assert_eq!(people.map(|agent| agent.name).collect::<Vec<_>>(), ["human", "new", "close"]);
        for agent in agents {
            assert!(overhear_agents::registry::Spec::parse(agent.spec).is_ok(), "{}", agent.spec);
        }
    }
}
