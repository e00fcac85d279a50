//! Sums over all combinations of a team's four keywords on four different cards (R2).
//!
//! With a weight `f_s(w)` for each slot s and keyword w, the sum of f₁(w₁)·f₂(w₂)·f₃(w₃)·f₄(w₄) over
//! combinations from different cards is, by inclusion and exclusion over the partitions of the four slots
//! (the Möbius function of the partition lattice; Rota 1964, Stanley, Enumerative Combinatorics I, 3.10),
//!
//! Σ over partitions π of Π over blocks B of (−1)^(|B|−1) · (|B|−1)! · Σ over cards of Π over s in B of
//! `f_s(card)`,
//!
//! where `f_s(card)` is the sum of the card's words: exact, and fifteen terms in place of 440⁴.

/// Returns the sum over all combinations of four different cards; a row of weights by card for each slot.
///
/// # Panics
/// If the rows differ in length.
pub(crate) fn over_different_cards(rows: [&[f64]; 4]) -> f64 {
    let [a, b, c, d] = rows;
    assert!(rows.iter().all(|row| row.len() == a.len()), "a weight for each card");
    let mut one = [0.0; 4];
    let mut two = [0.0; 6];
    let mut three = [0.0; 4];
    let mut four = 0.0;
    for (((&a, &b), &c), &d) in a.iter().zip(b).zip(c).zip(d) {
        let (ab, cd) = (a * b, c * d);
        add(&mut one, [a, b, c, d]);
        add(&mut two, [ab, a * c, a * d, b * c, b * d, cd]);
        add(&mut three, [ab * c, ab * d, a * cd, b * cd]);
        four += ab * cd;
    }
    let [a, b, c, d] = one;
    let [ab, ac, ad, bc, bd, cd] = two;
    let [abc, abd, acd, bcd] = three;
    let pairs = ab * c * d + ac * b * d + ad * b * c + bc * a * d + bd * a * c + cd * a * b;
    let two_pairs = ab * cd + ac * bd + ad * bc;
    let threes = abc * d + abd * c + acd * b + bcd * a;
    // Signs and factors (−1)^(k−1) · (k−1)! of blocks of size k: −1 for a pair, +1 for two pairs, +2 for
    // three, −6 for four. Rounding may give a small negative sum.
    (a * b * c * d - pairs + two_pairs + 2.0 * threes - 6.0 * four).max(0.0)
}

#[cfg(any(test, feature = "minds"))]
/// Sums over the combinations of three slots' keywords, from which the cards of the fourth slot's keyword can be left out.
pub(crate) struct ThreeSlots {
    one: [f64; 3],
    two: [f64; 3],
    three: f64,
}

#[cfg(any(test, feature = "minds"))]
impl ThreeSlots {
    /// Sums the rows of weights by card of three slots.
    ///
    /// # Panics
    /// If the rows differ in length.
    pub(crate) fn new(rows: [&[f64]; 3]) -> ThreeSlots {
        let [a, b, c] = rows;
        assert!(rows.iter().all(|row| row.len() == a.len()), "a weight for each card");
        let mut sums = ThreeSlots { one: [0.0; 3], two: [0.0; 3], three: 0.0 };
        for ((&a, &b), &c) in a.iter().zip(b).zip(c) {
            add(&mut sums.one, [a, b, c]);
            add(&mut sums.two, [a * b, a * c, b * c]);
            sums.three += a * b * c;
        }
        sums
    }

    /// Returns the sum over all combinations of three different cards without one card, given its weight in each row.
    pub(crate) fn without(&self, [a, b, c]: [f64; 3]) -> f64 {
        let [all_a, all_b, all_c] = [self.one[0] - a, self.one[1] - b, self.one[2] - c];
        let [ab, ac, bc] = [self.two[0] - a * b, self.two[1] - a * c, self.two[2] - b * c];
        let abc = self.three - a * b * c;
        (all_a * all_b * all_c - ab * all_c - ac * all_b - bc * all_a + 2.0 * abc).max(0.0)
    }
}

fn add<const N: usize>(sums: &mut [f64; N], terms: [f64; N]) {
    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_that_of_all_combinations_of_different_cards() {
        let rows: [[f64; 9]; 4] =
            std::array::from_fn(|s| std::array::from_fn(|n| ((n * 7 + s * 5) % 11) as f64 / 11.0));
        let mut exact = 0.0;
        for n in 0..9usize.pow(4) {
            let cards = [n % 9, n / 9 % 9, n / 81 % 9, n / 729];
            let different = (0..4).all(|s| !cards[..s].contains(&cards[s]));
            let product: f64 = (0..4).map(|s| rows[s][cards[s]]).product();
            exact += if different { product } else { 0.0 };
        }
        let sum = over_different_cards(rows.each_ref().map(|row| &row[..]));
        assert!((sum / exact - 1.0).abs() < 1e-12, "{sum}, by brute force {exact}");
    }

    #[test]
    fn a_card_is_left_out_of_the_sum_of_three_slots() {
        let rows: [[f64; 7]; 3] =
            std::array::from_fn(|s| std::array::from_fn(|n| ((n * 5 + s * 3) % 8) as f64 / 8.0));
        let sums = ThreeSlots::new(rows.each_ref().map(|row| &row[..]));
        for out in 0..7 {
            let mut exact = 0.0;
            for n in 0..7usize.pow(3) {
                let cards = [n % 7, n / 7 % 7, n / 49];
                let different = (0..3).all(|s| cards[s] != out && !cards[..s].contains(&cards[s]));
                let product: f64 = (0..3).map(|s| rows[s][cards[s]]).product();
                exact += if different { product } else { 0.0 };
            }
            let sum = sums.without(rows.each_ref().map(|row| row[out]));
            assert!((sum - exact).abs() < 1e-12, "{sum}, by brute force {exact}");
        }
    }

    #[test]
    fn three_cards_are_too_few_for_four_slots() {
        assert_eq!(over_different_cards([&[1.0; 3]; 4]), 0.0);
    }
}
