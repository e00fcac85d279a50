//! What is compared: rules, and the words that they are played with.

use overhear_engine::rules::{Rules, WhatIfMethod};

/// One of the ways to play that are compared on the same deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arm {
    /// The rules.
    pub(crate) rules: Rules,
    /// The place of its words among the setups of the experiment: another deck has a setup of its own.
    pub(crate) setup: usize,
}

impl Arm {
    /// Returns `true` if the games of this arm can be judged again for another one.
    fn decides(&self, other: &Arm) -> bool {
        self.setup == other.setup && self.rules.what_if(&other.rules) == WhatIfMethod::JudgeAgain
    }
}

/// Which arms are played, and which are judged again on the games of another one.
#[derive(Clone, Debug)]
pub(crate) struct PlayPlan {
    arms: Vec<Arm>,
    /// The arms of each play, the one that is played first.
    groups: Vec<Vec<usize>>,
}

impl PlayPlan {
    /// Returns the plan with the fewest plays that the arms allow.
    pub(crate) fn new(arms: Vec<Arm>) -> PlayPlan {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (place, arm) in arms.iter().enumerate() {
            match groups.iter_mut().find(|group| arms[group[0]].decides(arm)) {
                Some(group) => group.push(place),
                None => groups.push(vec![place]),
            }
        }
        PlayPlan { arms, groups }
    }

    /// Returns the plan of arms that differ in their rules alone.
    pub(crate) fn of_rules(rules: impl IntoIterator<Item = Rules>) -> PlayPlan {
        PlayPlan::new(rules.into_iter().map(|rules| Arm { rules, setup: 0 }).collect())
    }

    /// Every arm, the first being the one that the others are compared with.
    pub(crate) fn arms(&self) -> &[Arm] {
        &self.arms
    }

    /// The arms of each play, the one that is played first.
    pub(super) fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// The rules that are played.
    pub(crate) fn rule_sets(&self) -> Vec<Rules> {
        self.groups.iter().map(|group| self.arms[group[0]].rules).collect()
    }

    /// How often each deal is played.
    pub(crate) fn count(&self) -> u64 {
        self.groups.len() as u64
    }

    /// Whether the games of an arm are played, or judged again on the games of another one.
    pub(crate) fn method(&self, arm: usize) -> &'static str {
        if self.groups.iter().any(|group| group[0] == arm) { "played" } else { "judged again" }
    }

    /// Returns `true` if an arm is the first one again.
    pub(super) fn is_first(&self, arm: usize) -> bool {
        self.arms[arm] == self.arms[0]
    }
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::Tiebreak;

    use super::*;

    #[test]
    fn arms_share_a_play_where_no_player_can_tell_them_apart() {
        let official = Rules::official();
        let short = Rules { round_limit: 5, ..official };
        let keywords = Rules { tiebreak: Tiebreak::Keywords, ..official };
        let rules = [official, short, keywords, Rules { interception_points: 2, ..short }];
        let plan = PlayPlan::of_rules(rules);
        assert_eq!(plan.groups, [vec![0, 2], vec![1, 3]]);
        assert_eq!((plan.count(), plan.method(1), plan.method(2)), (2, "played", "judged again"));
        assert_eq!(PlayPlan::of_rules([official; 2]).count(), 1);
    }

    #[test]
    fn another_deck_is_played_by_itself() {
        let arm = |setup| Arm { rules: Rules::official(), setup };
        let plan = PlayPlan::new(vec![arm(0), arm(1)]);
        assert_eq!((plan.count(), plan.method(1), plan.is_first(1)), (2, "played", false));
    }
}
