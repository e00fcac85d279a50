//! R25: what an illegal clue costs, by each of the three settings.

use std::sync::Arc;

use overhear_engine::game::Game;
use overhear_engine::rules::{Side, Tokens};

use crate::common::script::Script;
use crate::common::scripted::{self, LoggedQuestion, Task};

/// A game of one round after another in which White says one of its keywords in the round that is named.
fn game(setting: &str, illegal_in: u8, answer: &str) -> (Arc<Script>, Game, Vec<LoggedQuestion>) {
    let white = |round: u8| if round == illegal_in { answer } else { LEGAL[usize::from(round) - 1] };
    let halves = (1..=2).map(|round| {
        let attempt = if round == 1 { "" } else { "intercept 4-3-2; " };
        let black = ["car / baker / dusk", "wheat / toast / night"][usize::from(round) - 1];
        let white = white(round);
        format!(
            "{round} white 2-1-4: {white}; {attempt}guess 2-1-4\n{round} black 3-1-2: {black}; {attempt}guess 3-1-2\n"
        )
    });
    let text = format!(
        "rules: round_limit = 2, tokens_to_win = 0, tiebreak = \"shared\", on_illegal_clue = \"{setting}\"\n\
         white: SUN, RIVER, CASTLE, PIANO\nblack: BREAD, SHADOW, ENGINE, CLOWN\nexpect: shared, door d, round 2\n{}",
        halves.collect::<String>()
    );
    let script = Arc::new(Script::parse(&text));
    let (game, questions) = scripted::play(&script, &script.deal);
    (script, game, questions)
}

const LEGAL: [&str; 2] = ["Nile / beach / Chopin", "ferry / noon / keys"];

/// How often White's Encryptor was asked in a round.
fn times_asked(questions: &[LoggedQuestion], now: u8) -> usize {
    let is_that = |question: &&LoggedQuestion| {
        question.side == Side::White && matches!(question.task, Task::Encrypt { round, .. } if round == now)
    };
    questions.iter().filter(is_that).count()
}

/// What was read out of White's clues in a round, a missing clue as `-`.
fn read_out(script: &Script, game: &Game, round: u8) -> String {
    let half = game.record.halves_of(Side::White).find(|half| half.round == round).expect("it was played");
    script.say(&half.clues)
}

#[test]
fn r25_a_rejected_clue_is_asked_for_three_times_again_and_is_then_missing() {
    let mended = "ferry / Sun / keys | ferry / noon / keys";
    let (script, game, questions) = game("reject", 2, mended);
    assert_eq!((times_asked(&questions, 1), times_asked(&questions, 2)), (1, 2));
    assert_eq!(read_out(&script, &game, 2), "ferry / noon / keys");
    let (script, game, questions) = self::game("reject", 2, "ferry / Sun / keys");
    assert_eq!((times_asked(&questions, 2), game.illegal_clues.white), (4, 4));
    assert_eq!(read_out(&script, &game, 2), "ferry / - / keys");
    assert_eq!(game.record.tokens()[Side::Black], Tokens::default(), "it costs no token");
}

#[test]
fn r25_where_an_illegal_clue_is_missing_nobody_is_asked_again() {
    let (script, game, questions) = game("missing", 2, "ferry / Sun / keys");
    assert_eq!((times_asked(&questions, 2), game.illegal_clues.white), (1, 1));
    assert_eq!(read_out(&script, &game, 2), "ferry / - / keys");
    assert_eq!(game.record.tokens()[Side::Black], Tokens::default());
    assert!(game.record.halves().iter().all(|half| !half.forfeited));
}

#[test]
fn r25_a_forfeited_code_is_a_token_from_round_2_on_and_no_interception() {
    for (illegal_in, tokens) in [(1, 0), (2, 1)] {
        let (_, game, _) = game("forfeit_code", illegal_in, "moat / Sun / pedal");
        assert_eq!(game.record.tokens()[Side::Black].interceptions, tokens, "round {illegal_in}");
        let forfeited: Vec<u8> =
            game.record.halves().iter().filter(|half| half.forfeited).map(|half| half.round).collect();
        assert_eq!(forfeited, vec![2; usize::from(tokens)]);
        assert!(game.record.halves().iter().all(|half| half.interception != Some(half.code)));
    }
}
