//! How the games of one set of rules tell what another set would have made of them.

use super::SWITCHES;

/// What it takes to know what a switch would have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WhatIf {
    /// It is looked at after the last guess alone, so no player reacts to it: the games that were played are judged
    /// again, exactly.
    JudgeAgain,
    /// It changes what is said, known or counted on the way: the same deals are played again.
    PlayAgain,
}

/// What each key of [`SWITCHES`] takes.
pub const WHAT_IFS: &[(&str, WhatIf)] = &[
    ("players", WhatIf::PlayAgain),
    ("white_team", WhatIf::PlayAgain),
    ("black_team", WhatIf::PlayAgain),
    ("pooling", WhatIf::PlayAgain),
    ("codes", WhatIf::PlayAgain),
    ("session", WhatIf::PlayAgain),
    ("round_limit", WhatIf::PlayAgain),
    ("interception_from_round", WhatIf::PlayAgain),
    ("waiting", WhatIf::PlayAgain),
    ("tokens_to_win", WhatIf::PlayAgain),
    ("tokens_to_lose", WhatIf::PlayAgain),
    ("tiebreak", WhatIf::JudgeAgain),
    ("interception_points", WhatIf::JudgeAgain),
    ("miscommunication_points", WhatIf::JudgeAgain),
    ("keyword_match", WhatIf::JudgeAgain),
    ("final_tie", WhatIf::JudgeAgain),
    ("repeat", WhatIf::PlayAgain),
    ("on_illegal_clue", WhatIf::PlayAgain),
    ("sand_timer", WhatIf::PlayAgain),
    ("referee", WhatIf::PlayAgain),
    ("referee_top", WhatIf::PlayAgain),
];

impl WhatIf {
    /// What a key of the rules takes. A key that is declared nowhere is played again, which is always right.
    ///
    /// ```
    /// use overhear_engine::rules::WhatIf;
    /// assert_eq!(WhatIf::of("keyword_match"), WhatIf::JudgeAgain);
    /// assert_eq!(WhatIf::of("round_limit"), WhatIf::PlayAgain);
    /// ```
    pub fn of(key: &str) -> WhatIf {
        let declared = WHAT_IFS.iter().find(|(name, _)| *name == key);
        declared.map_or(WhatIf::PlayAgain, |&(_, what_if)| what_if)
    }

    /// The keys that are judged again, in the order of a rules file.
    pub fn judged_again() -> impl Iterator<Item = &'static str> {
        SWITCHES.iter().map(|switch| switch.key).filter(|key| WhatIf::of(key) == WhatIf::JudgeAgain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_is_declared_once_and_nothing_else_is() {
        let declared: Vec<_> = WHAT_IFS.iter().map(|(key, _)| *key).collect();
        assert_eq!(declared, SWITCHES.map(|switch| switch.key));
    }

    #[test]
    fn what_nobody_has_declared_is_played_again() {
        assert_eq!(WhatIf::of("a_switch_of_tomorrow"), WhatIf::PlayAgain);
        assert!(WhatIf::judged_again().all(|key| WhatIf::of(key) == WhatIf::JudgeAgain));
        assert_eq!(WhatIf::judged_again().count(), 5);
    }
}
