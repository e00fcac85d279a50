//! The game of tokens alone, counted to the last sequence: how many ways lead to each ending.
//!
//! In each half a code is understood or not and intercepted or not, so that a round has 16 outcomes, and 4 before
//! interception is allowed (R6). Keywords are taken to be named alike by both teams. The numbers come twice: by playing
//! every sequence through the engine's own judge, and from binomial coefficients with the rules written out anew.

use std::collections::{BTreeMap, HashMap};

use overhear_engine::rules::{
    BySide, DecidedBy, Ending, FinalTie, Judgement, Rules, Side, SuddenDeath, TieCondition, Tiebreak, Tokens,
};

/// Sequences by the round after which they end, and how.
type Count = BTreeMap<(u8, Ending), u64>;

/// Plays on from a state in every possible way.
fn play(
    rules: &Rules,
    round: u8,
    tokens: BySide<Tokens>,
    counts: &mut HashMap<(u8, [u8; 4]), Count>,
) -> Count {
    let key = (round, state(tokens));
    if let Some(count) = counts.get(&key) {
        return count.clone();
    }
    let mut count = Count::new();
    for outcome in outcomes(Side::ALL.map(|side| rules.may_intercept(round, side))) {
        let after = add(tokens, outcome);
        let ending = match rules.judge(after, round) {
            Judgement::PlayOn => None,
            Judgement::Won(ending) => Some(ending),
            Judgement::Tied(door) => Some(rules.break_tie(door, after, BySide::default)),
        };
        if let Some(tie) = ending.and_then(|ending| rules.begin_sudden_death(ending, after, round)) {
            on(rules, tie, round + 1, after, &mut count);
            continue;
        }
        let ways = match ending {
            Some(ending) => Count::from([((round, ending), 1)]),
            None => play(rules, round + 1, after, counts),
        };
        ways.into_iter().for_each(|(end, ways)| *count.entry(end).or_default() += ways);
    }
    counts.insert(key, count.clone());
    count
}

/// Plays on from a tie in every possible way.
fn on(rules: &Rules, tie: SuddenDeath, round: u8, tokens: BySide<Tokens>, count: &mut Count) {
    for outcome in outcomes(Side::ALL.map(|side| rules.may_intercept(round, side))) {
        let after = add(tokens, outcome);
        match rules.judge_sudden_death(tie, after, round) {
            Some(ending) => *count.entry((round, ending)).or_default() += 1,
            None => on(rules, tie, round + 1, after, count),
        }
    }
}

/// Interceptions and miscommunications of White, then of Black.
fn state(tokens: BySide<Tokens>) -> [u8; 4] {
    let BySide { white, black } = tokens;
    [white.interceptions, white.miscommunications, black.interceptions, black.miscommunications]
}

/// Every way in which a round can add to the four counts.
fn outcomes([white, black]: [bool; 2]) -> impl Iterator<Item = [u8; 4]> {
    let all = (0..16u8).map(|bits| [0, 1, 2, 3].map(|place| bits >> place & 1));
    all.filter(move |added| (white || added[0] == 0) && (black || added[2] == 0))
}

fn add(tokens: BySide<Tokens>, added: [u8; 4]) -> BySide<Tokens> {
    let [a, b, c, d] = state(tokens);
    let team = |interceptions, miscommunications| Tokens { interceptions, miscommunications };
    BySide { white: team(a + added[0], b + added[1]), black: team(c + added[2], d + added[3]) }
}

/// n over k.
fn choose(n: u64, k: u64) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

/// The same from binomial coefficients: the four counts grow independently, and a game goes on for as long as all of
/// them are below their thresholds.
fn formula(rules: &Rules) -> Count {
    let threshold = |tokens: u8| if tokens == 0 { u64::MAX } else { tokens.into() };
    let [win, lose] = [rules.tokens_to_win, rules.tokens_to_lose].map(threshold);
    let handicap = |limit: u64, more: i8| limit.saturating_add_signed(more.into());
    let limits =
        [win, lose, handicap(win, rules.black_more_to_win), handicap(lose, rules.black_more_to_lose)];
    let mut count = Count::new();
    for round in 1..=rules.round_limit {
        let chances = u64::from((round - 1).saturating_sub(rules.interception_from_round - 1));
        let before = [chances, u64::from(round - 1), chances, u64::from(round - 1)];
        let room = before.map(|most| most + 1);
        let states = (0..room.iter().product()).map(|n| digits(n, room));
        for open in states.filter(|state| state.iter().zip(limits).all(|(have, limit)| *have < limit)) {
            let ways: u64 = before.iter().zip(open).map(|(&n, k)| choose(n, k)).product();
            for added in outcomes([round >= rules.interception_from_round; 2]) {
                let after: [u64; 4] = std::array::from_fn(|n| open[n] + u64::from(added[n]));
                let reached: [bool; 4] = std::array::from_fn(|n| after[n] >= limits[n]);
                if reached.contains(&true) || round == rules.round_limit {
                    for ((end, ending), more) in played_on(rules, round, ending(rules, reached, after)) {
                        *count.entry((end, ending)).or_default() += ways * more;
                    }
                }
            }
        }
    }
    count.retain(|_, ways| *ways > 0);
    count
}

