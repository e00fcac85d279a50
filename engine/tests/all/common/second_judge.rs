//! How a game ends, read off R7 and R10 to R17 a second time, without a look at the engine.

use std::cmp::Ordering;

use overhear_engine::rules::{
    BySide, BySlot, DecidedBy, Ending, FinalTie, Half, Keyword, KeywordMatch, Players, Rules, Side,
    TieCondition, Tiebreak, Tokens,
};

/// Tokens counted from the halves alone (R7, R17, R25): Interceptions, Miscommunications.
pub(crate) fn tokens(rules: &Rules, halves: &[Half]) -> BySide<Tokens> {
    if rules.players == Players::Three && rules.tokens_to_lose == 0 {
        let taken = |h: &Half| u8::from(h.interception == Some(h.code) || h.forfeited);
        let tokens = halves.iter().map(|h| taken(h) + u8::from(h.guess != h.code));
        let black = Tokens { interceptions: tokens.sum(), miscommunications: 0 };
        return BySide { white: Tokens::default(), black };
    }
    BySide::from_fn(|side| Tokens {
        interceptions: halves
            .iter()
            .filter(|h| h.side != side && (h.interception == Some(h.code) || h.forfeited))
            .count() as u8,
        miscommunications: halves.iter().filter(|h| h.side == side && h.guess != h.code).count() as u8,
    })
}

/// R10, R11, R16 and R17, read off the rules a second time. `None` is another round.
pub(crate) fn judge(
    rules: &Rules,
    now: BySide<Tokens>,
    round: u8,
) -> Option<Result<(Side, DecidedBy), TieCondition>> {
    if rules.players == Players::Three {
        let missed = reached(now.white.miscommunications, rules.tokens_to_lose);
        if now.black.interceptions >= rules.tokens_to_win || missed {
            return Some(Ok((Side::Black, DecidedBy::Interceptor)));
        }
        return (round == rules.round_limit).then_some(Ok((Side::White, DecidedBy::Team)));
    }
    let limit = |side: Side, all: u8, more: i8| {
        if side == Side::Black && all > 0 { (all as i8 + more) as u8 } else { all }
    };
    let won = BySide::from_fn(|side| {
        reached(now[side].interceptions, limit(side, rules.tokens_to_win, rules.black_more_to_win))
    });
    let lost = BySide::from_fn(|side| {
        reached(now[side].miscommunications, limit(side, rules.tokens_to_lose, rules.black_more_to_lose))
    });
    match (won.white, lost.white, won.black, lost.black) {
        (true, true, _, _) | (_, _, true, true) => Some(Err(TieCondition::WonAndLost)),
        (true, _, true, _) => Some(Err(TieCondition::BothWon)),
        (_, true, _, true) => Some(Err(TieCondition::BothLost)),
        (true, _, _, true) => Some(Ok((Side::White, DecidedBy::Both))),
        (_, true, true, _) => Some(Ok((Side::Black, DecidedBy::Both))),
        (true, ..) => Some(Ok((Side::White, DecidedBy::Interceptions))),
        (_, _, true, _) => Some(Ok((Side::Black, DecidedBy::Interceptions))),
        (.., true) => Some(Ok((Side::White, DecidedBy::Miscommunications))),
        (_, true, ..) => Some(Ok((Side::Black, DecidedBy::Miscommunications))),
        _ => (round == rules.round_limit).then_some(Err(TieCondition::RoundLimit)),
    }
}

/// R13: how many of the named keywords are right.
pub(crate) fn right(rules: &Rules, named: BySlot<Keyword>, held: BySlot<Keyword>) -> u8 {
    let mut right = 0;
    for n in 0..4 {
        right += u8::from(match rules.keyword_match {
            KeywordMatch::Set => named.0.contains(&held.0[n]),
            KeywordMatch::Position => named.0[n] == held.0[n],
        });
    }
    right
}

fn reached(tokens: u8, needed: u8) -> bool {
    needed > 0 && tokens >= needed
}

/// R12: the points of a team.
fn points(rules: &Rules, tokens: Tokens) -> i32 {
    i32::from(tokens.interceptions) * i32::from(rules.interception_points)
        + i32::from(tokens.miscommunications) * i32::from(rules.miscommunication_points)
}

/// How a game ends, and whether the keywords are asked for.
pub(crate) struct Settled {
    pub(crate) ending: Ending,
    pub(crate) uses_keywords: bool,
}

