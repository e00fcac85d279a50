//! How many different words an agent uses as clues.

use std::collections::BTreeMap;

/// Number of clues to which the number of different ones is scaled.
pub(super) const CLUES: u64 = 4500;

/// Number of most frequent clues whose share is stated.
const TOP: usize = 20;

/// The variety of an agent's clues.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Variety {
    /// Number of clues that a sample has: 4,500, or all if there are fewer.
    pub(super) sample: u64,
    /// Number of different clues that are expected in such a sample of them.
    pub(super) distinct: f64,
    /// Share of the 20 most frequent clues among all.
    pub(super) top_share: f64,
}

impl Variety {
    /// Returns the variety of clues, given how often each was given; `None` without clues.
    pub(super) fn of(clues: &BTreeMap<String, u64>) -> Option<Variety> {
        let mut counts: Vec<u64> = clues.values().copied().collect();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        let all: u64 = counts.iter().sum();
        let sample = all.min(CLUES);
        let top: u64 = counts.iter().take(TOP).sum();
        let distinct = counts.iter().map(|&count| 1.0 - absent(all, count, sample)).sum();
        (all > 0).then(|| Variety { sample, distinct, top_share: top as f64 / all as f64 })
    }
}

/// Returns the probability that none of `count` things is in a sample from `all` (rarefaction, Hurlbert 1971):
/// C(all − count, sample) / C(all, sample).
fn absent(all: u64, count: u64, sample: u64) -> f64 {
    if sample + count > all {
        return 0.0;
    }
    (0..count).map(|n| (all - sample - n) as f64 / (all - n) as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(counts: &[u64]) -> BTreeMap<String, u64> {
        counts.iter().zip(0..).map(|(&count, n)| (format!("clue {n}"), count)).collect()
    }

    #[test]
    fn few_clues_are_counted_as_they_are() {
        let variety = Variety::of(&counts(&[3, 1, 2])).expect("clues");
        assert_eq!(variety, Variety { sample: 6, distinct: 3.0, top_share: 1.0 });
        assert_eq!(Variety::of(&BTreeMap::new()), None);
    }

    #[test]
    fn many_clues_are_scaled_to_a_sample() {
        assert!((absent(4, 2, 2) - 1.0 / 6.0).abs() < 1e-12);
        let variety = Variety::of(&counts(&vec![2; 4500])).expect("clues");
        // Of a pair, half of the 9,000 being drawn, none is drawn with probability 4500 · 4499 / (9000 · 8999).
        let expected = 4500.0 * (1.0 - 4499.0 / (2.0 * 8999.0));
        assert!((variety.distinct - expected).abs() < 1e-6 && variety.sample == 4500, "{variety:?}");
        assert!((variety.top_share - 20.0 / 4500.0).abs() < 1e-12);
    }
}
