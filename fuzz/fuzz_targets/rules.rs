//! Rules files: whatever is in one, it is refused with a reason, or it makes a game that ends.
#![no_main]

use libfuzzer_sys::fuzz_target;
use overhear_engine::rules::{BySide, Judgement, Rules, Tokens};

fuzz_target!(|text: &str| {
    let Ok(rules) = toml::from_str::<Rules>(text) else { return };
    let written = toml::to_string(&rules).expect("rules are written as TOML");
    assert_eq!(toml::from_str::<Rules>(&written).expect("and read back"), rules);
    match rules.check() {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(()) => play(&rules),
    }
});

/// Every round takes one more token of each kind, as far as it can be had; the last round ends the game.
fn play(rules: &Rules) {
    for round in 1..=rules.round_limit {
        let interceptions = (round + 1).saturating_sub(rules.interception_from_round);
        let tokens = Tokens { interceptions, miscommunications: round };
        for state in [
            BySide { white: tokens, black: tokens },
            BySide { white: tokens, black: Tokens::default() },
            BySide { white: Tokens::default(), black: Tokens::default() },
        ] {
            match rules.judge(state, round) {
                Judgement::PlayOn => assert!(round < rules.round_limit, "the last round ends the game"),
                Judgement::Won(ending) => assert!(ending.winner.is_some() && ending.tie_condition.is_none()),
                Judgement::Tied(door) => {
                    let ending = rules.break_tie(door, state, BySide::default);
                    assert_eq!(ending.tie_condition, Some(door));
                    if let Some(tie) = rules.begin_sudden_death(ending, state, round) {
                        let over = (round + 1..=rules.last_round())
                            .find(|&extra| rules.judge_sudden_death(tie, state, extra).is_some());
                        assert_eq!(
                            over,
                            Some(round + rules.sudden_death),
                            "an even tie is played to the last round"
                        );
                    }
                }
            }
        }
    }
}
