//! The optimal mix of a table of scores: whom to send if the opponent knows how the choice is made.
//!
//! A round robin is a symmetric zero-sum game: both choose an agent, and the score decides. Its equilibrium (von
//! Neumann 1928), on win matrices known as the maximal lottery (Kreweras 1965, Fishburn 1984), is the mix that
//! scores at least one half against every agent. Agents outside of it are not needed against anybody.
//!
//! The linear program is left to `microlp`, a simplex that others keep and test: beside `ndarray`, which is here anyway, it costs
//! three small crates and, in a release build of the project, under three seconds of a processor.

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};

use ndarray::Array2;

/// An optimal mix of agents.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// The share of each agent; they sum to 1.
    pub mix: Vec<f64>,
    /// The least that the mix scores against any agent: one half, but for rounding.
    pub value: f64,
}

/// Why there is no equilibrium.
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

/// The mix with the greatest score against its best opponent, given each row's score against each column.
/// Where several mixes are optimal, one of them.
///
/// # Errors
/// [`EquilibriumError`] for an empty table, one that is not square, or one with anything but scores in it.
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
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (0.0, 1.0));
    let shares: Vec<_> = (0..agents).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    problem.add_constraint(shares.iter().map(|&share| (share, 1.0)), ComparisonOp::Eq, 1.0);
    for column in 0..agents {
        let terms = shares.iter().enumerate().map(|(row, &share)| (share, scores[[row, column]]));
        problem.add_constraint(terms.chain([(value, -1.0)]), ComparisonOp::Ge, 0.0);
    }
    let Ok(SolveOutcome::Solution(solved)) = problem.solve() else { return Err(EquilibriumError::Unsolved) };
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
        let found = equilibrium(&skew(&[(0, 1, 0.6), (0, 2, 0.7), (1, 2, 0.9)], 3)).unwrap();
        assert!((found.mix[0] - 1.0).abs() < 1e-9, "{found:?}");
        assert!((found.value - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_cycle_is_mixed_by_what_the_others_win() {
        let found = equilibrium(&skew(&[(0, 1, 0.9), (1, 2, 0.6), (2, 0, 0.7)], 3)).unwrap();
        for (share, other) in found.mix.iter().zip([0.1, 0.2, 0.4]) {
            assert!((share - other / 0.7).abs() < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn no_agent_beats_the_mix() {
        let size = 7;
        let score = |row: usize, column: usize| ((row * 31 + column * 17) % 23) as f64 / 23.0;
        let scores = Array2::from_shape_fn((size, size), |(a, b)| 0.5 + (score(a, b) - score(b, a)) / 2.0);
        let found = equilibrium(&scores).unwrap();
        for column in 0..size {
            let against: f64 = (0..size).map(|row| found.mix[row] * scores[[row, column]]).sum();
            assert!(against > 0.5 - 1e-9, "{found:?}");
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
