//! The optimal mix of a table of scores: the best choice of agents against an opponent that knows the mix.
//!
//! A round robin is a symmetric zero-sum game: each side chooses an agent, and the score decides. Its
//! equilibrium (von Neumann 1928) scores at least one half against every agent. On win matrices it is known
//! as the maximal lottery (Kreweras 1965, Fishburn 1984). Agents outside the mix are not needed against any
//! opponent.
//!
//! The linear programme is solved by `microlp`, a tested simplex. Beside `ndarray`, which the crate uses
//! anyway, it adds three small crates and under three seconds of processor time to a release build.

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};

use ndarray::Array2;

/// An optimal mix of agents.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// The share of each agent; they sum to 1.
    pub mix: Vec<f64>,
    /// The smallest score of the mix against any agent: one half, up to rounding.
    pub value: f64,
}

/// Error returned when a table of scores has no equilibrium.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EquilibriumError {
    /// Some score is not a number between 0 and 1, or the table is empty.
    #[error("a table of scores has a number from 0 to 1 in every cell")]
    NotScores,
    /// The linear programme could not be solved.
    #[error("the linear programme of the mix has no solution")]
    Unsolved,
}

/// Returns the mix with the greatest score against its best opponent, given each row's score against each
/// column.
///
/// If several mixes are optimal, the function returns one of them.
///
/// # Errors
/// [`EquilibriumError`] if the table is empty, not square, or holds a number outside 0..=1.
///
/// ```
/// use ndarray::array;
/// use overhear_stats::equilibrium;
/// let rock_paper_scissors = array![[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]];
/// let mix = equilibrium(&rock_paper_scissors)?.mix;
/// assert!(mix.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-9));
/// # Ok::<(), overhear_stats::EquilibriumError>(())
/// ```
pub fn equilibrium(scores: &Array2<f64>) -> Result<Equilibrium, EquilibriumError> {
    let agents = scores.nrows();
    if agents == 0 || !scores.is_square() || !scores.iter().all(|score| (0.0..=1.0).contains(score)) {
        return Err(EquilibriumError::NotScores);
    }
    // Maximise v subject to Σ mix = 1 and Σ mix[row] · score[row][column] ≥ v for every column.
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (0.0, 1.0));
    let shares: Vec<_> = (0..agents).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    problem.add_constraint(shares.iter().map(|&share| (share, 1.0)), ComparisonOp::Eq, 1.0);
    for column in 0..agents {
        let terms = shares.iter().enumerate().map(|(row, &share)| (share, scores[[row, column]]));
        problem.add_constraint(terms.chain([(value, -1.0)]), ComparisonOp::Ge, 0.0);
    }
    let Ok(SolveOutcome::Solution(solved)) = problem.solve() else { return Err(EquilibriumError::Unsolved) };
    // The simplex may leave shares a rounding error below 0.
    let raw: Vec<f64> = shares.iter().map(|&share| solved[share].max(0.0)).collect();
    let total: f64 = raw.iter().sum();
    Ok(Equilibrium { mix: raw.iter().map(|share| share / total).collect(), value: solved[value] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skew(upper: &[(usize, usize, f64)], size: usize) -> Array2<f64> {
        Array2::from_shape_fn((size, size), |(row, column)| {
            let forth = upper.iter().find(|&&(a, b, _)| (a, b) == (row, column)).map(|&(_, _, score)| score);
            let back =
                upper.iter().find(|&&(a, b, _)| (b, a) == (row, column)).map(|&(_, _, score)| 1.0 - score);
            forth.or(back).unwrap_or(0.5)
        })
    }

    #[test]
    fn who_beats_everybody_is_sent_always() {
        let solution = equilibrium(&skew(&[(0, 1, 0.6), (0, 2, 0.7), (1, 2, 0.9)], 3)).unwrap();
        assert!((solution.mix[0] - 1.0).abs() < 1e-9, "{solution:?}");
        assert!((solution.value - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_cycle_is_mixed_by_what_the_others_win() {
        let solution = equilibrium(&skew(&[(0, 1, 0.9), (1, 2, 0.6), (2, 0, 0.7)], 3)).unwrap();
        for (share, other) in solution.mix.iter().zip([0.1, 0.2, 0.4]) {
            assert!((share - other / 0.7).abs() < 1e-9, "{solution:?}");
        }
    }

    #[test]
    fn no_agent_beats_the_mix() {
        let size = 7;
        let score = |row: usize, column: usize| ((row * 31 + column * 17) % 23) as f64 / 23.0;
        let scores = Array2::from_shape_fn((size, size), |(a, b)| 0.5 + (score(a, b) - score(b, a)) / 2.0);
        let solution = equilibrium(&scores).unwrap();
        for column in 0..size {
            let against: f64 = (0..size).map(|row| solution.mix[row] * scores[[row, column]]).sum();
            assert!(against > 0.5 - 1e-9, "{solution:?}");
        }
    }

    #[test]
    fn anything_but_scores_is_refused() {
        for no_scores in [
            Array2::from_elem((2, 2), f64::NAN),
            Array2::from_elem((2, 2), 1.5),
            Array2::from_elem((1, 2), 0.5),
            Array2::zeros((0, 0)),
        ] {
            assert_eq!(equilibrium(&no_scores), Err(EquilibriumError::NotScores));
        }
    }
}