/// R12 to R14: the ending of a tie.
fn settle(rules: &Rules, door: TieCondition, now: BySide<Tokens>, keywords: BySide<u8>) -> Settled {
    let points = BySide::from_fn(|side| points(rules, now[side]));
    let keywords = BySide::from_fn(|side| i32::from(keywords[side]));
    let steps: &[(DecidedBy, BySide<i32>)] = match rules.tiebreak {
        Tiebreak::PointsKeywords => &[(DecidedBy::Points, points), (DecidedBy::Keywords, keywords)],
        Tiebreak::KeywordsPoints => &[(DecidedBy::Keywords, keywords), (DecidedBy::Points, points)],
        Tiebreak::Points => &[(DecidedBy::Points, points)],
        Tiebreak::Keywords => &[(DecidedBy::Keywords, keywords)],
        Tiebreak::Shared => &[],
    };
    let mut uses_keywords = false;
    for &(step, BySide { white, black }) in steps {
        uses_keywords |= step == DecidedBy::Keywords;
        if white != black {
            let winner = if white > black { Side::White } else { Side::Black };
            let ending = Ending { tie_condition: Some(door), decided_by: step, winner: Some(winner) };
            return Settled { ending, uses_keywords };
        }
    }
    Settled { ending: last_step(rules, door, now), uses_keywords }
}

/// R14: what the rules make of a tie that nothing has settled.
fn last_step(rules: &Rules, door: TieCondition, now: BySide<Tokens>) -> Ending {
    let (white, black) = match rules.final_tie {
        FinalTie::Shared => (0, 0),
        FinalTie::White => (1, 0),
        FinalTie::Black => (0, 1),
        FinalTie::MoreInterceptions => (now.white.interceptions, now.black.interceptions),
        FinalTie::FewerMiscommunications => (now.black.miscommunications, now.white.miscommunications),
    };
    let (step, winner) = match white.cmp(&black) {
        Ordering::Equal => (DecidedBy::Shared, None),
        Ordering::Greater => (DecidedBy::FinalTie, Some(Side::White)),
        Ordering::Less => (DecidedBy::FinalTie, Some(Side::Black)),
    };
    Ending { tie_condition: Some(door), decided_by: step, winner }
}

/// R9 to R14 over a whole game: the round after which it ends, how, and whether keywords are asked for. In sudden death
/// a team wins by a round that brings it more points than the other, whatever was before.
pub(crate) fn course(rules: &Rules, halves: &[Half], keywords: BySide<u8>) -> Option<(u8, Settled)> {
    let mut tied = None;
    for round in 1..=halves.last()?.round {
        let until = halves.iter().take_while(|half| half.round <= round).count();
        let now = tokens(rules, &halves[..until]);
        let Some((since, door, uses_keywords)) = tied else {
            match judge(rules, now, round) {
                None => {}
                Some(Ok((winner, step))) => {
                    let ending = Ending { tie_condition: None, decided_by: step, winner: Some(winner) };
                    return Some((round, Settled { ending, uses_keywords: false }));
                }
                Some(Err(door)) => {
                    let settled = settle(rules, door, now, keywords);
                    if rules.sudden_death == 0
                        || matches!(settled.ending.decided_by, DecidedBy::Points | DecidedBy::Keywords)
                    {
                        return Some((round, settled));
                    }
                    tied = Some((round, door, settled.uses_keywords));
                }
            }
            continue;
        };
        let of_the_round: Vec<Half> =
            halves[..until].iter().copied().filter(|half| half.round == round).collect();
        let BySide { white, black } = tokens(rules, &of_the_round);
        let winner = match points(rules, white).cmp(&points(rules, black)) {
            Ordering::Greater => Side::White,
            Ordering::Less => Side::Black,
            Ordering::Equal if round == since + rules.sudden_death => {
                return Some((round, Settled { ending: last_step(rules, door, now), uses_keywords }));
            }
            Ordering::Equal => continue,
        };
        let ending =
            Ending { tie_condition: Some(door), decided_by: DecidedBy::SuddenDeath, winner: Some(winner) };
        return Some((round, Settled { ending, uses_keywords }));
    }
    None
}

/// The sides that give clues, in the order of their halves.
pub(crate) fn encrypting(rules: &Rules) -> &'static [Side] {
    if rules.players == Players::Three { &[Side::White] } else { &Side::ALL }
}
