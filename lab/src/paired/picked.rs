//! The deals that tell which of two agents is the better one. A choice by the games that are measured would measure too much.

/// Of so many deals one tells the agents of a pairing apart; the others measure.
pub(crate) const PICKED: u64 = 5;

/// Returns `true` if a deal tells the agents apart, and measures nothing.
pub(crate) const fn is_picking(deal: u64) -> bool {
    deal.is_multiple_of(PICKED)
}
