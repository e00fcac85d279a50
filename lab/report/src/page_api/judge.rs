//! How a finished game ends by each tiebreaker, from its tokens.

use std::cell::Cell;

use overhear_engine::rules::{BySide, Judgement, Rules, SWITCHES, Side, Tokens, WhatIfMethod};
use serde::Serialize;

use super::request::TokenCount;
use overhear_lab::balance::change_name;

/// How a game ends by some rules.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct JudgedEnding {
    /// The change of the published rules: `tiebreak=points`; empty for the rules themselves.
    setting: String,
    /// The change in plain words.
    name: String,
    /// How the game ends.
    outcome: &'static str,
}

/// Returns how a game with these tokens ends by the published rules, then by each change of the tiebreaker.
pub(super) fn endings(own: TokenCount, other: TokenCount, rounds: u8) -> Vec<JudgedEnding> {
    let tokens = BySide { white: tokens(own), black: tokens(other) };
    let official = Rules::official();
    let published = JudgedEnding {
        setting: String::new(),
        name: "as published".to_owned(),
        outcome: outcome(&official, tokens, rounds),
    };
    let switches = SWITCHES.iter().filter(|switch| switch.what_if == WhatIfMethod::JudgeAgain);
    let values = switches.flat_map(|switch| switch.tried().into_iter().map(move |value| (switch, value)));
    let changes = values.filter_map(|(switch, value)| {
        let rules = switch.with_value(&official, &value.to_string())?;
        if official.what_if(&rules) != WhatIfMethod::JudgeAgain || rules == official {
            return None;
        }
        let setting = format!("{}={value}", switch.key());
        Some(JudgedEnding { name: change_name(&setting), setting, outcome: outcome(&rules, tokens, rounds) })
    });
    std::iter::once(published).chain(changes).collect()
}

const fn tokens(count: TokenCount) -> Tokens {
    Tokens { interceptions: count.interceptions, miscommunications: count.miscommunications }
}

fn outcome(rules: &Rules, tokens: BySide<Tokens>, rounds: u8) -> &'static str {
    let ending = match rules.judge(tokens, rounds) {
        Judgement::PlayOn => return "not over yet",
        Judgement::Won(ending) => ending,
        Judgement::Tied(condition) => {
            let is_named = Cell::new(false);
            let ending = rules.break_tie(condition, tokens, || {
                is_named.set(true);
                BySide { white: 0, black: 0 }
            });
            if is_named.get() {
                return "the keywords decide";
            }
            ending
        }
    };
    match ending.winner {
        Some(Side::White) => "you win",
        Some(Side::Black) => "they win",
        None => "shared",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(own: [u8; 2], other: [u8; 2], rounds: u8) -> Vec<JudgedEnding> {
        let count =
            |[interceptions, miscommunications]: [u8; 2]| TokenCount { interceptions, miscommunications };
        endings(count(own), count(other), rounds)
    }

    #[test]
    fn a_game_that_tokens_decide_is_the_same_by_every_tiebreaker() {
        assert!(judged([2, 0], [1, 0], 5).iter().all(|ending| ending.outcome == "you win"));
        assert!(judged([1, 0], [2, 1], 5).iter().all(|ending| ending.outcome == "they win"));
        assert!(judged([0, 0], [0, 1], 3).iter().all(|ending| ending.outcome == "not over yet"));
    }

    #[test]
    fn a_tie_depends_on_the_tiebreaker() {
        let outcomes = judged([2, 1], [2, 0], 6);
        let of =
            |setting: &str| outcomes.iter().find(|one| one.setting == setting).expect("it is tried").outcome;
        assert_eq!(
            (of(""), of("tiebreak=points"), of("tiebreak=shared")),
            ("they win", "they win", "shared")
        );
        assert_eq!(of("tiebreak=keywords"), "the keywords decide");
    }
}
