//! Validation of rules: rules that make no game are refused with the key and its allowed values, and those that have passed
//! have a type of their own.

use std::fmt;
use std::ops::Deref;

use super::switch::Bounds;
use super::{Deck, Rules, SWITCHES, counted};

/// Error returned by [`Rules::check`]: the value of a switch makes no game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RulesError {
    /// Key of the switch.
    pub key: &'static str,
    /// Value of the switch; for a choice, its index.
    pub value: i32,
    /// Allowed values.
    pub allowed: String,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RulesError { key, value, allowed } = self;
        write!(f, "`{key}` = {value} is out of range; takes {allowed}")
    }
}

impl std::error::Error for RulesError {}

impl Rules {
    /// Checks the rules and wraps them in a type that proves it.
    ///
    /// # Errors
    /// [`RulesError`], as in [`Rules::check`].
    pub fn checked(self) -> Result<CheckedRules, RulesError> {
        self.check().map(|()| CheckedRules(self))
    }

    /// Checks that the rules make a game.
    ///
    /// Refused are, for example, too many rounds, a team of one, or a number of tokens that can never be
    /// reached.
    ///
    /// ```
    /// use overhear_engine::rules::Rules;
    /// assert!(Rules::official().check().is_ok());
    /// let error = Rules { round_limit: 0, ..Rules::official() }.check().unwrap_err();
    /// assert_eq!(error.to_string(), "`round_limit` = 0 is out of range; takes 1 to 16");
    /// ```
    ///
    /// # Errors
    /// A [`RulesError`] for the first switch that is out of range, in the order of a rules file.
    pub fn check(&self) -> Result<(), RulesError> {
        match SWITCHES.iter().find_map(|switch| Some((switch.key(), switch.out_of_bounds(self)?))) {
            Some((key, (value, bounds))) => Err(RulesError { key, value, allowed: bounds.to_string() }),
            None => Ok(()),
        }
    }

    /// Checks that the deck has enough words for a session (R2).
    ///
    /// ```
    /// use overhear_engine::rules::{Deck, Rules};
    /// let list: String = (0..20).map(|n| format!("word{n}\n")).collect();
    /// let error = Rules { session: 3, ..Rules::official() }.check_deck(&Deck::parse(&list, "en")?).unwrap_err();
    /// assert_eq!(error.to_string(), "`session` = 3 is out of range; takes 0 to 2 (the deck has words for 2 games in a row)");
    /// # Ok::<(), overhear_engine::rules::DeckError>(())
    /// ```
    ///
    /// # Errors
    /// A [`RulesError`] if the session is longer than the deck allows.
    pub fn check_deck(&self, deck: &Deck) -> Result<(), RulesError> {
        let (value, games) = (i32::from(self.session), deck.session_games() as i32);
        let note = format!(" (the deck has words for {} in a row)", counted(games as u64, "game"));
        if value <= games {
            return Ok(());
        }
        Err(RulesError { key: "session", value, allowed: Bounds::new(0, games, note).to_string() })
    }
}

/// Rules that have been checked ([`Rules::checked`]). They dereference to [`Rules`] and cannot be changed.
///
/// ```
/// use overhear_engine::rules::Rules;
/// let short = Rules { round_limit: 6, ..Rules::official() }.checked()?;
/// assert_eq!(short.round_limit, 6);
/// assert!(Rules { round_limit: 0, ..*short }.checked().is_err());
/// # Ok::<(), overhear_engine::rules::RulesError>(())
/// ```
///
/// There is no way to construct them without the check:
///
/// ```compile_fail
/// use overhear_engine::rules::{CheckedRules, Rules};
/// let unchecked = CheckedRules(Rules { round_limit: 0, ..Rules::official() });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CheckedRules(Rules);

impl CheckedRules {
    /// Returns the published rules for two teams (R1 to R16).
    pub const fn official() -> CheckedRules {
        CheckedRules(Rules::official())
    }
}

