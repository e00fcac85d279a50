//! Other tiebreakers, judged on the games that were played.

use overhear_engine::arena::Outcome;
use overhear_engine::rules::{Ending, Rules, SWITCHES, Side, WhatIfMethod};
use overhear_stats::DifferenceCounts;
use serde::{Deserialize, Serialize};

use crate::paired::EndingKind;

/// A tiebreaker that was not played.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    /// Change from the rules played: `tiebreak=keywords`.
    pub(super) name: String,
    /// The rules with that change.
    pub(super) rules: Rules,
}

impl Variant {
    /// Returns every single change of the tiebreaker except the value that was played.
    pub(super) fn usual(played: &Rules) -> Vec<Variant> {
        let values = SWITCHES
            .iter()
            .filter(|switch| switch.what_if == WhatIfMethod::JudgeAgain)
            .flat_map(|switch| switch.tried().into_iter().map(move |value| (switch, value)));
        let turned = values.filter_map(|(switch, value)| {
            let rules = switch.with_value(played, &value.to_string())?;
            Some(Variant { name: format!("{}={value}", switch.key()), rules })
        });
        let others = turned.filter(|variant| variant.rules != *played);
        others.filter(|variant| played.what_if(&variant.rules) == WhatIfMethod::JudgeAgain).collect()
    }
}

/// Outcomes of one deal, under the rules that were played and under a variant.
#[derive(Clone, Copy, Debug, Default)]
struct DealOutcomes {
    played: i64,
    judged: i64,
}

/// Statistics of the games under a variant.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct VariantStats {
    /// Games by kind of ending.
    pub(super) endings: [u64; EndingKind::ALL.len()],
    /// Games with another winner than under the rules played.
    pub(super) changed: u64,
    /// Differences of White's half-points, by deal.
    pub(super) white: DifferenceCounts,
    /// Differences of the first agent's half-points, on deals that do not choose the better agent.
    pub(super) first: DifferenceCounts,
    /// Differences of the number of shared victories, by deal.
    pub(super) shared: DifferenceCounts,
    #[serde(skip)]
    open: [DealOutcomes; 3],
    #[serde(skip)]
    picks: bool,
}

impl VariantStats {
    /// Adds a game of the open deal. `first` is the first agent's side; `None` on deals that only choose the
    /// better agent.
    pub(super) fn enter(&mut self, played: Ending, judged: Ending, first: Option<Side>) {
        self.endings[EndingKind::from_ending(judged) as usize] += 1;
        self.changed += u64::from(played.winner != judged.winner);
        self.picks = first.is_none();
        let [played, judged] = [played, judged].map(|ending| outcome_numbers(ending, first));
        for ((pair, played), judged) in self.open.iter_mut().zip(played).zip(judged) {
            pair.played += played;
            pair.judged += judged;
        }
    }

    /// Closes the open deal.
    pub(super) fn close_deal(&mut self) {
        let [white, first, shared] = self.open;
        self.white.record(white.played, white.judged);
        self.shared.record(shared.played, shared.judged);
        if !self.picks {
            self.first.record(first.played, first.judged);
        }
        self.open = [DealOutcomes::default(); 3];
    }

    /// Adds the statistics of other deals.
    pub(super) fn merge(&mut self, other: &VariantStats) {
        self.endings.iter_mut().zip(other.endings).for_each(|(a, b)| *a += b);
        self.changed += other.changed;
        self.white.merge(&other.white);
        self.first.merge(&other.first);
        self.shared.merge(&other.shared);
    }
}

/// Returns the half-points of White and of the first agent, 0 without its side, and 1 for a shared victory.
fn outcome_numbers(ending: Ending, first: Option<Side>) -> [i64; 3] {
    let [white, first] = [Some(Side::White), first]
        .map(|side| side.map_or(0, |side| Outcome::for_side(ending.winner, side).half_points() as i64));
    [white, first, i64::from(ending.winner.is_none())]
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::Switch;

    use super::*;

    #[test]
    fn every_variant_changes_one_switch_that_is_judged_again_and_every_such_switch_has_one() {
        let official = Rules::official();
        let variants = Variant::usual(&official);
        let mut tried: Vec<&str> = Vec::new();
        for variant in &variants {
            let keys: Vec<_> = official.departures_from(&variant.rules).map(Switch::key).collect();
            assert_eq!(keys.len(), 1, "{}", variant.name);
            assert_eq!(official.what_if(&variant.rules), WhatIfMethod::JudgeAgain, "{}", variant.name);
            assert!(variant.name.starts_with(keys[0]));
            tried.extend(keys);
        }
        let mut judged = SWITCHES.iter().filter(|switch| switch.what_if == WhatIfMethod::JudgeAgain);
        assert!(judged.all(|switch| tried.contains(&switch.key())), "{tried:?}");
    }
}
