//! The pairs of games of a pairing: by both outcomes, by its first agent's score, by White's.

use overhear_engine::arena::{PairingTally, Tally};
use overhear_stats::{Outcome, PairTable, Pentanomial};

use super::bands::Pairs;

/// The pairs of every pairing by the score of its first agent.
pub(super) fn pairs_of(tally: &Tally) -> Pairs {
    tally.pairings.iter().map(|counts| pair_table(counts).pentanomial().counts()).collect()
}

/// The pairs by agent a's outcomes, added up by doubling so that it takes no time however many there are.
pub(crate) fn pair_table(counts: &PairingTally) -> PairTable {
    let mut table = PairTable::default();
    for (first, row) in Outcome::ALL.into_iter().zip(&counts.pairs) {
        for (second, &count) in Outcome::ALL.into_iter().zip(row) {
            let mut power = PairTable::default();
            power.record(first, second);
            let mut left = count;
            while left > 0 {
                if left % 2 == 1 {
                    table.merge(&power);
                }
                let same = power;
                power.merge(&same);
                left /= 2;
            }
        }
    }
    table
}

/// The pairs by White's score in both games.
pub(super) fn white(counts: &PairingTally) -> Pentanomial {
    let mut pairs = [0; 5];
    for (with_white, row) in counts.pairs.iter().enumerate() {
        for (with_black, count) in row.iter().enumerate() {
            pairs[with_white + 2 - with_black] += count;
        }
    }
    Pentanomial::new(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubling_counts_what_counting_counts() {
        let pairs = [[0, 1, 2], [3, 4, 5], [6, 7, 1000]];
        let counts = PairingTally { pairs, ..PairingTally::default() };
        let table = pair_table(&counts);
        assert_eq!(table.pentanomial().counts(), [0, 4, 12, 12, 1000]);
        assert_eq!(white(&counts).counts(), [2, 6, 1004, 10, 6]);
    }
}
