//! Declarations of all switches of [`Rules`](super::Rules).
//!
//! Each switch is declared once, with its values, name, meaning, rule and what-if effort. Rules files,
//! `--set`, help texts, pages and what-ifs are derived from these declarations.

use super::WhatIfMethod::{JudgeAgain, PlayAgain};
use super::switch::{Field, Switch, Values};
use super::{
    CodeDraw, FinalTie, KeywordMatch, MAX_HALVES, MAX_REFEREE_TOP, MAX_ROUNDS, MAX_TEAM, MIN_TEAM,
    OnIllegalClue, Players, Pooling, RefereeMode, Repeat, Rules, Tiebreak, Waiting, WhatIfMethod, bounds,
};

/// Declares a field that holds a whole number: `number!(round_limit, 1 to MAX_ROUNDS)`.
///
/// This is the only place that states the range. The function with the name of the field in [`bounds`]
/// narrows the range by the other switches. `as` gives the formula for the highest number if it depends on
/// another switch. `trying` lists the numbers that a what-if tries.
macro_rules! number {
    ($key:ident, $low:tt to $high:tt) => {
        number!($key, $low to $high, as None, trying [])
    };
    ($key:ident, $low:tt to $high:tt as $highest:literal) => {
        number!($key, $low to $high, as Some($highest), trying [])
    };
    ($key:ident, $low:tt to $high:tt, trying $tried:expr) => {
        number!($key, $low to $high, as None, trying $tried)
    };
    ($key:ident, $low:tt to $high:tt, as $highest:expr, trying $tried:expr) => {
        Field {
            key: stringify!($key),
            values: Values::Numbers { low: $low as i32, high: $high as i32 },
            highest: $highest,
            tried: &$tried,
            get: |rules| rules.$key.into(),
            set: |rules, number| number.try_into().map(|number| rules.$key = number).is_ok(),
            bounds: bounds::$key,
        }
    };
}

/// Declares a field that holds one of several options: `choice!(waiting: Waiting)`.
macro_rules! choice {
    ($key:ident: $choice:ident) => {
        Field {
            key: stringify!($key),
            values: Values::Choices($choice::CHOICES),
            highest: None,
            tried: &[],
            get: |rules| rules.$key as i32,
            set: |rules, place| $choice::ALL.get(place as usize).map(|&choice| rules.$key = choice).is_some(),
            bounds: bounds::any,
        }
    };
}

