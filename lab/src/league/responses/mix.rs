//! The equilibrium mix of a league.

use std::ops::Range;

use super::super::plan::LeaguePlan;
use super::super::table::LeagueTable;

/// Parts of the whole that shares are rounded to, so that sums over games are whole numbers.
const WHOLE: f64 = 1e6;

/// An agent of the mix, with its share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MixPart {
    /// Index among the players of the plan.
    pub(super) player: usize,
    /// Share in millionths.
    pub(super) weight: u64,
}

/// The agents that the mix chooses.
#[derive(Clone, Debug)]
pub(super) struct Mix {
    pub(super) parts: Vec<MixPart>,
}

impl Mix {
    pub(super) fn new(plan: &LeaguePlan, table: &LeagueTable) -> Mix {
        let part = |(player, label): (usize, &str)| {
            let row = table.rows.iter().find(|row| row.label == label)?;
            let weight = (WHOLE * row.share?.value).round() as u64;
            (weight > 0).then_some(MixPart { player, weight })
        };
        let labels = plan.players.iter().map(|player| player.spec.label.as_str());
        Mix { parts: labels.enumerate().filter_map(part).collect() }
    }

    /// Returns the sum of the weights.
    pub(super) fn weight(&self) -> u64 {
        self.parts.iter().map(|part| part.weight).sum()
    }

    /// Divides deals among the agents in proportion to their shares, in order and without a gap.
    pub(super) fn divide(&self, deals: Range<u64>) -> Vec<(usize, Range<u64>)> {
        let (many, whole) = (u128::from(deals.end - deals.start), u128::from(self.weight()));
        let (mut before, mut start) = (0, deals.start);
        let divided = self.parts.iter().map(|part| {
            before += u128::from(part.weight);
            let end = deals.start + ((2 * many * before + whole) / (2 * whole)) as u64;
            let range = start..end;
            start = end;
            (part.player, range)
        });
        divided.filter(|(_, range)| !range.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mix(weights: &[u64]) -> Mix {
        let part = |(player, &weight)| MixPart { player, weight };
        Mix { parts: weights.iter().enumerate().map(part).collect() }
    }

    #[test]
    fn deals_are_divided_by_share_without_a_gap() {
        assert_eq!(mix(&[1_000_000]).divide(5..9), [(0, 5..9)]);
        assert_eq!(mix(&[250_000, 750_000]).divide(100..108), [(0, 100..102), (1, 102..108)]);
        assert_eq!(mix(&[1, 999_999]).divide(0..10), [(1, 0..10)], "a small share may have no deal");
        assert_eq!(mix(&[333_333, 333_333, 333_334]).divide(0..4), [(0, 0..1), (1, 1..3), (2, 3..4)]);
    }
}