/// What becomes of an ending in sudden death: each further round is even in so many ways and brings White or Black more
/// points in so many. What is left after all of them goes where `ending` has it, which must not hang on the tokens.
fn played_on(rules: &Rules, round: u8, ending: Ending) -> Vec<((u8, Ending), u64)> {
    if rules.sudden_death == 0 || !matches!(ending.decided_by, DecidedBy::Shared | DecidedBy::FinalTie) {
        return vec![((round, ending), 1)];
    }
    let [i, m] = [rules.interception_points, rules.miscommunication_points].map(i32::from);
    let (mut ends, mut even) = (Vec::new(), 1);
    for round in round + 1..=round + rules.sudden_death {
        let leads: Vec<i32> = outcomes([rules.may_intercept(round, Side::Black); 2])
            .map(|n| n.map(i32::from))
            .map(|[a, b, c, d]| ((a - c) * i + (b - d) * m).signum())
            .collect();
        let ways = |sign: i32| leads.iter().filter(|&&lead| lead == sign).count() as u64;
        for (sign, side) in [(1, Side::White), (-1, Side::Black)] {
            let won = Ending { decided_by: DecidedBy::SuddenDeath, winner: Some(side), ..ending };
            ends.push(((round, won), even * ways(sign)));
        }
        even *= ways(0);
    }
    ends.push(((round + rules.sudden_death, ending), even));
    ends
}

/// A number written with digits of these bases.
fn digits(mut number: u64, bases: [u64; 4]) -> [u64; 4] {
    bases.map(|base| {
        let digit = number % base;
        number /= base;
        digit
    })
}

/// R10 to R16 once more, as a table of who has reached what.
fn ending(rules: &Rules, reached: [bool; 4], [a, b, c, d]: [u64; 4]) -> Ending {
    let won = |step, winner| Ending { tie_condition: None, decided_by: step, winner: Some(winner) };
    let door = match reached {
        [true, true, _, _] | [_, _, true, true] => TieCondition::WonAndLost,
        [true, _, true, _] => TieCondition::BothWon,
        [_, true, _, true] => TieCondition::BothLost,
        [true, _, _, true] => return won(DecidedBy::Both, Side::White),
        [_, true, true, _] => return won(DecidedBy::Both, Side::Black),
        [true, ..] => return won(DecidedBy::Interceptions, Side::White),
        [_, _, true, _] => return won(DecidedBy::Interceptions, Side::Black),
        [_, _, _, true] => return won(DecidedBy::Miscommunications, Side::White),
        [_, true, _, _] => return won(DecidedBy::Miscommunications, Side::Black),
        [false, false, false, false] => TieCondition::RoundLimit,
    };
    let lead = (a as i64 - c as i64) * i64::from(rules.interception_points)
        + (b as i64 - d as i64) * i64::from(rules.miscommunication_points);
    let points_count = !matches!(rules.tiebreak, Tiebreak::Keywords | Tiebreak::Shared);
    let (step, winner) = match lead.signum() {
        1 if points_count => (DecidedBy::Points, Some(Side::White)),
        -1 if points_count => (DecidedBy::Points, Some(Side::Black)),
        _ => final_tie_ending(rules, [a, b, c, d].map(|count| count as i64)),
    };
    Ending { tie_condition: Some(door), decided_by: step, winner }
}

/// What R14 and its switch make of a tie that nothing has settled.
fn final_tie_ending(rules: &Rules, [a, b, c, d]: [i64; 4]) -> (DecidedBy, Option<Side>) {
    let lead = match rules.final_tie {
        FinalTie::Shared => 0,
        FinalTie::White => 1,
        FinalTie::Black => -1,
        FinalTie::MoreInterceptions => a - c,
        FinalTie::FewerMiscommunications => d - b,
    };
    match lead.signum() {
        1 => (DecidedBy::FinalTie, Some(Side::White)),
        -1 => (DecidedBy::FinalTie, Some(Side::Black)),
        _ => (DecidedBy::Shared, None),
    }
}

fn played(rules: &Rules) -> Count {
    play(rules, 1, BySide::default(), &mut HashMap::new())
}

fn official() -> Rules {
    Rules::official()
}

