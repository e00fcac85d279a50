//! How often guesses are right, by the probability that they were given.

use super::answers::Answered;
use crate::output::{Cell, Frame};

const BINS: usize = 10;

/// Ten bins of the probability of the guessed code; the last row is the mean gap over all guesses, the expected
/// calibration error (Naeini, Cooper & Hauskrecht 2015).
pub(super) fn table(answers: &[Answered]) -> Frame {
    let mut frame = Frame::new(&["bin", "low", "high", "guesses", "mean_probability", "share_right", "gap"]);
    let mut bins = [Bin::default(); BINS];
    for answer in answers {
        let p = answer.belief.probabilities(1.0)[answer.belief.best().index()];
        bins[((p * BINS as f64) as usize).min(BINS - 1)].add(p, answer.right());
    }
    for (n, bin) in bins.iter().enumerate() {
        let edge = |n: usize| n as f64 / BINS as f64;
        frame.push(bin.row(&(n + 1).to_string(), edge(n), edge(n + 1), bin.gap()));
    }
    let mut all = Bin::default();
    bins.iter().for_each(|bin| all.merge(bin));
    let error: f64 = bins.iter().filter_map(|bin| Some(bin.gap()?.abs() * bin.count as f64)).sum();
    frame.push(all.row("all", 0.0, 1.0, Some(error / all.count.max(1) as f64)));
    frame
}

#[derive(Clone, Copy, Default)]
struct Bin {
    count: u64,
    right: f64,
    probability: f64,
}

impl Bin {
    fn add(&mut self, p: f64, right: f64) {
        self.merge(&Bin { count: 1, right, probability: p });
    }

    fn merge(&mut self, other: &Bin) {
        self.count += other.count;
        self.right += other.right;
        self.probability += other.probability;
    }

    fn mean(&self, sum: f64) -> Option<f64> {
        (self.count > 0).then(|| sum / self.count as f64)
    }

    /// How much more often the guesses are right than was believed.
    fn gap(&self) -> Option<f64> {
        Some(self.mean(self.right)? - self.mean(self.probability)?)
    }

    fn row(&self, name: &str, low: f64, high: f64, gap: Option<f64>) -> Vec<Cell> {
        let means = [self.mean(self.probability), self.mean(self.right), gap].map(Cell::share);
        let mut row = vec![Cell::text(name), Cell::share(low), Cell::share(high), Cell::Count(self.count)];
        row.extend(means);
        row
    }
}
