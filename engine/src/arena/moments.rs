//! First and second moments of log probabilities over deals.
//!
//! Deals are the independent unit, so the standard error of a mean over halves is computed from sums per
//! deal.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::game::FixedLog2;

/// Number of binary digits by which deal sums are coarser than [`FixedLog2`], so that sums of squares fit into
/// `i128`.
const COARSER: u32 = 16;

/// First and second moments over deals of two integers: b, the log2 of probabilities, and n, the number of
/// halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct BitMoments {
    /// Number of deals with at least one half.
    pub deals: u64,
    /// Sum of b, in units of 2⁻¹⁶ bits.
    pub bits: i128,
    /// Sum of n.
    pub halves: u64,
    /// Sum of b².
    pub squares: i128,
    /// Sum of b·n.
    pub products: i128,
    /// Sum of n².
    pub halves_squared: u64,
}

impl BitMoments {
    /// One bit in the unit of [`bits`](Self::bits).
    pub const BIT: f64 = ((1_u64 << 32) >> COARSER) as f64;

    /// Adds a deal with `sum`, in units of [`FixedLog2`], over `halves` halves. A deal without halves adds
    /// nothing.
    pub(super) fn add(&mut self, sum: i128, halves: u64) {
        if halves == 0 {
            return;
        }
        let bits = sum >> COARSER;
        self.deals += 1;
        self.bits += bits;
        self.halves += halves;
        self.squares += bits * bits;
        self.products += bits * i128::from(halves);
        self.halves_squared += halves * halves;
    }

    pub(super) fn merge(&mut self, other: &BitMoments) {
        self.deals += other.deals;
        self.bits += other.bits;
        self.halves += other.halves;
        self.squares += other.squares;
        self.products += other.products;
        self.halves_squared += other.halves_squared;
    }

    /// Returns `true` if these moments are possible for `deals` deals of at most `most` halves each.
    pub(super) fn is_consistent_with(&self, deals: u64, most: u128) -> bool {
        let [count, halves, squared] = [self.deals, self.halves, self.halves_squared].map(u128::from);
        // No half contributes more than log2(0) does; + 1 because the shift rounds towards −∞.
        let least = u128::from(FixedLog2::log2(0.0).0.unsigned_abs()) >> COARSER;
        let whole = (least + 1).saturating_mul(most);
        self.deals <= deals
            && halves <= saturating_product(count, most, 1)
            && squared <= saturating_product(count, most, most)
            && self.bits.unsigned_abs() <= saturating_product(count, whole, 1)
            && self.products.unsigned_abs() <= saturating_product(count, whole, most)
            && self.squares >= 0
            && self.squares.unsigned_abs() <= saturating_product(count, whole, whole)
    }
}

/// Returns the product of three numbers, or the greatest number if it is larger.
fn saturating_product(a: u128, b: u128, c: u128) -> u128 {
    a.saturating_mul(b).saturating_mul(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_without_a_half_do_not_count_and_parts_add_up() {
        let fill = |deals: &[(f32, u64)]| {
            let mut moments = BitMoments::default();
            deals.iter().for_each(|&(p, halves)| {
                moments.add(i128::from(FixedLog2::log2(p).0) * i128::from(halves), halves);
            });
            moments
        };
        let all = fill(&[(0.5, 3), (1.0, 0), (0.25, 2), (1.0, 4)]);
        assert_eq!((all.deals, all.halves, all.halves_squared), (3, 9, 29));
        assert_eq!(all.products as f64, -17.0 * BitMoments::BIT);
        assert_eq!(
            (all.bits as f64 / BitMoments::BIT, all.squares as f64),
            (-7.0, 25.0 * BitMoments::BIT.powi(2))
        );
        let mut parts = fill(&[(0.5, 3)]);
        parts.merge(&fill(&[(0.25, 2), (1.0, 4)]));
        assert_eq!(parts, all);
        assert!(
            all.is_consistent_with(3, 4) && !all.is_consistent_with(2, 4) && !all.is_consistent_with(3, 1)
        );
        assert!(!BitMoments { squares: -1, ..all }.is_consistent_with(3, 4));
    }

    #[test]
    fn the_largest_moments_are_possible_and_larger_ones_are_not() {
        let (deals, most) = (3, 32);
        // 30 bits a half, and the one by which a shift can round down.
        let whole = ((30_i128 << COARSER) + 1) * most;
        let largest = BitMoments {
            deals,
            bits: -3 * whole,
            halves: 3 * most as u64,
            squares: 3 * whole * whole,
            products: -3 * whole * most,
            halves_squared: 3 * (most * most) as u64,
        };
        assert!(largest.is_consistent_with(3, 32));
        assert!(!largest.is_consistent_with(2, 32) && !largest.is_consistent_with(3, 31));
        let spoiled = [
            BitMoments { bits: largest.bits - 1, ..largest },
            BitMoments { halves: largest.halves + 1, ..largest },
            BitMoments { squares: largest.squares + 1, ..largest },
            BitMoments { products: largest.products - 1, ..largest },
            BitMoments { halves_squared: largest.halves_squared + 1, ..largest },
        ];
        assert!(spoiled.iter().all(|moments| !moments.is_consistent_with(3, 32)));
    }
}
