//! The maximum of the likelihood, over all parameters or some of them.

use super::likelihood::{DavidsonPoint, Likelihood};
use crate::matrix::Cholesky;
use ndarray::Array2;

const MOST_ITERATIONS: usize = 200;
const LONGEST_STEP: f64 = 2.0;
const CONVERGED: f64 = 1e-12;
const LEAST_INFORMATION: f64 = 1e-6;

/// Which parameters of a likelihood are sought.
#[derive(Debug)]
pub(super) struct Sought {
    /// For each parameter, whether it may move: the strengths, the seat effect, ln ν.
    pub(super) is_free: Vec<bool>,
    /// Groups of free agents whose games determine only differences; the mean of each stays where it is.
    pub(super) groups: Vec<Vec<usize>>,
}

/// A maximum of the likelihood.
pub(super) struct Maximum {
    pub(super) point: DavidsonPoint,
    /// The inverse information at the point; parameters that are not free have no variance.
    pub(super) bread: Array2<f64>,
}

/// Returns the maximum that is reached from `start`; `None` if there is none.
pub(super) fn maximise(likelihood: &Likelihood, start: DavidsonPoint, sought: &Sought) -> Option<Maximum> {
    let mut point = start;
    let mut value = likelihood.value(&point);
    // Newton's method on a concave function. 1. Information matrix, made regular. 2. Cholesky factor; a pivot
    // below the floor means a flat direction, so no maximum exists. 3. Step H⁻¹ g, at most `LONGEST_STEP`
    // long. 4. Line search by halving. Each round costs O(encounters + parameters³).
    for _ in 0..MOST_ITERATIONS {
        let information = sought.regular(&likelihood.information(&point));
        let largest = (0..information.nrows()).map(|i| information[[i, i]]).fold(0.0, f64::max);
        let floor = LEAST_INFORMATION.max(1e-13 * largest);
        let factor = Cholesky::decompose(&information, floor)?;
        let step = factor.solve(&sought.freed(likelihood.gradient(&point)));
        let longest = step.iter().fold(0.0, |longest: f64, by| longest.max(by.abs()));
        if longest < CONVERGED {
            return Some(Maximum { point, bread: sought.variance(&factor.inverse()) });
        }
        (point, value) = climb(likelihood, &point, value, &step, (LONGEST_STEP / longest).min(1.0))?;
    }
    None
}

/// Moves along the step, halving it until the likelihood falls by no more than its rounding error.
fn climb(
    likelihood: &Likelihood,
    from: &DavidsonPoint,
    value: f64,
    step: &[f64],
    longest: f64,
) -> Option<(DavidsonPoint, f64)> {
    let slack = 1e-12 * (1.0 + value.abs());
    let halvings = core::iter::successors(Some(longest), |share| Some(share / 2.0)).take(40);
    halvings
        .map(|share| from.moved(step, share))
        .map(|to| (likelihood.value(&to), to))
        .find_map(|(reached, to)| (reached >= value - slack).then_some((to, reached)))
}

impl Sought {
    fn freed(&self, mut gradient: Vec<f64>) -> Vec<f64> {
        gradient
            .iter_mut()
            .zip(&self.is_free)
            .filter(|(_, free)| !**free)
            .for_each(|(slope, _)| *slope = 0.0);
        gradient
    }

    /// Makes the information regular: parameters that are not free stand alone, and the mean of each group is
    /// pinned.
    fn regular(&self, information: &Array2<f64>) -> Array2<f64> {
        let scale = (0..information.nrows()).map(|i| information[[i, i]]).fold(1.0, f64::max);
        let mut regular = Array2::from_shape_fn(information.dim(), |(i, j)| {
            match (self.is_free[i] && self.is_free[j], i == j) {
                (true, _) => information[[i, j]],
                (false, alone) => scale * f64::from(u8::from(alone)),
            }
        });
        // Games determine only differences, so the direction of equal steps of a group has no information.
        // Adding a constant block pins it without changing any difference; the trace keeps the block on the
        // scale of the rest.
        for group in &self.groups {
            let trace: f64 = group.iter().map(|&i| information[[i, i]]).sum();
            let pin = if trace > 0.0 { trace / (group.len() * group.len()) as f64 } else { scale };
            for &i in group {
                group.iter().for_each(|&j| regular[[i, j]] += pin);
            }
        }
        regular
    }

    /// Removes the variance of the means of the groups, and of what is not free, from an inverse information.
    fn variance(&self, inverse: &Array2<f64>) -> Array2<f64> {
        // Centre the columns, transpose, centre again: C V Cᵀ. The final midpoint makes the result exactly
        // symmetric.
        let half = self.centred(inverse.clone());
        let full = self.centred(half.reversed_axes());
        Array2::from_shape_fn(full.dim(), |(i, j)| {
            let is_free = self.is_free[i] && self.is_free[j];
            if is_free { f64::midpoint(full[[i, j]], full[[j, i]]) } else { 0.0 }
        })
    }

    fn centred(&self, mut matrix: Array2<f64>) -> Array2<f64> {
        for group in &self.groups {
            for column in 0..matrix.ncols() {
                let mean = group.iter().map(|&i| matrix[[i, column]]).sum::<f64>() / group.len() as f64;
                group.iter().for_each(|&i| matrix[[i, column]] -= mean);
            }
        }
        matrix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_of_mean_zero_have_rows_that_sum_to_zero_and_the_fixed_have_none() {
        let raw = Array2::from_shape_fn((5, 5), |(i, j)| if i == j { 2.0 + i as f64 } else { 0.5 });
        let sought = Sought { is_free: vec![true, true, true, false, true], groups: vec![vec![0, 2]] };
        let variance = sought.variance(&raw);
        for column in 0..5 {
            assert!((variance[[0, column]] + variance[[2, column]]).abs() < 1e-12);
            assert!(variance[[3, column]] == 0.0 && variance[[column, 3]] == 0.0);
        }
        assert!(variance[[1, 1]] == raw[[1, 1]] && variance[[4, 1]] == raw[[4, 1]]);
    }
}
