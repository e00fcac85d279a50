//! Choice of the deals that decide which agent is the better one. Choosing by the measured games would bias
//! the score upwards.

/// One deal in this many decides which agent is better; the others measure.
pub(crate) const ONE_DEAL_IN: u64 = 5;

/// Returns `true` if a deal decides which agent is better and measures nothing.
pub(crate) const fn is_choosing(deal: u64) -> bool {
    deal.is_multiple_of(ONE_DEAL_IN)
}
