//! Every registered agent under a changed tiebreaker: judged again equals played again, so none reacts to it.

use crate::common::{agent, deal, play, setup, specs, teams};
use overhear_engine::game::{Game, Team};
use overhear_engine::rules::{BySide, KeywordMatch, Rules, Tiebreak};

/// Plays a game and has keywords named after it, whatever the rules ask for.
fn play_and_name(rules: Rules, number: u64, teams: &mut BySide<Team>) -> Game {
    let setup = setup(rules);
    let mut game = play(&setup, number, teams);
    let BySide { white, black } = teams;
    setup.name_keywords(&deal(&setup, number), BySide { white, black }, &mut game);
    game
}

#[test]
fn no_agent_reacts_to_the_tiebreaker() {
    let played = Rules { round_limit: 3, black_team: 3, ..Rules::official() };
    let others = [
        Rules { tiebreak: Tiebreak::KeywordsPoints, keyword_match: KeywordMatch::Position, ..played },
        Rules { tiebreak: Tiebreak::Keywords, interception_points: 3, ..played },
        Rules { miscommunication_points: -2, interception_points: 0, ..played },
        Rules { tiebreak: Tiebreak::Shared, ..played },
    ];
    let mut tied = 0;
    for spec in specs() {
        let agent = agent(&spec);
        let mut teams = teams(&*agent);
        for number in 0..8 {
            let game = play_and_name(played, number, &mut teams);
            tied += usize::from(game.ending.tie_condition.is_some());
            for rules in others {
                let fresh = play(&setup(rules), number, &mut teams);
                let judged = rules.rejudge(&game);
                assert_eq!(judged, Some(fresh.ending), "{spec}, deal {number}, {rules:?}");
                assert!(fresh.record == game.record, "{spec} plays on otherwise");
            }
        }
    }
    assert!(tied > 40, "{tied} games were tied: too few to tell");
}
