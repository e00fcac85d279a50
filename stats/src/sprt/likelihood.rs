//! Maximum likelihood among the distributions on a few scores that satisfy a hypothesis (Van den Bergh,
//! *support of the MLE of a multinomial distribution* and *normalized Elo*).
//!
//! With a linear constraint Σ p a = 0 the maximum is p = p̂ / (1 + θ a); the multiplier θ is the root of a
//! falling function.

use crate::elo::ScoreMoments;

const EMPTY_CELL: f64 = 1e-3;
const STEEPEST_TILT: f64 = 50.0;
const ROUNDS_PER_STRIDE: usize = 250;
const MOST_ROUNDS: usize = 1000;
const CONVERGED: f64 = 1e-9;

/// An empirical distribution on the scores 0 to 1 in equal steps.
#[derive(Clone, Debug)]
pub(crate) struct ObservedScores {
    total: f64,
    scores: Vec<f64>,
    shares: Vec<f64>,
}

impl ObservedScores {
    pub(crate) fn new(counts: &[u64]) -> Option<Self> {
        if counts.iter().all(|&count| count == 0) {
            return None;
        }
        let weights: Vec<f64> =
            counts.iter().map(|&count| if count == 0 { EMPTY_CELL } else { count as f64 }).collect();
        let total = weights.iter().sum();
        let top = (counts.len() - 1) as f64;
        let scores = (0..counts.len()).map(|i| i as f64 / top).collect();
        Some(Self { total, scores, shares: weights.iter().map(|weight| weight / total).collect() })
    }

    /// Returns the number of observations, with 0.001 for each empty cell.
    pub(crate) fn total(&self) -> f64 {
        self.total
    }

    pub(crate) fn moments(&self, games: f64) -> ScoreMoments {
        let (mean, variance) = mean_and_variance(&self.scores, &self.shares);
        ScoreMoments { observations: self.total, games, mean, variance }
    }

    /// Returns Σ p̂ ln(p/p̂) for the likeliest distribution p with mean `mean`; `None` if there is none.
    pub(super) fn log_density_at_mean(&self, mean: f64) -> Option<f64> {
        let constraint: Vec<f64> = self.scores.iter().map(|score| score - mean).collect();
        let multiplier = self.multiplier(&constraint)?;
        Some(self.log_density(multiplier, &constraint))
    }

    /// Returns Σ p̂ ln(p/p̂) for the likeliest p with (mean − ½)/deviation = `t`; `None` if none is found.
    ///
    /// The constraint is not linear in p. It is linearised at the current p, solved, and linearised again
    /// until p no longer changes. Where the iteration oscillates, the strides get shorter every 250 rounds.
    pub(super) fn log_density_at_t_value(&self, t: f64) -> Option<f64> {
        let mut shares = tilted(&self.scores, t);
        for round in 0..MOST_ROUNDS {
            let (mean, variance) = mean_and_variance(&self.scores, &shares);
            let constraint = linearised_t_value(&self.scores, mean, variance.sqrt(), t);
            let multiplier = self.multiplier(&constraint)?;
            let next: Vec<f64> = self
                .shares
                .iter()
                .zip(&constraint)
                .map(|(share, a)| share / (1.0 + multiplier * a))
                .collect();
            let change =
                next.iter().zip(&shares).fold(0.0, |most: f64, (new, old)| most.max((new - old).abs()));
            if change < CONVERGED {
                return Some(self.log_density(multiplier, &constraint));
            }
            let stride = 1.0 / (1 + round / ROUNDS_PER_STRIDE) as f64;
            shares.iter_mut().zip(next).for_each(|(share, new)| *share += stride * (new - *share));
        }
        None
    }

    fn log_density(&self, multiplier: f64, constraint: &[f64]) -> f64 {
        let terms = self.shares.iter().zip(constraint);
        -terms.map(|(share, a)| share * libm::log1p(multiplier * a)).sum::<f64>()
    }

    /// Returns the root θ of Σ p̂ a/(1 + θ a), which falls from +∞ to −∞ between its poles.
    ///
    /// Returns `None` unless `constraint` has both signs.
    fn multiplier(&self, constraint: &[f64]) -> Option<f64> {
        let (least, most) = constraint
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &a| (least.min(a), most.max(a)));
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        Some(bisect(-1.0 / most, -1.0 / least, |theta| {
            let terms = self.shares.iter().zip(constraint).map(|(share, a)| share * a / (1.0 + theta * a));
            terms.sum::<f64>() > 0.0
        }))
    }
}

/// Returns the last point between `low` and `high` at which a monotone condition holds.
///
/// Bisects down to adjacent floating-point numbers: some 60 evaluations.
pub(crate) fn bisect(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// Returns the distribution ∝ e^{λ score} with (mean − ½)/deviation = `t`; uniform at 0.
fn tilted(scores: &[f64], t: f64) -> Vec<f64> {
    let tilt = bisect(-STEEPEST_TILT, STEEPEST_TILT, |tilt| {
        let (mean, variance) = mean_and_variance(scores, &tilted_shares(scores, tilt));
        mean - 0.5 < t * variance.sqrt()
    });
    tilted_shares(scores, tilt)
}

/// Returns shares that grow exponentially with the score.
fn tilted_shares(scores: &[f64], tilt: f64) -> Vec<f64> {
    let weights: Vec<f64> = scores.iter().map(|score| libm::exp(tilt * (score - 0.5))).collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / total).collect()
}

fn linearised_t_value(scores: &[f64], mean: f64, deviation: f64, t: f64) -> Vec<f64> {
    let values = scores.iter().map(|&score| {
        let curve = 1.0 + (mean - score) * (mean - score) / (deviation * deviation);
        score - 0.5 - t / 2.0 * deviation * curve
    });
    values.collect()
}

fn mean_and_variance(scores: &[f64], shares: &[f64]) -> (f64, f64) {
    let mean: f64 = scores.iter().zip(shares).map(|(score, share)| score * share).sum();
    let variance =
        scores.iter().zip(shares).map(|(score, share)| share * (score - mean) * (score - mean)).sum();
    (mean, variance)
}
