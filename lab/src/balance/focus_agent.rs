//! The agent of a pairing that a tiebreaker is judged by: the better agent, or the agent with more of a
//! skill.
//!
//! The score of an agent depends on the rules under test. Its clarity and secrecy do not, because the
//! tiebreaker comes after the last clue (R11). The agent is chosen on some deals and measured on the others:
//! choosing by the measured games would bias the result.

use super::ratio_sums::RatioSums;
use super::statistic::{Statistic, TeamSkill};
use crate::table::MeasuredValue;

/// One of the two agents of a pairing.
pub(super) struct FocusAgent<'a> {
    /// Name of the agent.
    pub(super) name: &'a str,
    /// Name of the other agent.
    pub(super) other: &'a str,
    /// `true` if it is the pairing's first agent.
    pub(super) is_first: bool,
}

impl<'a> FocusAgent<'a> {
    /// Returns the agent that scored more on the choosing deals; `None` for a single agent or equal scores.
    pub(super) fn better(agents: [&'a str; 2], ratios: &RatioSums) -> Option<FocusAgent<'a>> {
        let score = ratios.ratio(Statistic::Pick)?;
        FocusAgent::from_lead(agents, score - 0.5)
    }

    /// Returns the agent that has more of a skill on the choosing deals; `None` for a single agent or equal
    /// skill.
    pub(super) fn of_kind(
        agents: [&'a str; 2],
        ratios: &RatioSums,
        kind: TeamSkill,
    ) -> Option<FocusAgent<'a>> {
        let [first, second] = [true, false].map(|is_first| ratios.ratio(Statistic::Failures(kind, is_first)));
        FocusAgent::from_lead(agents, second? - first?)
    }

    fn from_lead([first, second]: [&'a str; 2], lead: f64) -> Option<FocusAgent<'a>> {
        let is_first = lead > 0.0;
        let (name, other) = if is_first { (first, second) } else { (second, first) };
        (first != second && lead != 0.0).then_some(FocusAgent { name, other, is_first })
    }

    /// Returns the agent's score, given the first agent's.
    pub(super) fn score(&self, of_first: MeasuredValue) -> MeasuredValue {
        if self.is_first { of_first } else { of_first.complement() }
    }

    /// Returns 1, or −1 if differences of the first agent's score must change sign.
    pub(super) const fn sign(&self) -> f64 {
        if self.is_first { 1.0 } else { -1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_more_of_a_kind_goes_wrong_less_often() {
        let mut ratios = RatioSums::new(2);
        ratios.add(Statistic::Failures(TeamSkill::Clear, true), 3, 10);
        ratios.add(Statistic::Failures(TeamSkill::Clear, false), 2, 10);
        ratios.add(Statistic::Failures(TeamSkill::Secret, true), 1, 8);
        ratios.add(Statistic::Failures(TeamSkill::Secret, false), 2, 16);
        ratios.close_deal();
        let clear = FocusAgent::of_kind(["a", "b"], &ratios, TeamSkill::Clear).expect("b misses less");
        assert_eq!((clear.name, clear.other, clear.is_first, clear.sign()), ("b", "a", false, -1.0));
        assert!(FocusAgent::of_kind(["a", "b"], &ratios, TeamSkill::Secret).is_none(), "an eighth each");
        assert!(FocusAgent::of_kind(["*", "*"], &ratios, TeamSkill::Clear).is_none());
        assert!(FocusAgent::better(["a", "b"], &ratios).is_none(), "no score was told");
    }
}