/// Sets of rules that are unlike each other.
fn rule_sets() -> Vec<Rules> {
    let mut sets = vec![
        Rules { interception_from_round: 1, ..official() },
        Rules { interception_from_round: 4, round_limit: 6, ..official() },
        Rules { tokens_to_win: 1, tokens_to_lose: 3, round_limit: 5, ..official() },
        Rules { tokens_to_win: 3, tokens_to_lose: 1, ..official() },
        Rules { tokens_to_win: 0, tokens_to_lose: 0, round_limit: 4, ..official() },
        Rules { tokens_to_win: 0, round_limit: 5, ..official() },
        Rules { black_more_to_win: 1, ..official() },
        Rules { black_more_to_lose: -1, round_limit: 6, ..official() },
        Rules {
            tokens_to_win: 3,
            black_more_to_win: -2,
            black_more_to_lose: 1,
            round_limit: 6,
            ..official()
        },
        Rules { tokens_to_win: 0, black_more_to_lose: 2, round_limit: 5, ..official() },
        Rules { interception_points: 2, miscommunication_points: -3, ..official() },
        Rules {
            round_limit: 1,
            interception_from_round: 1,
            tokens_to_win: 1,
            tokens_to_lose: 1,
            ..official()
        },
    ];
    let tiebreaks = [Tiebreak::KeywordsPoints, Tiebreak::Points, Tiebreak::Keywords, Tiebreak::Shared];
    sets.extend(tiebreaks.map(|tiebreak| Rules { tiebreak, ..official() }));
    let last_steps = [FinalTie::MoreInterceptions, FinalTie::FewerMiscommunications];
    sets.extend(last_steps.map(|final_tie| Rules { final_tie, ..official() }));
    sets.extend([
        Rules { sudden_death: 2, ..official() },
        Rules { sudden_death: 1, tiebreak: Tiebreak::Keywords, round_limit: 5, ..official() },
        Rules { sudden_death: 3, interception_from_round: 5, tokens_to_win: 0, round_limit: 4, ..official() },
        Rules { sudden_death: 2, miscommunication_points: 0, round_limit: 4, ..official() },
    ]);
    sets.extend(last_steps.map(|final_tie| Rules {
        final_tie,
        tiebreak: Tiebreak::Shared,
        round_limit: 5,
        ..official()
    }));
    sets
}

#[test]
fn r10_to_r16_play_and_formula_agree_for_every_set_of_rules() {
    for rules in rule_sets().into_iter().chain([official()]) {
        rules.check().expect("a game");
        assert_eq!(played(&rules), formula(&rules), "{rules:?}");
    }
}

#[test]
fn every_sequence_is_counted_once() {
    for rules in rule_sets().into_iter().chain([official()]) {
        let rounds = |from: u8| {
            (from..=rules.last_round()).map(|r| if rules.may_intercept(r, Side::Black) { 16 } else { 4 })
        };
        let continued =
            played(&rules).into_iter().map(|((round, _), ways)| ways * rounds(round + 1).product::<u64>());
        assert_eq!(continued.sum::<u64>(), rounds(1).product::<u64>(), "{rules:?}");
    }
}

#[test]
fn r9_the_mirrored_sequence_has_the_mirrored_ending() {
    for rules in rule_sets() {
        let exchanged = played(&rules.with_limits_exchanged());
        for (&(round, ending), ways) in &played(&rules) {
            let mirrored = Ending { winner: ending.winner.map(Side::opponent), ..ending };
            assert_eq!(exchanged.get(&(round, mirrored)), Some(ways), "{rules:?}, {ending:?}");
        }
    }
}

/// The ways to an ending of the official game, over all rounds.
fn official_ways() -> BTreeMap<String, u64> {
    let mut ways = BTreeMap::new();
    for ((_, Ending { tie_condition: door, decided_by: step, winner }), count) in played(&official()) {
        let door = door.map_or_else(|| "none".to_owned(), |door| door.to_string());
        let winner = winner.map_or("shared", |side| if side == Side::White { "white" } else { "black" });
        *ways.entry(format!("{door} {step} {winner}")).or_default() += count;
    }
    ways
}

#[test]
fn r10_to_r14_the_ways_to_each_ending_of_the_official_game() {
    let expected: [(&str, u64); 18] = [
        ("a points black", 10_248),
        ("a points white", 10_248),
        ("a shared shared", 12_544),
        ("b points black", 623),
        ("b points white", 623),
        ("b shared shared", 4_494),
        ("c points black", 784),
        ("c points white", 784),
        ("c shared shared", 4_816),
        ("d points black", 911),
        ("d points white", 911),
        ("d shared shared", 3_362),
        ("none both black", 6_048),
        ("none both white", 6_048),
        ("none interceptions black", 8_092),
        ("none interceptions white", 8_092),
        ("none miscommunications black", 8_568),
        ("none miscommunications white", 8_568),
    ];
    let expected = expected.map(|(ending, ways)| (ending.to_owned(), ways));
    assert_eq!(official_ways(), BTreeMap::from(expected));
}

#[test]
fn the_ways_to_the_end_of_each_round_of_the_official_game() {
    let mut ways = [0; 8];
    played(&official()).into_iter().for_each(|((round, _), count)| ways[usize::from(round) - 1] += count);
    assert_eq!(ways, [0, 28, 432, 1_904, 5_500, 12_636, 25_088, 50_176]);
}
