//! The rules that a page answers at once: every named set for two teams, and every switch turned by itself.

use std::collections::BTreeMap;

use overhear_agents::registry::Registry;
use overhear_engine::rules::{Players, RULE_SETS, Rules, SWITCHES, Switch};
use overhear_lab::comparison_answers::{ComparisonRequest, LiveAnswer, LiveComparison};
use overhear_lab::error::LabError;
use overhear_lab::rule_search::near_values;
use overhear_lab::run_control::StopHandle;
use overhear_lab::setup::{Build, Words};
use overhear_lab::wording::setting_name;
use serde::Serialize;

use super::{PlannedAnswer, planned};

/// Rules that differ from the published ones in one switch, or by their name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct CandidateRules {
    /// The rules as a question has them: `official,round_limit=6`, `short`.
    pub(super) b: String,
    /// Their name for people: `Rounds at most 6`, `short`.
    name: String,
    /// `true` if one switch is turned.
    is_switch: bool,
}

/// Answers on all candidate rules, with what repeats them.
#[derive(Debug, Serialize)]
pub struct RuleAnswers {
    /// The program that played them.
    version: String,
    /// What is the same in all of them.
    question: ComparisonRequest,
    /// The answer by rules.
    answers: BTreeMap<String, RuleAnswer>,
}

/// An answer, and how it came about.
#[derive(Debug, Serialize)]
struct RuleAnswer {
    plan: PlannedAnswer,
    answer: LiveAnswer,
}

/// Returns the candidates in the order of the rules: named sets first.
pub(super) fn candidates() -> Vec<CandidateRules> {
    let named =
        RULE_SETS.iter().filter(|set| set.rules.players == Players::TwoTeams && set.name != "official");
    let named = named.map(|set| CandidateRules {
        b: set.name.to_owned(),
        name: set.name.to_owned(),
        is_switch: false,
    });
    let switches = SWITCHES.iter().filter(|switch| switch.key() != "players");
    named.chain(switches.flat_map(turned)).collect()
}

/// Returns the published rules with one switch turned, for each value that makes a game.
fn turned(switch: &'static Switch) -> Vec<CandidateRules> {
    near_values(switch, &Rules::official())
        .into_iter()
        .map(|value| {
            let setting = format!("{}={value}", switch.key());
            CandidateRules { b: format!("official,{setting}"), name: setting_name(&setting), is_switch: true }
        })
        .collect()
}

/// Plays every candidate against the published rules, with the players, seed and games of a question, and returns the answers that a
/// page has when it has played them out.
///
/// # Errors
/// Agents or numbers that make no sense, an agent that breaks down, and the stop.
pub fn rule_answers(
    question: &ComparisonRequest,
    words: &Words,
    registry: &Registry,
    stop: &StopHandle,
) -> Result<RuleAnswers, LabError> {
    let mut answers = BTreeMap::new();
    for CandidateRules { b, .. } in candidates() {
        let question = ComparisonRequest { b: b.as_str().into(), ..question.clone() };
        // A set of rules may not suit a small deck.
        let Ok(comparison) = LiveComparison::new(&question, words, registry) else { continue };
        let tally = comparison.play_until(0..comparison.schedule().deals(), stop)?;
        let answer = comparison.answer(&tally)?;
        answers.insert(b, RuleAnswer { plan: planned(&comparison), answer });
    }
    Ok(RuleAnswers { version: Build::own().to_string(), question: question.clone(), answers })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_is_turned_and_every_candidate_makes_a_game() {
        let all = candidates();
        let has = |b: &str| all.iter().any(|candidate| candidate.b == b);
        assert!(has("short") && has("official,round_limit=6") && has("official,tiebreak=points"));
        assert!(!has("official") && !has("three-player") && !has("official,round_limit=8"));
        for switch in &SWITCHES {
            let start = format!("official,{}=", switch.key());
            let is_turned = all.iter().any(|candidate| candidate.b.starts_with(&start));
            let is_near = !near_values(switch, &Rules::official()).is_empty();
            assert_eq!(is_turned, is_near && switch.key() != "players", "{}", switch.key());
        }
        let six = all.iter().find(|candidate| candidate.b == "official,round_limit=6").expect("it is there");
        assert_eq!(six.name, "Rounds at most 6");
    }

    #[test]
    fn a_shipped_answer_is_the_answer_of_the_page() {
        let (words, registry) = (Words::built_in().expect("the words are tested"), Registry::standard());
        let question = ComparisonRequest {
            agents: vec!["nearest".to_owned()],
            games: 40,
            ..ComparisonRequest::default()
        };
        let all = rule_answers(&question, &words, &registry, &StopHandle::default()).expect("sound rules");
        assert_eq!(all.answers.len(), candidates().len());
        let b = "official,tokens_to_win=3";
        let request = ComparisonRequest { b: b.into(), ..question };
        let comparison = LiveComparison::new(&request, &words, &registry).expect("sound rules");
        let tally = comparison.play(0..comparison.schedule().deals()).expect("no faults");
        let expected = serde_json::to_value(comparison.answer(&tally).expect("its own tally")).expect("JSON");
        assert_eq!(serde_json::to_value(&all.answers[b].answer).expect("JSON"), expected);
    }
}
