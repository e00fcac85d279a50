//! Bounds of the numeric switches that depend on the other switches.
//!
//! Each function takes the rules and the range of its switch, and returns the part of the range that makes a
//! game.

use super::switch::Bounds;
use super::{MAX_ROUNDS, MIN_TEAM, Players, Rules, Waiting};

const WRONG_GUESSES: &str = " (three players: 0 makes each wrong guess an Interception token, a higher number a Miscommunication token)";

/// Returns why a team's number of tokens has a highest value: what other switches allow.
fn no_limit_or_reachable(allowed_by: &str) -> String {
    format!(" (0: no limit; a team cannot get more tokens with {allowed_by})")
}

/// Returns the number of rounds, in which a team can take one Miscommunication token each.
fn rounds(rules: &Rules) -> String {
    format!("round_limit = {}", rules.round_limit)
}

/// Returns the switches that decide how many Interception tokens a team can get.
fn chances(rules: &Rules) -> String {
    format!("{} and interception_from_round = {}", rounds(rules), rules.interception_from_round)
}

/// Lowest and highest value of a switch, independent of the other switches.
type SwitchEnds = [i32; 2];

/// Returns the bounds of White's team (R1, R17): three players are a team of two and a lone Interceptor.
pub(super) fn white_team(rules: &Rules, [low, high]: SwitchEnds) -> Bounds {
    match rules.players {
        Players::TwoTeams => Bounds::new(low, high, ""),
        Players::Three => Bounds::only(2, " (three players: the team)"),
    }
}

/// Returns the bounds of Black's team (R1, R17): the teams are as equal in size as possible.
pub(super) fn black_team(rules: &Rules, [_, high]: SwitchEnds) -> Bounds {
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

pub(super) fn round_limit(rules: &Rules, ends: SwitchEnds) -> Bounds {
    any(rules, ends)
}

/// Returns the bounds of `interception_from_round` (R6, R17).
///
/// The lone Interceptor must be able to win by tokens. Interceptions are the only ones if the team takes the
/// tokens of its wrong guesses.
pub(super) fn interception_from_round(rules: &Rules, [low, _]: SwitchEnds) -> Bounds {
    let limit = i32::from(rules.round_limit);
    if rules.players == Players::Three && rules.has_miscommunications() {
        let note = " (three players with tokens_to_lose above 0: the Interceptor needs a round with an interception)";
        return Bounds::new(low, limit, note);
    }
    let note = format!(" ({}, after the last round: no interceptions)", limit + 1);
    Bounds::new(low, limit + 1, note)
}

/// Returns the bounds of `tokens_to_win` (R10, R17). The lone Interceptor must be able to win by tokens.
pub(super) fn tokens_to_win(rules: &Rules, [low, _]: SwitchEnds) -> Bounds {
    match rules.players {
        Players::TwoTeams => Bounds::new(low, interceptions(rules), no_limit_or_reachable(&chances(rules))),
        Players::Three => {
            let note =
                format!(" (three players: the Interceptor cannot get more tokens with {})", chances(rules));
            Bounds::new(1, interceptions(rules), note)
        }
    }
}

/// Returns the maximal number of Interception tokens of one team (R10, R17).
///
/// A team has one chance in each round from `interception_from_round`. The lone Interceptor also takes a
/// token for each wrong guess of the team, unless those are Miscommunication tokens of the team.
fn interceptions(rules: &Rules) -> i32 {
    let limit = i32::from(rules.round_limit);
    let chances = limit - i32::from(rules.interception_from_round) + 1;
    match (rules.players, rules.waiting) {
        (Players::TwoTeams, Waiting::Black) => limit,
        _ if !rules.has_miscommunications() => limit + chances,
        _ => chances,
    }
}

/// Returns the bounds of `tokens_to_lose` (R10, R17). A team can take one Miscommunication token in each
/// round.
pub(super) fn tokens_to_lose(rules: &Rules, [low, _]: SwitchEnds) -> Bounds {
    match rules.players {
        Players::TwoTeams => {
            Bounds::new(low, rules.round_limit.into(), no_limit_or_reachable(&rounds(rules)))
        }
        Players::Three => Bounds::new(low, rules.round_limit.into(), WRONG_GUESSES),
    }
}

/// Returns the bounds of `black_more_to_win` (R10): Black's limit must be reachable if White has a limit.
pub(super) fn black_more_to_win(rules: &Rules, _: SwitchEnds) -> Bounds {
    more(rules, rules.tokens_to_win, interceptions(rules))
}

/// Returns the bounds of `black_more_to_lose` (R10): Black's limit must be reachable if White has a limit.
pub(super) fn black_more_to_lose(rules: &Rules, _: SwitchEnds) -> Bounds {
    more(rules, rules.tokens_to_lose, rules.round_limit.into())
}

/// Returns the bounds of the difference between Black's and White's limits, if at most `most` tokens can be
/// had.
fn more(rules: &Rules, limit: u8, most: i32) -> Bounds {
    match (rules.players, i32::from(limit)) {
        (Players::Three, _) => Bounds::only(0, " (three players: no handicaps)"),
        (_, 0) => Bounds::only(0, " (White has no limit for these tokens)"),
        (_, limit) => Bounds::new(1 - limit, most - limit, format!(" (Black's limit is 1 to {most})")),
    }
}

/// Returns the bounds of `sudden_death` (R14): no game has more rounds than the deal has codes (R3).
pub(super) fn sudden_death(rules: &Rules, [low, _]: SwitchEnds) -> Bounds {
    let most = MAX_ROUNDS as i32 - i32::from(rules.round_limit);
    match rules.players {
        Players::TwoTeams => Bounds::new(low, most, format!(" (0: none; {MAX_ROUNDS} rounds in all)")),
        Players::Three => Bounds::only(0, " (three players: no tiebreaker)"),
    }
}

/// Returns the bounds of `sand_timer` (R24). The lone Interceptor writes no clues, so no second Encryptor
/// starts the timer.
pub(super) fn sand_timer(rules: &Rules, [low, high]: SwitchEnds) -> Bounds {
    match rules.players {
        Players::TwoTeams => Bounds::new(low, high, " seconds (0: no timer)"),
        Players::Three => Bounds::only(0, " (three players: only the Interceptor starts it)"),
    }
}

pub(super) fn interception_points(rules: &Rules, ends: SwitchEnds) -> Bounds {
    any(rules, ends)
}

pub(super) fn miscommunication_points(rules: &Rules, ends: SwitchEnds) -> Bounds {
    any(rules, ends)
}

pub(super) fn session(_: &Rules, [low, high]: SwitchEnds) -> Bounds {
    Bounds::new(low, high, " (0: no session)")
}

pub(super) fn referee_top(_: &Rules, [low, high]: SwitchEnds) -> Bounds {
    Bounds::new(low, high, " in a thousand")
}

/// Returns the full range, for switches whose values agree with all other switches.
pub(super) fn any(_: &Rules, [low, high]: SwitchEnds) -> Bounds {
    Bounds::new(low, high, "")
}
