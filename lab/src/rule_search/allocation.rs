//! How the games of a search are divided: among its stages, and within a stage among candidates.

use crate::error::LabError;
use crate::table::counted;

/// Percent of the deals on which every single change is tried.
pub const SCREENING: u64 = 20;

/// Percent of the deals on which pairs of changes are tried, and again triples.
pub const COMBINATIONS: u64 = 25;

/// Fewest deals of a candidate in the first stage.
const FEWEST: u64 = 10;

/// Most new combinations of a stage.
pub const MOST_COMBINED: u64 = 24;

/// Candidates that are left when halving ends.
pub const LEFT: usize = 4;

/// Deals of the stages. What they leave is for the confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allocation {
    /// All deals.
    pub(super) all: u64,
    /// Deals of each candidate of the first stage.
    pub(super) screening: u64,
    /// Deals of a stage of combinations, over all candidates.
    pub(super) combinations: u64,
}

impl Allocation {
    /// Divides games among the starting rules and `changes` single changes.
    ///
    /// # Errors
    /// Returns an error if the games are too few for so many.
    pub(super) fn new(games: u64, games_of_a_deal: u64, changes: usize) -> Result<Allocation, LabError> {
        let (all, candidates) = (games / games_of_a_deal, 1 + changes as u64);
        let screening = all * SCREENING / 100 / candidates;
        if screening < FEWEST {
            let needed = (FEWEST * candidates * 100).div_ceil(SCREENING) * games_of_a_deal;
            let message = format_args!(
                "too few to try {}: at least {} for so many, or fewer switches to vary",
                counted(changes as u64, "change"),
                counted(needed, "game")
            );
            return Err(LabError::setting(("games", games), message));
        }
        Ok(Allocation { all, screening, combinations: all * COMBINATIONS / 100 })
    }
}

/// The deals of a stage of combinations, as it spends them.
///
/// All begin with as many deals as every single change has played, so that those of a rung have played the same deals. The better half
/// goes on and doubles its deals while the stage can pay for it. The starting rules play on every rung besides.
#[derive(Clone, Copy, Debug)]
pub(super) struct StageBudget {
    /// Deals that the stage can still spend.
    remaining: u64,
    /// Deals of each candidate on the present rung.
    pub(super) deals: u64,
}

impl StageBudget {
    /// Returns the budget of a stage.
    pub(super) const fn new(allocation: &Allocation) -> StageBudget {
        StageBudget { remaining: allocation.combinations, deals: allocation.screening }
    }

    /// Returns how many new combinations the first rung takes: half of the deals are for them, and at least one comes.
    pub(super) fn combinations(&self) -> usize {
        (self.remaining / 2 / self.deals).clamp(1, MOST_COMBINED) as usize
    }

    /// Pays for the first rung of so many new combinations.
    pub(super) fn begin(&mut self, combinations: usize) {
        self.remaining = self.remaining.saturating_sub(combinations as u64 * self.deals);
    }

    /// Returns how many of so many candidates go on, and doubles their deals; `None` if few are left or the deals do not suffice.
    pub(super) fn next_rung(&mut self, candidates: usize) -> Option<usize> {
        let size = candidates.div_ceil(2).max(LEFT);
        let cost = (size as u64 + 1) * self.deals;
        if candidates <= LEFT || cost > self.remaining {
            return None;
        }
        self.remaining -= cost;
        self.deals *= 2;
        Some(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_divided_and_too_few_are_refused() {
        let divided = Allocation::new(1000, 2, 4).expect("enough");
        assert_eq!(divided, Allocation { all: 500, screening: 20, combinations: 125 });
        let refused = Allocation::new(300, 2, 4).expect_err("too few").to_string();
        assert!(refused.contains("games 300: too few to try 4 changes: at least 500 games"), "{refused}");
        assert!(Allocation::new(500, 2, 4).is_ok());
    }

    #[test]
    fn the_better_half_doubles_its_deals_within_those_of_the_stage() {
        let allocation = Allocation::new(100_000, 1, 45).expect("enough");
        let mut budget = StageBudget::new(&allocation);
        let (first, combined) = (budget.deals, budget.combinations());
        let mut played = combined as u64 * first;
        budget.begin(combined);
        let (mut candidates, mut sizes) = (combined + 4, Vec::new());
        while let Some(size) = budget.next_rung(candidates) {
            played += (size as u64 + 1) * budget.deals / 2;
            candidates = size;
            sizes.push(size);
        }
        assert_eq!((combined, sizes), (24, vec![14, 7]));
        assert_eq!((budget.deals, played + budget.remaining), (4 * first, allocation.combinations));
        let small = StageBudget::new(&Allocation::new(1000, 1, 2).expect("enough"));
        assert_eq!(small.combinations(), 1);
    }
}
