//! Coverage of intervals, counted on simulated matches whose truth is known.
//!
//! Each case is a distribution of the score of a pair of games. Matches are drawn from it, and every interval
//! that the project prints is checked for the true value.

use crate::draws::RandomStream;
use crate::{NELO_UNIT, Pentanomial};

/// A distribution of the score of a pair of games: 0, ½, 1, 1½ or 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoverageCase {
    /// The label of the case.
    pub name: &'static str,
    /// The probability of each score.
    pub chances: [f64; 5],
}

/// Cases typical of this project's agents, and some that are harder for an interval.
pub const COVERAGE_CASES: [CoverageCase; 12] = [
    CoverageCase { name: "copies", chances: [0.24, 0.04, 0.44, 0.04, 0.24] },
    CoverageCase { name: "heavily tied", chances: [0.05, 0.03, 0.84, 0.03, 0.05] },
    CoverageCase { name: "score .058", chances: [0.875, 0.028, 0.09, 0.003, 0.004] },
    CoverageCase { name: "score .99", chances: [0.0, 0.0, 0.019, 0.002, 0.979] },
    CoverageCase { name: "score .9998", chances: [0.0, 0.0, 0.0004, 0.0, 0.9996] },
    CoverageCase { name: "score .75", chances: [0.08, 0.04, 0.27, 0.02, 0.59] },
    CoverageCase { name: "score .9", chances: [0.02, 0.0, 0.16, 0.0, 0.82] },
    CoverageCase { name: "all or nothing", chances: [0.5, 0.0, 0.0, 0.0, 0.5] },
    CoverageCase { name: "nothing but 1 in 10", chances: [0.9, 0.0, 0.0, 0.0, 0.1] },
    CoverageCase { name: "nothing but 1 in 100", chances: [0.99, 0.0, 0.0, 0.0, 0.01] },
    CoverageCase { name: "tied but 1 in 500", chances: [0.0, 0.0, 0.998, 0.002, 0.0] },
    CoverageCase { name: "tied but 1 in 50", chances: [0.0, 0.005, 0.98, 0.0, 0.015] },
];

impl CoverageCase {
    /// Returns the mean score of a game.
    pub fn score(&self) -> f64 {
        self.chances.iter().zip(0_u8..).map(|(chance, cell)| chance * f64::from(cell) / 4.0).sum()
    }

    /// Returns the true normalised Elo difference.
    pub fn nelo(&self) -> f64 {
        let mean = self.score();
        let terms = self.chances.iter().zip(0_u8..).map(|(chance, cell)| {
            let distance = f64::from(cell) / 4.0 - mean;
            chance * distance * distance
        });
        let variance: f64 = terms.sum();
        NELO_UNIT * (mean - 0.5) / (2.0 * variance).sqrt()
    }

    /// Simulates a match of `pairs` pairs.
    pub fn play(&self, pairs: u64, seed: u64) -> Pentanomial {
        let mut running = SimulatedMatch::new(self, seed);
        running.go_on(pairs);
        running.pairs()
    }
}

/// A simulated match that can be extended.
pub struct SimulatedMatch {
    cuts: [f64; 4],
    counts: [u64; 5],
    draws: RandomStream,
}

impl SimulatedMatch {
    /// Creates a match without pairs.
    pub fn new(case: &CoverageCase, seed: u64) -> Self {
        let mut sum = 0.0;
        let cuts = std::array::from_fn(|cell| {
            sum += case.chances[cell];
            sum
        });
        Self { cuts, counts: [0; 5], draws: RandomStream::new(seed) }
    }

    /// Plays `pairs` more pairs.
    pub fn go_on(&mut self, pairs: u64) {
        for _ in 0..pairs {
            let place = self.draws.uniform();
            self.counts[self.cuts.iter().filter(|&&cut| place > cut).count()] += 1;
        }
    }

    /// Returns the pairs played so far.
    pub fn pairs(&self) -> Pentanomial {
        Pentanomial::new(self.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_true_difference_is_that_of_the_mean_in_deviations_of_a_game() {
        // Half of the pairs are won twice, half are shared: mean 3/4, variance of a pair 1/16, of a game 1/8.
        let case = CoverageCase { name: "wins or ties", chances: [0.0, 0.0, 0.5, 0.0, 0.5] };
        assert_eq!(case.score(), 0.75);
        assert!((case.nelo() - NELO_UNIT * 0.25 * 8_f64.sqrt()).abs() < 1e-9);
        let mirrored = CoverageCase { name: "losses or ties", chances: [0.5, 0.0, 0.5, 0.0, 0.0] };
        assert!((mirrored.nelo() + case.nelo()).abs() < 1e-9);
    }

    #[test]
    fn pairs_fall_into_each_cell_as_often_as_its_chance_says() {
        let counts = |chances| CoverageCase { name: "", chances }.play(4000, 1).counts();
        assert_eq!(counts([0.0, 0.0, 0.0, 1.0, 0.0]), [0, 0, 0, 4000, 0]);
        let chances = [0.4, 0.1, 0.2, 0.25, 0.05];
        for (count, chance) in counts(chances).into_iter().zip(chances) {
            let off = (count as f64 - 4000.0 * chance) / (4000.0 * chance * (1.0 - chance)).sqrt();
            assert!(off.abs() < 4.0, "{count} of 4000, {chance}");
        }
    }
}