/// All switches, in the order of a rules file.
pub static SWITCHES: [Switch; 24] = [
    Switch {
        field: choice!(players: Players),
        name: "Two teams or three players",
        rule: "R1, R17",
        meaning: "two teams, or a team of two against a lone Interceptor",
        what_if: PlayAgain,
    },
    Switch {
        field: number!(white_team, MIN_TEAM to MAX_TEAM),
        name: "Players in White's team",
        rule: "R1, R17",
        meaning: "players in White's team; 2 with three players",
        what_if: PlayAgain,
    },
    Switch {
        field: number!(black_team, 1 to MAX_TEAM),
        name: "Players in Black's team",
        rule: "R1, R17",
        meaning: "players in Black's team, at most one more or fewer than in White's; 1 with three players",
        what_if: PlayAgain,
    },
    Switch {
        field: choice!(pooling: Pooling),
        name: "How a team agrees on a guess",
        rule: "R4",
        meaning: "how the members of a team agree on a guess",
        what_if: PlayAgain,
    },
    Switch {
        field: choice!(codes: CodeDraw),
        name: "Drawing the codes",
        rule: "R3",
        meaning: "whether a team's code can come again in a game",
        what_if: PlayAgain,
    },
    Switch {
        field: number!(session, 0 to 1000),
        name: "Games in a row without a repeated keyword",
        rule: "R2",
        meaning: "games in a row that use up one face of the deck and then the other, so that no keyword repeats; 0: each game draws from the whole deck",
        what_if: PlayAgain,
    },
    Switch {
        field: number!(round_limit, 1 to MAX_ROUNDS),
        name: "Rounds at most",
        rule: "R10, R17",
        meaning: "last round of a game",
        what_if: PlayAgain,
    },
    Switch {
        field: number!(interception_from_round, 1 to (MAX_ROUNDS + 1) as "round_limit + 1"),
        name: "First round with Interceptions",
        rule: "R6",
        meaning: "first round in which codes can be intercepted; for none in a game: one more than the last round, and 0 Interceptions that win",
        what_if: PlayAgain,
    },
    Switch {
        field: choice!(waiting: Waiting),
        name: "Who must wait for that round",
        rule: "R6",
        meaning: "who may not intercept before the first round with interceptions: both teams, or Black alone",
        what_if: PlayAgain,
    },
    Switch {
        field: number!(tokens_to_win, 0 to MAX_HALVES),
        name: "Interceptions that win",
        rule: "R10, R17",
        meaning: "Interception tokens that win the game; 0: they never do",
        what_if: PlayAgain,
    },
    Switch {
        field: number!(tokens_to_lose, 0 to MAX_ROUNDS),
        name: "Miscommunications that lose",
        rule: "R10, R17",
        meaning: "Miscommunication tokens that lose the game; 0: they never do, and with three players a wrong guess then gives the Interceptor a token",
        what_if: PlayAgain,
    },
    Switch {
        field: number!(black_more_to_win, (-15) to 15),
        name: "Extra Interceptions that Black needs",
        rule: "R10",
        meaning: "a handicap: Interceptions that Black needs on top of White's number; negative: fewer than White",
        what_if: PlayAgain,
    },
    Switch {
        field: number!(black_more_to_lose, (-15) to 15),
        name: "Extra Miscommunications that Black survives",
        rule: "R10",
        meaning: "a handicap: Miscommunications that Black survives on top of White's number; negative: fewer than White",
        what_if: PlayAgain,
    },
    Switch {
        field: choice!(tiebreak: Tiebreak),
        name: "Steps of the tiebreaker",
        rule: "R11-R14",
        meaning: "steps that settle a tied game of two teams, in order",
        what_if: JudgeAgain,
    },
    Switch {
        field: number!(interception_points, (-100) to 100, trying [2]),
        name: "Tiebreaker points for an Interception",
        rule: "R12",
        meaning: "points in the tiebreaker for each Interception token; negative: it costs points",
        what_if: JudgeAgain,
    },
    Switch {
        field: number!(miscommunication_points, (-100) to 100, trying [-2, 0]),
        name: "Tiebreaker points for a Miscommunication",
        rule: "R12",
        meaning: "points in the tiebreaker for each Miscommunication token; negative: it costs points",
        what_if: JudgeAgain,
    },
    Switch {
        field: choice!(keyword_match: KeywordMatch),
        name: "When a named keyword counts as right",
        rule: "R13",
        meaning: "whether a keyword named in the tiebreaker must be named for its own number",
        what_if: JudgeAgain,
    },
    Switch {
        field: number!(sudden_death, 0 to (MAX_ROUNDS - 1) as "16 - round_limit"),
        name: "Rounds of sudden death",
        rule: "R14",
        meaning: "most extra rounds if a game is still tied after the tiebreaker: the first round in which one team scores more points decides it; 0: none",
        what_if: PlayAgain,
    },
    Switch {
        field: choice!(final_tie: FinalTie),
        name: "If still even after the tiebreaker",
        rule: "R14",
        meaning: "who wins if the teams are still even after the tiebreaker",
        what_if: JudgeAgain,
    },
    Switch {
        field: choice!(repeat: Repeat),
        name: "When a clue counts as a repeat",
        rule: "R20",
        meaning: "when a clue counts as a repeat of an earlier clue of its team",
        what_if: PlayAgain,
    },
    Switch {
        field: choice!(on_illegal_clue: OnIllegalClue),
        name: "An illegal clue",
        rule: "R25",
        meaning: "what an illegal clue costs",
        what_if: PlayAgain,
    },
    Switch {
        field: number!(sand_timer, 0 to 3600),
        name: "Sand timer (seconds; 0: none)",
        rule: "R24",
        meaning: "seconds that remain for an Encryptor once the other has finished; 0: no timer",
        what_if: PlayAgain,
    },
    Switch {
        field: choice!(referee: RefereeMode),
        name: "Clues that are not about their keyword",
        rule: "R19, R22",
        meaning: "what happens to a clue that is not about its keyword",
        what_if: PlayAgain,
    },
    Switch {
        field: number!(referee_top, 1 to MAX_REFEREE_TOP),
        name: "How far a clue may be from its keyword",
        rule: "R19, R22",
        meaning: "how many of every 1,000 words count as being about a keyword, the nearest first",
        what_if: PlayAgain,
    },
];

