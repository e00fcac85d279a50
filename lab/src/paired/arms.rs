//! The arms of a comparison: rule sets, each with the words that it is played with.

use overhear_engine::rules::{Rules, WhatIfMethod};

/// An arm of a comparison: one rule set with its words, played on the deals that all arms share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arm {
    /// The rules.
    pub(crate) rules: Rules,
    /// Index of the arm's words among the setups of the experiment. Each deck has its own setup.
    pub(crate) setup: usize,
}

impl Arm {
    /// Returns `true` if the games of this arm can be rejudged for the arm `other`.
    fn decides(&self, other: &Arm) -> bool {
        self.setup == other.setup && self.rules.what_if(&other.rules) == WhatIfMethod::JudgeAgain
    }
}

/// The division of arms into those that are played and those that are rejudged.
#[derive(Clone, Debug)]
pub(crate) struct PlayPlan {
    arms: Vec<Arm>,
    /// Arms of each play, as indices; the first arm of a group is played, the others are rejudged.
    groups: Vec<Vec<usize>>,
}

impl PlayPlan {
    /// Returns the plan with the fewest plays that the arms allow.
    pub(crate) fn new(arms: Vec<Arm>) -> PlayPlan {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        // Greedy grouping suffices: rejudging depends on the played arm alone, so the first group that fits
        // is as good as any other.
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

    /// Returns every arm. The others are compared with the first.
    pub(crate) fn arms(&self) -> &[Arm] {
        &self.arms
    }

    /// Returns the arms of each play, the played arm first.
    pub(super) fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// Returns the rule sets that are played.
    pub(crate) fn rule_sets(&self) -> Vec<Rules> {
        self.groups.iter().map(|group| self.arms[group[0]].rules).collect()
    }

    /// Returns the number of times that each deal is played.
    pub(crate) fn count(&self) -> u64 {
        self.groups.len() as u64
    }

    /// Returns `played`, or `judged again` if the arm's games are rejudged from another arm.
    pub(crate) fn method(&self, arm: usize) -> &'static str {
        if self.groups.iter().any(|group| group[0] == arm) { "played" } else { "judged again" }
    }

    /// Returns `true` if an arm's games are those of the first arm, with the same or another winner.
    pub(super) fn has_games_of_first(&self, arm: usize) -> bool {
        self.groups[0].contains(&arm)
    }

    /// Returns `true` if an arm has the rules and the words of the first arm.
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
        assert_eq!([0, 1, 2, 3].map(|arm| plan.has_games_of_first(arm)), [true, false, true, false]);
        assert_eq!(PlayPlan::of_rules([official; 2]).count(), 1);
    }

    #[test]
    fn another_deck_is_played_by_itself() {
        let arm = |setup| Arm { rules: Rules::official(), setup };
        let plan = PlayPlan::new(vec![arm(0), arm(1)]);
        assert_eq!((plan.count(), plan.method(1), plan.is_first(1)), (2, "played", false));
    }
}
