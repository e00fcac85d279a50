//! Conditional logit: the choice of one of several alternatives, given a row of features for each.
//!
//! P(a) ∝ exp(w · x(a)) (McFadden 1974). The weights maximise the likelihood less a ridge, by Newton's method
//! with halved steps, so the same observations always give the same weights.

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use crate::matrix::Cholesky;

/// Observed choices among equally many alternatives.
#[derive(Clone, Debug)]
pub struct ChoiceData {
    alternatives: usize,
    features: usize,
    /// One row of features for each alternative of each observation.
    rows: Vec<f32>,
    chosen: Vec<u32>,
}

/// Weights of features, fitted to choices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConditionalLogit {
    weights: Vec<f64>,
}

impl ChoiceData {
    /// Creates an empty sample for these numbers of alternatives and of features.
    pub const fn new(alternatives: usize, features: usize) -> ChoiceData {
        ChoiceData { alternatives, features, rows: Vec::new(), chosen: Vec::new() }
    }

    /// Adds an observation: the features of all alternatives, row after row, and the index of the chosen
    /// alternative.
    ///
    /// # Panics
    /// If the number of features differs from that of the sample, or no alternative has the index.
    pub fn push(&mut self, rows: &[f32], chosen: usize) {
        assert!(rows.len() == self.alternatives * self.features && chosen < self.alternatives);
        self.rows.extend_from_slice(rows);
        self.chosen.push(chosen as u32);
    }

    /// Returns the number of observations.
    pub fn len(&self) -> usize {
        self.chosen.len()
    }

    /// Returns `true` if there is no observation.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }
}

/// The log-likelihood at some weights, with its gradient and its negative second derivative.
struct Slope {
    value: f64,
    gradient: Vec<f64>,
    curvature: Array2<f64>,
}

/// Observations between two looks at the stop.
const BETWEEN_STOPS: usize = 256;

/// The most steps of Newton's method.
const STEPS: usize = 30;

impl ConditionalLogit {
    /// Fits the weights to the observations; `ridge` is the weight of half their sum of squares.
    ///
    /// ```
    /// use overhear_stats::{ChoiceData, ConditionalLogit};
    ///
    /// let mut data = ChoiceData::new(2, 1);
    /// (0..4).for_each(|n| data.push(&[1.0, 0.0], usize::from(n == 0)));
    /// let fitted = ConditionalLogit::fit(&data, 1e-9);
    /// assert!((fitted.weights()[0] - f64::ln(3.0)).abs() < 1e-6, "three of four chose the first");
    /// ```
    pub fn fit(data: &ChoiceData, ridge: f64) -> ConditionalLogit {
        ConditionalLogit::fit_stoppable(data, ridge, &|| false).expect("nothing stops it")
    }

