//! What the other switches leave of the numbers that a switch could hold.

use super::switch::Bounds;
use super::{MAX_ROUNDS, Players, Rules, Waiting};

const OFF_OR_REACHABLE: &str = " (0: never; above, it can never be reached before the round limit)";

const TO_BE_REACHED: &str = " (three players: above, it can never be reached before the round limit)";

/// R1, R17: teams of 2 to 4; three players are a team of two and one.
pub(super) fn white_team(rules: &Rules) -> Bounds {
    match rules.players {
        Players::TwoTeams => Bounds::new(2, 4, ""),
        Players::Three => Bounds::only(2, " (three players: the team)"),
    }
}

/// R1, R17: teams as equal in size as possible.
pub(super) fn black_team(rules: &Rules) -> Bounds {
    let white = i32::from(rules.white_team);
    match rules.players {
        Players::TwoTeams => Bounds::new(
            (white - 1).max(2),
            (white + 1).min(4),
            format!(" (as equal as possible to White's {white})"),
        ),
        Players::Three => Bounds::only(1, " (three players: the lone Interceptor)"),
    }
}

pub(super) fn round_limit(_: &Rules) -> Bounds {
    Bounds::new(1, MAX_ROUNDS as i32, "")
}

pub(super) fn interception_from_round(rules: &Rules) -> Bounds {
    Bounds::new(1, i32::from(rules.round_limit) + 1, " (the round limit, or one more: never)")
}

/// R10, R17: each round brings a team one chance to intercept, as soon as it may; the lone Interceptor takes a token for
/// each wrong guess of the team as well.
pub(super) fn tokens_to_win(rules: &Rules) -> Bounds {
    let limit = i32::from(rules.round_limit);
    let chances = limit - i32::from(rules.interception_from_round) + 1;
    match (rules.players, rules.waiting) {
        (Players::TwoTeams, Waiting::Both) => Bounds::new(0, chances, OFF_OR_REACHABLE),
        (Players::TwoTeams, Waiting::Black) => Bounds::new(0, limit, OFF_OR_REACHABLE),
        (Players::Three, _) => Bounds::new(1, limit + chances, TO_BE_REACHED),
    }
}

/// R10, R17: each round brings a team one chance to misunderstand itself.
pub(super) fn tokens_to_lose(rules: &Rules) -> Bounds {
    match rules.players {
        Players::TwoTeams => Bounds::new(0, rules.round_limit.into(), OFF_OR_REACHABLE),
        Players::Three => Bounds::only(0, " (three players: no such tokens)"),
    }
}

/// R10: Black's Interceptions can win, in time, if White's can.
pub(super) fn black_more_to_win(rules: &Rules) -> Bounds {
    more(rules, rules.tokens_to_win, tokens_to_win(rules).high)
}

/// R10: Black's Miscommunications can lose, in time, if White's can.
pub(super) fn black_more_to_lose(rules: &Rules) -> Bounds {
    more(rules, rules.tokens_to_lose, tokens_to_lose(rules).high)
}

/// How many tokens more than White's limit Black's can be, of so many that can be had.
fn more(rules: &Rules, limit: u8, most: i32) -> Bounds {
    match (rules.players, i32::from(limit)) {
        (Players::Three, _) => Bounds::only(0, " (three players: the other team has no such tokens)"),
        (_, 0) => Bounds::only(0, " (such tokens never decide)"),
        (_, limit) => Bounds::new(1 - limit, most - limit, format!(" (Black's limit is 1 to {most})")),
    }
}

/// R14: every round of a game has a code (R3).
pub(super) fn sudden_death(rules: &Rules) -> Bounds {
    let most = MAX_ROUNDS as i32 - i32::from(rules.round_limit);
    match rules.players {
        Players::TwoTeams => Bounds::new(0, most, format!(" (0: none; {MAX_ROUNDS} rounds in all)")),
        Players::Three => Bounds::only(0, " (three players: no tiebreaker)"),
    }
}

/// R24: nobody thinks for more than an hour.
pub(super) fn sand_timer(rules: &Rules) -> Bounds {
    match rules.players {
        Players::TwoTeams => Bounds::new(0, 3600, " seconds (0: no timer)"),
        Players::Three => Bounds::only(0, " (three players: nobody else starts it)"),
    }
}

pub(super) fn interception_points(_: &Rules) -> Bounds {
    Bounds::new(-100, 100, "")
}

pub(super) fn miscommunication_points(rules: &Rules) -> Bounds {
    interception_points(rules)
}

pub(super) fn session(_: &Rules) -> Bounds {
    Bounds::new(0, 1000, " (0: no session)")
}

pub(super) fn referee_top(_: &Rules) -> Bounds {
    Bounds::new(1, 1000, " in a thousand")
}

/// Nothing: each of so many choices goes with every other switch.
pub(super) fn any_of(choices: usize) -> Bounds {
    Bounds::new(0, choices as i32 - 1, "")
}
