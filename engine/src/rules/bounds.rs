//! Bounds of the numeric switches that depend on the other switches.
//!
//! Each function takes the rules and the range of its switch, and returns the part of the range that makes a
//! game.

use super::switch::Bounds;
use super::{MAX_ROUNDS, MIN_TEAM, Players, Rules, Waiting};

const OFF_OR_REACHABLE: &str = " (0: never; above, it can never be reached before the round limit)";

const TO_BE_REACHED: &str = " (three players: above, it can never be reached before the round limit)";

const INTERCEPTORS_OR_OWN: &str = " (three players; 0: wrong guesses are tokens of the Interceptor; above, tokens of the team, counted apart)";

/// Lowest and highest value of a switch, independent of the other switches.
type Ends = [i32; 2];

/// Returns the bounds of White's team (R1, R17): three players are a team of two and a lone Interceptor.
pub(super) fn white_team(rules: &Rules, [low, high]: Ends) -> Bounds {
    match rules.players {
        Players::TwoTeams => Bounds::new(low, high, ""),
        Players::Three => Bounds::only(2, " (three players: the team)"),
    }
}

/// Returns the bounds of Black's team (R1, R17): the teams are as equal in size as possible.
pub(super) fn black_team(rules: &Rules, [_, high]: Ends) -> Bounds {
    let white = i32::from(rules.white_team);
    match rules.players {
        Players::TwoTeams => Bounds::new(
            (white - 1).max(MIN_TEAM.into()),
            (white + 1).min(high),
            format!(" (as equal as possible to White's {white})"),
        ),
        Players::Three => Bounds::only(1, " (three players: the lone Interceptor)"),
    }
}

pub(super) fn round_limit(rules: &Rules, ends: Ends) -> Bounds {
    any(rules, ends)
}

pub(super) fn interception_from_round(rules: &Rules, [low, _]: Ends) -> Bounds {
    Bounds::new(low, i32::from(rules.round_limit) + 1, " (the round limit, or one more: never)")
}

/// Returns the bounds of `tokens_to_win` (R10, R17). The lone Interceptor must be able to win by tokens.
pub(super) fn tokens_to_win(rules: &Rules, [low, _]: Ends) -> Bounds {
    match rules.players {
        Players::TwoTeams => Bounds::new(low, interceptions(rules), OFF_OR_REACHABLE),
        Players::Three => Bounds::new(1, interceptions(rules), TO_BE_REACHED),
    }
}

/// Returns the maximal number of Interception tokens of one team (R10, R17).
///
/// A team has one chance in each round from `interception_from_round`. The lone Interceptor also takes a
/// token for each wrong guess of the team, unless those are counted apart.
fn interceptions(rules: &Rules) -> i32 {
    let limit = i32::from(rules.round_limit);
    let chances = limit - i32::from(rules.interception_from_round) + 1;
    match (rules.players, rules.waiting) {
        (Players::TwoTeams, Waiting::Black) => limit,
        (Players::Three, _) if rules.tokens_to_lose == 0 => limit + chances,
        (Players::TwoTeams | Players::Three, _) => chances,
    }
}

/// Returns the bounds of `tokens_to_lose` (R10, R17). A team can take one Miscommunication token in each
/// round.
pub(super) fn tokens_to_lose(rules: &Rules, [low, _]: Ends) -> Bounds {
    match rules.players {
        Players::TwoTeams => Bounds::new(low, rules.round_limit.into(), OFF_OR_REACHABLE),
        Players::Three => Bounds::new(low, rules.round_limit.into(), INTERCEPTORS_OR_OWN),
    }
}

/// Returns the bounds of `black_more_to_win` (R10): Black's limit must be reachable if White has a limit.
pub(super) fn black_more_to_win(rules: &Rules, _: Ends) -> Bounds {
    more(rules, rules.tokens_to_win, interceptions(rules))
}

/// Returns the bounds of `black_more_to_lose` (R10): Black's limit must be reachable if White has a limit.
pub(super) fn black_more_to_lose(rules: &Rules, _: Ends) -> Bounds {
    more(rules, rules.tokens_to_lose, rules.round_limit.into())
}

/// Returns the bounds of the difference between Black's and White's limits, if at most `most` tokens can be
/// had.
fn more(rules: &Rules, limit: u8, most: i32) -> Bounds {
    match (rules.players, i32::from(limit)) {
        (Players::Three, _) => Bounds::only(0, " (three players: the other team has no such tokens)"),
        (_, 0) => Bounds::only(0, " (such tokens never decide)"),
        (_, limit) => Bounds::new(1 - limit, most - limit, format!(" (Black's limit is 1 to {most})")),
    }
}

/// Returns the bounds of `sudden_death` (R14): no game has more rounds than the deal has codes (R3).
pub(super) fn sudden_death(rules: &Rules, [low, _]: Ends) -> Bounds {
    let most = MAX_ROUNDS as i32 - i32::from(rules.round_limit);
    match rules.players {
        Players::TwoTeams => Bounds::new(low, most, format!(" (0: none; {MAX_ROUNDS} rounds in all)")),
        Players::Three => Bounds::only(0, " (three players: no tiebreaker)"),
    }
}

/// Returns the bounds of `sand_timer` (R24). The lone Interceptor writes no clues, so no second Encryptor
/// starts the timer.
pub(super) fn sand_timer(rules: &Rules, [low, high]: Ends) -> Bounds {
    match rules.players {
        Players::TwoTeams => Bounds::new(low, high, " seconds (0: no timer)"),
        Players::Three => Bounds::only(0, " (three players: only the Interceptor starts it)"),
    }
}

pub(super) fn interception_points(rules: &Rules, ends: Ends) -> Bounds {
    any(rules, ends)
}

pub(super) fn miscommunication_points(rules: &Rules, ends: Ends) -> Bounds {
    any(rules, ends)
}

pub(super) fn session(_: &Rules, [low, high]: Ends) -> Bounds {
    Bounds::new(low, high, " (0: no session)")
}

pub(super) fn referee_top(_: &Rules, [low, high]: Ends) -> Bounds {
    Bounds::new(low, high, " in a thousand")
}

/// Returns the full range, for switches whose values agree with all other switches.
pub(super) fn any(_: &Rules, [low, high]: Ends) -> Bounds {
    Bounds::new(low, high, "")
}
