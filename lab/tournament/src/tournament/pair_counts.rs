//! Pairs of games of a pairing: by both outcomes, by the first agent's score, and by White's score.

use overhear_engine::arena::{PairingTally, Tally};
use overhear_stats::{PairTable, Pentanomial};

use super::looks::Pairs;

/// Returns the pairs of every pairing by the score of its first agent.
pub(super) fn pairs_of(tally: &Tally) -> Pairs {
    tally.pairings.iter().map(|counts| pair_table(counts).pentanomial().counts()).collect()
}

/// Returns the pairs by the outcomes of agent a.
pub fn pair_table(counts: &PairingTally) -> PairTable {
    PairTable::from_counts(counts.pairs)
}

/// Returns the pairs by White's score in both games.
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
    fn pairs_are_counted_by_either_seat() {
        let pairs = [[0, 1, 2], [3, 4, 5], [6, 7, 1000]];
        let counts = PairingTally { pairs, ..PairingTally::default() };
        let table = pair_table(&counts);
        assert_eq!(table.pentanomial().counts(), [0, 4, 12, 12, 1000]);
        assert_eq!(white(&counts).counts(), [2, 6, 1004, 10, 6]);
    }
}