impl Deref for CheckedRules {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Players, Waiting};

    /// Returns the key that is refused and its allowed values.
    fn refused(change: impl FnOnce(&mut Rules), mut rules: Rules) -> Option<(&'static str, String)> {
        change(&mut rules);
        rules.check().err().map(|error| (error.key, error.allowed))
    }

    /// A change that makes no game, the refused key, and the beginning of its allowed values.
    type Nonsense = (fn(&mut Rules), &'static str, &'static str);

    fn all_refused<const N: usize>(rules: Rules, cases: [Nonsense; N]) {
        assert_eq!(rules.check(), Ok(()));
        for (change, key, allowed) in cases {
            let (refused_key, range) = refused(change, rules).unwrap_or_else(|| panic!("{key} passes"));
            assert_eq!(refused_key, key);
            assert!(range.starts_with(allowed), "{key}: {range}");
        }
    }

    #[test]
    fn r1_r6_r10_r24_nonsense_for_two_teams_is_refused() {
        all_refused(
            Rules::official(),
            [
                (|r| r.round_limit = 0, "round_limit", "1 to 16"),
                (|r| r.round_limit = 17, "round_limit", "1 to 16"),
                (|r| r.interception_from_round = 0, "interception_from_round", "1 to 9"),
                (|r| r.interception_from_round = 10, "interception_from_round", "1 to 9"),
                (|r| r.interception_from_round = 9, "tokens_to_win", "0 (0: no limit"),
                (|r| r.white_team = 1, "white_team", "2 to 4"),
                (|r| r.white_team = 5, "white_team", "2 to 4"),
                (|r| r.black_team = 1, "black_team", "2 to 3"),
                (|r| r.black_team = 4, "black_team", "2 to 3 (as equal as possible to White's 2)"),
                (|r| (r.white_team, r.black_team) = (4, 2), "black_team", "3 to 4"),
                (|r| r.tokens_to_win = 8, "tokens_to_win", "0 to 7"),
                (|r| (r.waiting, r.tokens_to_win) = (Waiting::Black, 9), "tokens_to_win", "0 to 8"),
                (|r| r.tokens_to_lose = 9, "tokens_to_lose", "0 to 8"),
                (|r| r.black_more_to_win = 6, "black_more_to_win", "-1 to 5 (Black's limit is 1 to 7)"),
                (|r| r.black_more_to_win = -2, "black_more_to_win", "-1 to 5"),
                (|r| r.black_more_to_lose = 7, "black_more_to_lose", "-1 to 6 (Black's limit is 1 to 8)"),
                (|r| r.sudden_death = 9, "sudden_death", "0 to 8"),
                (|r| r.interception_points = 101, "interception_points", "-100 to 100"),
                (|r| r.miscommunication_points = -101, "miscommunication_points", "-100 to 100"),
                (|r| r.sand_timer = 3601, "sand_timer", "0 to 3600 seconds"),
                (|r| r.session = 1001, "session", "0 to 1000"),
                (|r| r.referee_top = 0, "referee_top", "1 to 1000 in a thousand"),
            ],
        );
    }

    #[test]
    fn r17_nonsense_for_three_players_is_refused() {
        all_refused(
            Rules::three_player(),
            [
                (|r| r.players = Players::TwoTeams, "black_team", "2 to 3"),
                (|r| r.white_team = 3, "white_team", "2 (three players: the team)"),
                (|r| r.black_team = 2, "black_team", "1 (three players: the lone Interceptor)"),
                (|r| r.tokens_to_win = 0, "tokens_to_win", "1 to 9"),
                (|r| r.tokens_to_win = 10, "tokens_to_win", "1 to 9"),
                (|r| r.tokens_to_lose = 6, "tokens_to_lose", "0 to 5 (three players"),
                (|r| (r.tokens_to_lose, r.tokens_to_win) = (2, 5), "tokens_to_win", "1 to 4"),
                (|r| r.sand_timer = 30, "sand_timer", "0 (three players"),
                (
                    |r| (r.tokens_to_lose, r.interception_from_round) = (2, 6),
                    "interception_from_round",
                    "1 to 5 (three players",
                ),
            ],
        );
    }

    /// Asserts that the switch that is refused, if any, has a value that is allowed.
    fn assert_mendable(rules: Rules) {
        let refused = SWITCHES.iter().find_map(|switch| Some((switch, switch.out_of_bounds(&rules)?)));
        if let Some((switch, (_, bounds))) = refused {
            assert!(bounds.low <= bounds.high, "{}: {bounds} in {rules:?}", switch.key());
        }
    }

    #[test]
    fn a_refused_switch_always_has_a_value_that_is_allowed() {
        for base in [Rules::official(), Rules::three_player()] {
            for (round_limit, first) in (1..=5).flat_map(|limit| (1..=limit + 1).map(move |n| (limit, n))) {
                for (tokens_to_win, tokens_to_lose) in (0..=11).flat_map(|n| (0..=3).map(move |m| (n, m))) {
                    assert_mendable(Rules {
                        round_limit,
                        interception_from_round: first,
                        tokens_to_win,
                        tokens_to_lose,
                        ..base
                    });
                }
            }
        }
    }

    #[test]
    fn r1_teams_are_as_equal_in_size_as_possible() {
        let allowed =
            |white_team, black_team| Rules { white_team, black_team, ..Rules::official() }.check().is_ok();
        let sizes: Vec<(u8, u8)> =
            (0..=6).flat_map(|w| (0..=6).map(move |b| (w, b))).filter(|&(w, b)| allowed(w, b)).collect();
        assert_eq!(sizes, [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)]);
    }
}
