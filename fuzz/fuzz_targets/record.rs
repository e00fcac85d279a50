//! Games of any halves by any rules: the record counts its own tokens, and every game ends by the last round.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use overhear_engine::rules::{BySide, Clue, Code, Half, Judgement, PublicRecord, Rules, Side, Tokens};

/// What a team does in one half.
#[derive(Arbitrary, Clone, Copy, Debug)]
struct Play {
    clues: [Option<u16>; 3],
    code: u8,
    guess: u8,
    interception: u8,
    forfeited: bool,
}

/// A game by rules of which only the numbers differ.
#[derive(Arbitrary, Debug)]
struct Input {
    round_limit: u8,
    interception_from_round: u8,
    tokens_to_win: u8,
    tokens_to_lose: u8,
    rounds: Vec<[Play; 2]>,
}

fn code(n: u8) -> Code {
    Code::ALL[usize::from(n) % Code::COUNT]
}

fuzz_target!(|input: Input| {
    let Input { round_limit, interception_from_round, tokens_to_win, tokens_to_lose, rounds } = input;
    let rules =
        Rules { round_limit, interception_from_round, tokens_to_win, tokens_to_lose, ..Rules::official() };
    if rules.check().is_err() {
        return;
    }
    let (mut record, mut expected) = (PublicRecord::new(), BySide::<Tokens>::default());
    for (round, plays) in (1..=rules.round_limit).zip(rounds) {
        for (side, play) in Side::ALL.into_iter().zip(plays) {
            let half = Half {
                round,
                side,
                clues: play.clues.map(|clue| clue.map(|clue| Clue::new(clue.into()))),
                guess: code(play.guess),
                interception: rules.may_intercept(round, side.opponent()).then(|| code(play.interception)),
                code: code(play.code),
                forfeited: play.forfeited,
            };
            record.push(half);
            let intercepted = half.forfeited || half.interception == Some(half.code);
            expected[side.opponent()].interceptions += u8::from(intercepted);
            expected[side].miscommunications += u8::from(half.guess != half.code);
        }
        assert_eq!(record.tokens(), expected);
        match rules.judge(record.tokens(), round) {
            Judgement::PlayOn => assert!(round < rules.round_limit, "the last round ends the game"),
            Judgement::Won(ending) => {
                assert!(ending.winner.is_some());
                break;
            }
            Judgement::Tied(door) => {
                rules.break_tie(door, record.tokens(), BySide::default);
                break;
            }
        }
    }
    for side in Side::ALL {
        let clue_count = record.halves_of(side).flat_map(|half| half.clues).flatten().count();
        assert_eq!(record.clues_of(side).len(), clue_count);
        assert_eq!(record.sheet(side).iter().map(Vec::len).sum::<usize>(), clue_count);
    }
});