    /// Fits the weights as [`fit`](ConditionalLogit::fit) does; `None` if `is_stopped` became true meanwhile, as it must stay.
    ///
    /// `is_stopped` is asked every 256 observations, of which a step of the fit may see hundreds of thousands.
    pub fn fit_stoppable(
        data: &ChoiceData,
        ridge: f64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<ConditionalLogit> {
        let slope = |weights: &[f64]| slope(data, weights, ridge, is_stopped);
        let mut weights = vec![0.0; data.features];
        let mut now = slope(&weights);
        for _ in 0..STEPS {
            let Some(factor) = Cholesky::decompose(&now.curvature, 0.0) else { break };
            let step = factor.solve(&now.gradient);
            let gain: f64 = step.iter().zip(&now.gradient).map(|(step, slope)| step * slope).sum();
            if gain <= 1e-14 * (1.0 + now.value.abs()) {
                break;
            }
            let Some((moved, next)) = advance(&slope, &weights, &step, now.value) else { break };
            (weights, now) = (moved, next);
        }
        (!is_stopped()).then_some(ConditionalLogit { weights })
    }

    /// Returns the weights of the features.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Returns the score of each alternative, w · x: the logarithm of its probability plus a number that all share.
    pub fn scores<'a>(&'a self, rows: &'a [f32]) -> impl Iterator<Item = f64> + 'a {
        rows.chunks_exact(self.weights.len()).map(|row| score(&self.weights, row))
    }

    /// Returns the index of the likeliest alternative; of equal ones, the first.
    pub fn best(&self, rows: &[f32]) -> usize {
        let scores = self.scores(rows).enumerate();
        scores
            .fold((0, f64::NEG_INFINITY), |best, (n, score)| if score > best.1 { (n, score) } else { best })
            .0
    }
}

/// Returns the weights after a step, halved until the value rises; `None` if it does not.
fn advance(
    slope: &dyn Fn(&[f64]) -> Slope,
    from: &[f64],
    step: &[f64],
    before: f64,
) -> Option<(Vec<f64>, Slope)> {
    (0..20).find_map(|halvings| {
        let share = 0.5f64.powi(halvings);
        let moved: Vec<f64> = from.iter().zip(step).map(|(weight, step)| weight + share * step).collect();
        let slope = slope(&moved);
        (slope.value > before).then_some((moved, slope))
    })
}

fn score(weights: &[f64], row: &[f32]) -> f64 {
    weights.iter().zip(row).map(|(weight, &x)| weight * f64::from(x)).sum()
}

/// Returns the slope at some weights; of fewer observations, and so of no use, once it is stopped.
fn slope(data: &ChoiceData, weights: &[f64], ridge: f64, is_stopped: &dyn Fn() -> bool) -> Slope {
    let size = data.features;
    let mut slope = Slope { value: 0.0, gradient: vec![0.0; size], curvature: Array2::zeros((size, size)) };
    for (n, &weight) in weights.iter().enumerate() {
        slope.value -= 0.5 * ridge * weight * weight;
        slope.gradient[n] -= ridge * weight;
        slope.curvature[[n, n]] += ridge;
    }
    let mut shares = vec![0.0; data.alternatives];
    let mut mean = vec![0.0; size];
    let mut filled = Vec::with_capacity(size);
    let observations = data.rows.chunks_exact(data.alternatives * size).zip(&data.chosen);
    for (n, (rows, &chosen)) in observations.enumerate() {
        if n % BETWEEN_STOPS == 0 && is_stopped() {
            break;
        }
        let rows = rows.chunks_exact(size);
        shares.iter_mut().zip(rows.clone()).for_each(|(share, row)| *share = score(weights, row));
        let greatest = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let own = shares[chosen as usize] - greatest;
        shares.iter_mut().for_each(|share| *share = libm::exp(*share - greatest));
        let total: f64 = shares.iter().sum();
        slope.value += own - libm::log(total);
        mean.fill(0.0);
        for (share, row) in shares.iter_mut().zip(rows.clone()) {
            *share /= total;
            mean.iter_mut().zip(row).for_each(|(mean, &x)| *mean += *share * f64::from(x));
        }
        for (n, (share, row)) in shares.iter().zip(rows).enumerate() {
            let is_own = f64::from(u8::from(n == chosen as usize));
            // Most features are 0, so the products are summed over the others, and the means subtracted once.
            filled.clear();
            filled
                .extend(row.iter().enumerate().filter(|(_, x)| **x != 0.0).map(|(a, &x)| (a, f64::from(x))));
            for (place, &(a, x)) in filled.iter().enumerate() {
                slope.gradient[a] += (is_own - share) * x;
                for &(b, y) in &filled[..=place] {
                    slope.curvature[[a, b]] += share * x * y;
                }
            }
        }
        for a in 0..size {
            for b in 0..=a {
                slope.curvature[[a, b]] -= mean[a] * mean[b];
            }
        }
    }
    for a in 0..size {
        for b in 0..a {
            slope.curvature[[b, a]] = slope.curvature[[a, b]];
        }
    }
    slope
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Returns a pseudorandom number in 0..1.
    fn drawn(n: u64) -> f64 {
        let x = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (x >> 11) as f64 / (1u64 << 53) as f64
    }

    #[test]
    fn the_weights_that_chose_are_found() {
        let (truth, mut data) = ([1.5, -0.7, 0.0], ChoiceData::new(5, 3));
        for n in 0..20_000u64 {
            let rows: Vec<f32> = (0..15).map(|k| (drawn(n * 100 + k) * 2.0 - 1.0) as f32).collect();
            let weights: Vec<f64> = rows.chunks_exact(3).map(|row| libm::exp(score(&truth, row))).collect();
            let mut threshold = drawn(n * 100 + 50) * weights.iter().sum::<f64>();
            let chosen = weights.iter().position(|weight| {
                threshold -= weight;
                threshold <= 0.0
            });
            data.push(&rows, chosen.unwrap_or(4));
        }
        let fitted = ConditionalLogit::fit(&data, 1.0);
        for (weight, truth) in fitted.weights().iter().zip(truth) {
            assert!((weight - truth).abs() < 0.05, "{fitted:?}");
        }
        assert_eq!(fitted, ConditionalLogit::fit(&data, 1.0));
        assert_eq!(fitted.best(&[0.0, 0.0, 0.0, 1.0, 0.0, 9.0, 0.0, 1.0, 0.0]), 1);
    }

    #[test]
    fn nothing_seen_is_no_weight_and_all_of_one_kind_is_a_finite_one() {
        assert_eq!(ConditionalLogit::fit(&ChoiceData::new(3, 2), 1.0).weights(), [0.0; 2]);
        let mut data = ChoiceData::new(2, 2);
        (0..100).for_each(|_| data.push(&[1.0, 0.0, 0.0, 0.0], 0));
        let fitted = ConditionalLogit::fit(&data, 1.0);
        assert!(fitted.weights()[0].is_finite() && fitted.weights()[0] > 1.0 && fitted.weights()[1] == 0.0);
    }

    #[test]
    fn a_fit_that_is_stopped_ends_soon_and_without_weights() {
        let mut data = ChoiceData::new(2, 1);
        (0..10_000).for_each(|n| data.push(&[1.0, drawn(n) as f32], usize::from(drawn(n + 1) > 0.3)));
        let calls = Cell::new(0);
        let after = |times: u32| {
            calls.set(0);
            ConditionalLogit::fit_stoppable(&data, 1.0, &|| calls.replace(calls.get() + 1) >= times)
        };
        assert_eq!(after(u32::MAX), Some(ConditionalLogit::fit(&data, 1.0)));
        let all = calls.get();
        assert!(all > 2 * 10_000 / BETWEEN_STOPS as u32, "a fit takes several steps");
        for times in [0, 1, 60, all - 1] {
            assert_eq!(after(times), None);
            assert!(calls.get() <= times + 25, "asked {} times after {times}", calls.get());
        }
    }

    #[test]
    fn the_value_is_the_log_likelihood_less_the_ridge() {
        let (weights, ridge, mut data) = ([1.5, -0.7], 0.5, ChoiceData::new(3, 2));
        let mut expected = -0.5 * ridge * (1.5 * 1.5 + 0.7 * 0.7);
        for n in 0..10 {
            let rows: Vec<f32> = (0..6).map(|k| (drawn(n * 10 + k) * 4.0) as f32).collect();
            let (chosen, scores) = (n as usize % 3, rows.chunks_exact(2).map(|row| score(&weights, row)));
            let likelihoods: Vec<f64> = scores.map(libm::exp).collect();
            expected += libm::log(likelihoods[chosen] / likelihoods.iter().sum::<f64>());
            data.push(&rows, chosen);
        }
        let value = slope(&data, &weights, ridge, &|| false).value;
        assert!((value - expected).abs() < 1e-9, "{value} {expected}");
    }

    /// Returns some choices among three alternatives with two features.
    fn choices() -> ChoiceData {
        let mut data = ChoiceData::new(3, 2);
        for n in 0..10 {
            let rows: Vec<f32> = (0..6).map(|k| (drawn(n * 10 + k) * 4.0) as f32).collect();
            data.push(&rows, n as usize % 3);
        }
        data
    }

    #[test]
    fn observations_are_counted() {
        let (none, some) = (ChoiceData::new(3, 2), choices());
        assert_eq!((none.len(), none.is_empty(), some.len(), some.is_empty()), (0, true, 10, false));
    }

    #[test]
    fn gradient_and_curvature_are_the_differences_of_the_value_and_of_the_gradient() {
        let (data, weights, ridge, step) = (choices(), [0.3, -0.2], 0.5, 1e-5);
        let at = |weights: [f64; 2]| slope(&data, &weights, ridge, &|| false);
        let here = at(weights);
        for a in 0..2 {
            let moved = |by: f64| {
                let mut weights = weights;
                weights[a] += by;
                at(weights)
            };
            let (less, more) = (moved(-step), moved(step));
            let gradient = (more.value - less.value) / (2.0 * step);
            assert!((here.gradient[a] - gradient).abs() < 1e-6, "{a}: {} {gradient}", here.gradient[a]);
            for b in 0..2 {
                let bend = -(more.gradient[b] - less.gradient[b]) / (2.0 * step);
                assert!(
                    (here.curvature[[a, b]] - bend).abs() < 1e-6,
                    "{a} {b}: {} {bend}",
                    here.curvature[[a, b]]
                );
            }
        }
        let fitted = ConditionalLogit::fit(&data, ridge);
        let flat = at([fitted.weights()[0], fitted.weights()[1]]);
        assert!(flat.gradient.iter().all(|slope| slope.abs() < 1e-5), "{:?}", flat.gradient);
    }

    #[test]
    fn the_best_is_the_likeliest_and_of_equals_the_first() {
        let logit = ConditionalLogit { weights: vec![1.0] };
        assert_eq!(logit.best(&[-3.0, -1.0, 2.0, 0.0]), 2);
        assert_eq!(logit.best(&[-3.0, -1.0, -1.0, -2.0]), 1);
        assert_eq!(logit.best(&[-1.0, -3.0]), 0);
    }
}