impl Switch {
    /// Returns the switch with this key.
    ///
    /// ```
    /// use overhear_engine::rules::{Switch, Values, WhatIfMethod};
    /// let switch = Switch::find("round_limit").ok_or("no such key")?;
    /// assert_eq!(switch.values(), Values::Numbers { low: 1, high: 16 });
    /// assert_eq!((switch.name, switch.what_if), ("Rounds at most", WhatIfMethod::PlayAgain));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn find(key: &str) -> Option<&'static Switch> {
        SWITCHES.iter().find(|switch| switch.key() == key)
    }
}

impl Rules {
    /// Returns the switches whose values differ from those in `other`, in the order of a rules file.
    ///
    /// ```
    /// use overhear_engine::rules::{Rules, Switch};
    /// let (three, official) = (Rules::three_player(), Rules::official());
    /// let keys: Vec<&str> = three.departures_from(&official).map(Switch::key).collect();
    /// assert_eq!(keys, ["players", "black_team", "round_limit", "tokens_to_lose"]);
    /// ```
    pub fn departures_from(&self, other: &Rules) -> impl Iterator<Item = &'static Switch> {
        SWITCHES.iter().filter(|switch| switch.get(self) != switch.get(other))
    }

    /// Returns the effort needed to learn the endings of these games under `other` rules.
    ///
    /// With sudden death, the tiebreaker decides which rounds are played. Then only a change of `final_tie`
    /// can be rejudged.
    ///
    /// ```
    /// use overhear_engine::rules::{FinalTie, Rules, WhatIfMethod};
    /// let official = Rules::official();
    /// let with = |final_tie, round_limit| Rules { final_tie, round_limit, ..official };
    /// assert_eq!(official.what_if(&with(FinalTie::White, 8)), WhatIfMethod::JudgeAgain);
    /// assert_eq!(official.what_if(&with(FinalTie::White, 7)), WhatIfMethod::PlayAgain);
    /// ```
    pub fn what_if(&self, other: &Rules) -> WhatIfMethod {
        if self.sudden_death > 0 && *other != (Rules { final_tie: other.final_tie, ..*self }) {
            return PlayAgain;
        }
        self.departures_from(other).map(|switch| switch.what_if).max().unwrap_or(JudgeAgain)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_key_is_declared_once_and_every_declaration_has_a_key() {
        let table = toml::Table::try_from(Rules::official()).unwrap();
        let mut declared: Vec<_> = SWITCHES.iter().map(Switch::key).collect();
        declared.sort_unstable();
        assert_eq!(table.keys().collect::<Vec<_>>(), declared);
    }

    #[test]
    fn what_a_switch_says_is_what_a_rules_file_says() {
        for switch in &SWITCHES {
            let values: Vec<String> = match switch.values() {
                Values::Numbers { low, high } => vec![low.to_string(), high.to_string()],
                Values::Choices(choices) => choices.iter().map(|choice| choice.value.to_owned()).collect(),
            };
            for value in values {
                let turned = switch.with_value(&Rules::official(), &value).expect("it takes its values");
                assert_eq!(switch.get(&turned).to_string(), value);
                let line = format!("{} = {}", switch.key(), switch.get(&turned).to_toml());
                assert_eq!(toml::from_str(&line), Ok(turned), "{line}");
            }
            let beyond = match switch.values() {
                Values::Numbers { low, high } => [low - 1, high + 1],
                Values::Choices(choices) => [-1, choices.len() as i32],
            }
            .map(|number| number.to_string());
            for nonsense in
                ["", "soon", "-1000000", "99999999999", "1.0", beyond[0].as_str(), beyond[1].as_str()]
            {
                assert_eq!(switch.with_value(&Rules::official(), nonsense), None, "{}", switch.key());
            }
        }
    }

    #[test]
    fn names_and_meanings_are_those_of_one_switch() {
        let texts = SWITCHES.iter().flat_map(|switch| [switch.name, switch.meaning]);
        assert_eq!(texts.collect::<HashSet<_>>().len(), 2 * SWITCHES.len());
    }

    #[test]
    fn the_bounds_of_published_rules_lie_within_the_values() {
        for (switch, rules) in
            SWITCHES.iter().flat_map(|s| [(s, Rules::official()), (s, Rules::three_player())])
        {
            let Values::Numbers { low, high } = switch.values() else { continue };
            let bounds = (switch.field.bounds)(&rules, [low, high]);
            assert!(low <= bounds.low && bounds.high <= high, "{}: {bounds}", switch.key());
        }
    }

    #[test]
    fn five_switches_are_judged_again() {
        assert_eq!(SWITCHES.iter().filter(|switch| switch.what_if == JudgeAgain).count(), 5);
    }

    #[test]
    fn a_switch_names_its_values_and_those_that_are_tried() {
        let find = |key| Switch::find(key).expect("a switch");
        assert_eq!(
            ["round_limit", "interception_from_round"].map(|key| find(key).allowed()),
            ["1 to 16", "1 to round_limit + 1"]
        );
        assert_eq!(find("players").allowed(), "two_teams, three");
        assert_eq!(find("players").tried().len(), 2);
        for switch in &SWITCHES {
            for value in switch.tried() {
                let turned =
                    switch.with_value(&Rules::official(), &value.to_string()).expect("a value of the switch");
                assert_eq!(switch.get(&turned), value);
            }
        }
    }

    #[test]
    fn r10_without_limits_no_number_of_tokens_ends_a_game() {
        let rules = Rules { black_more_to_win: 1, black_more_to_lose: 1, session: 2, ..Rules::official() };
        let endless = rules.without_token_limits();
        for side in crate::rules::Side::ALL {
            assert_eq!((endless.to_win(side), endless.to_lose(side)), (0, 0));
        }
        let changed: Vec<&str> = endless.departures_from(&rules).map(Switch::key).collect();
        assert_eq!(changed, ["tokens_to_win", "tokens_to_lose", "black_more_to_win", "black_more_to_lose"]);
    }

    #[test]
    fn r14_with_sudden_death_only_the_final_tie_is_judged_again() {
        let sudden = Rules { sudden_death: 1, ..Rules::official() };
        let other_tie = |rules: Rules| Rules { final_tie: crate::rules::FinalTie::White, ..rules };
        let by_points = |rules: Rules| Rules { tiebreak: crate::rules::Tiebreak::Points, ..rules };
        for (from, to, expected) in [
            (Rules::official(), by_points(Rules::official()), JudgeAgain),
            (Rules::official(), sudden, PlayAgain),
            (sudden, sudden, JudgeAgain),
            (sudden, other_tie(sudden), JudgeAgain),
            (sudden, by_points(sudden), PlayAgain),
            (sudden, by_points(other_tie(sudden)), PlayAgain),
        ] {
            assert_eq!(from.what_if(&to), expected);
        }
    }
}
