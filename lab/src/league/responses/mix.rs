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

/// The deals of an agent of the mix.
#[derive(Debug)]
pub(super) struct MixDeals {
    /// Index among the players of the plan.
    pub(super) player: usize,
    pub(super) deals: Range<u64>,
}

/// The agents that the mix chooses.
#[derive(Clone, Debug)]
pub(super) struct Mix {
    pub(super) parts: Vec<MixPart>,
}

impl Mix {
    pub(super) fn new(plan: &LeaguePlan, table: &LeagueTable) -> Mix {
        let parts = plan.specs().enumerate().filter_map(|(player, spec)| {
            let row = table.rows.iter().find(|row| row.label == spec.label)?;
            let weight = (WHOLE * row.share?.value).round() as u64;
            (weight > 0).then_some(MixPart { player, weight })
        });
        Mix { parts: parts.collect() }
    }

    /// Returns the sum of the weights.
    pub(super) fn weight(&self) -> u64 {
        self.parts.iter().map(|part| part.weight).sum()
    }

    /// Divides deals among the agents in proportion to their shares, in order and without a gap.
    pub(super) fn divide(&self, deals: Range<u64>) -> Vec<MixDeals> {
        let (many, whole) = (u128::from(deals.end - deals.start), u128::from(self.weight()));
        let (mut before, mut start) = (0, deals.start);
        // Each end is rounded from the sum of the shares so far, so that no rounding adds up.
        let divided = self.parts.iter().map(|part| {
            before += u128::from(part.weight);
            let end = deals.start + ((2 * many * before + whole) / (2 * whole)) as u64;
            let deals = start..end;
            start = end;
            MixDeals { player: part.player, deals }
        });
        divided.filter(|part| !part.deals.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(weights: &[u64], deals: Range<u64>) -> Vec<(usize, Range<u64>)> {
        let parts = weights.iter().enumerate().map(|(player, &weight)| MixPart { player, weight });
        let divided = Mix { parts: parts.collect() }.divide(deals);
        divided.into_iter().map(|part| (part.player, part.deals)).collect()
    }

    #[test]
    fn deals_are_divided_by_share_without_a_gap() {
        assert_eq!(divided(&[1_000_000], 5..9), [(0, 5..9)]);
        assert_eq!(divided(&[250_000, 750_000], 100..108), [(0, 100..102), (1, 102..108)]);
        assert_eq!(divided(&[1, 999_999], 0..10), [(1, 0..10)], "a small share may have no deal");
        assert_eq!(divided(&[333_333, 333_333, 333_334], 0..4), [(0, 0..1), (1, 1..3), (2, 3..4)]);
    }
}
