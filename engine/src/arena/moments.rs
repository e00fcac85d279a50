//! Sums over deals of logarithms of probabilities: what the error of a mean over halves needs, deals being what is
//! independent.

use serde::{Deserialize, Serialize};

use crate::table::Bits;

/// By how many binary digits the sum of a deal is coarser than [`Bits`], so that sums of squares fit.
const COARSER: u32 = 16;

/// First and second moments over deals of two integers: the bits of a deal, and the halves that they are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BitMoments {
    /// Deals that had such a half.
    pub deals: u64,
    /// Σ b, in units of 2⁻¹⁶ bits.
    pub bits: i128,
    /// Σ n.
    pub halves: u64,
    /// Σ b².
    pub squares: i128,
    /// Σ b n.
    pub products: i128,
    /// Σ n².
    pub halves_squared: u64,
}

impl BitMoments {
    /// What a bit is in the unit of [`bits`](Self::bits).
    pub const BIT: f64 = ((1_u64 << 32) >> COARSER) as f64;

    /// Adds a deal with so much, in units of [`Bits`], over so many halves; without a half it adds nothing.
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

    /// Whether these can be the sums of so many deals, each of so many halves at most.
    pub(super) fn is_of(&self, deals: u64, most: u128) -> bool {
        let [count, halves, squared] = [self.deals, self.halves, self.halves_squared].map(u128::from);
        let least = u128::from(Bits::log2(0.0).0.unsigned_abs()) >> COARSER;
        let whole = (least + 1).saturating_mul(most);
        let bound = |a: u128, b: u128| count.saturating_mul(a).saturating_mul(b);
        self.deals <= deals
            && halves <= bound(most, 1)
            && squared <= bound(most, most)
            && self.bits.unsigned_abs() <= bound(whole, 1)
            && self.products.unsigned_abs() <= bound(whole, most)
            && self.squares >= 0
            && self.squares.unsigned_abs() <= bound(whole, whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_without_a_half_do_not_count_and_parts_add_up() {
        let fill = |deals: &[(f32, u64)]| {
            let mut moments = BitMoments::default();
            deals.iter().for_each(|&(p, halves)| {
                moments.add(i128::from(Bits::log2(p).0) * i128::from(halves), halves);
            });
            moments
        };
        let all = fill(&[(0.5, 3), (1.0, 0), (0.25, 2), (1.0, 4)]);
        assert_eq!((all.deals, all.halves, all.halves_squared), (3, 9, 29));
        assert_eq!(
            (all.bits as f64 / BitMoments::BIT, all.squares as f64),
            (-7.0, 25.0 * BitMoments::BIT.powi(2))
        );
        let mut parts = fill(&[(0.5, 3)]);
        parts.merge(&fill(&[(0.25, 2), (1.0, 4)]));
        assert_eq!(parts, all);
        assert!(all.is_of(3, 4) && !all.is_of(2, 4) && !all.is_of(3, 1));
        assert!(!BitMoments { squares: -1, ..all }.is_of(3, 4));
    }
}
