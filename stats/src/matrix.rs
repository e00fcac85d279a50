//! Linear algebra of small square arrays, summed in a fixed order.
//!
//! Libraries choose the order by processor, so their results differ between machines.

use ndarray::Array2;

/// Returns the product of two square arrays of one size.
pub(crate) fn product(left: &Array2<f64>, right: &Array2<f64>) -> Array2<f64> {
    let inner = left.ncols();
    Array2::from_shape_fn(left.dim(), |(i, j)| (0..inner).map(|k| left[[i, k]] * right[[k, j]]).sum())
}

/// Returns a lower factor L of a positive semidefinite matrix L Lᵀ; flat directions become columns of zeros.
pub(crate) fn semidefinite_factor(matrix: &Array2<f64>) -> Array2<f64> {
    let order = matrix.nrows();
    let largest = matrix.diag().iter().copied().fold(0.0, f64::max);
    let mut lower = Array2::zeros(matrix.dim());
    for j in 0..order {
        let square = rest_of(matrix, &lower, j, j);
        if square > 1e-12 * largest {
            for i in j..order {
                lower[[i, j]] = rest_of(matrix, &lower, i, j) / square.sqrt();
            }
        }
    }
    lower
}

/// Returns what the columns of the factor before `j` leave of an element of the matrix.
fn rest_of(matrix: &Array2<f64>, lower: &Array2<f64>, i: usize, j: usize) -> f64 {
    matrix[[i, j]] - (0..j).map(|k| lower[[i, k]] * lower[[j, k]]).sum::<f64>()
}

/// The factor L of a positive definite matrix L Lᵀ.
#[derive(Clone, Debug)]
pub(crate) struct Cholesky {
    lower: Array2<f64>,
}

impl Cholesky {
    /// Returns the factor; `None` if a squared pivot is not above `least_pivot`.
    pub(crate) fn decompose(matrix: &Array2<f64>, least_pivot: f64) -> Option<Cholesky> {
        // Row by row: L[i][j] = (A[i][j] − Σ_k<j L[i][k] L[j][k]) / L[j][j]. O(n³/6) multiplications, summed
        // in index order.
        let mut lower = Array2::zeros(matrix.dim());
        for i in 0..matrix.nrows() {
            for j in 0..=i {
                let known: f64 = (0..j).map(|k| lower[[i, k]] * lower[[j, k]]).sum();
                let rest = matrix[[i, j]] - known;
                lower[[i, j]] = if i == j { pivot(rest, least_pivot)? } else { rest / lower[[j, j]] };
            }
        }
        Some(Cholesky { lower })
    }

    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        self.solve_upper(&self.solve_lower(right))
    }

    fn solve_lower(&self, right: &[f64]) -> Vec<f64> {
        let mut out: Vec<f64> = Vec::with_capacity(right.len());
        for (i, value) in right.iter().enumerate() {
            let known: f64 = out.iter().enumerate().map(|(k, x)| self.lower[[i, k]] * x).sum();
            out.push((value - known) / self.lower[[i, i]]);
        }
        out
    }

    fn solve_upper(&self, right: &[f64]) -> Vec<f64> {
        let n = right.len();
        let mut out = vec![0.0; n];
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|k| self.lower[[k, i]] * out[k]).sum();
            out[i] = (right[i] - known) / self.lower[[i, i]];
        }
        out
    }

    pub(crate) fn inverse(&self) -> Array2<f64> {
        let n = self.lower.nrows();
        let columns: Vec<Vec<f64>> = (0..n)
            .map(|j| {
                let unit: Vec<f64> = (0..n).map(|i| f64::from(u8::from(i == j))).collect();
                self.solve(&unit)
            })
            .collect();
        // The midpoint of both triangles makes the inverse exactly symmetric.
        Array2::from_shape_fn((n, n), |(i, j)| f64::midpoint(columns[j][i], columns[i][j]))
    }
}

fn pivot(square: f64, least: f64) -> Option<f64> {
    (square.is_finite() && square > least).then(|| square.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;
    use proptest::prelude::*;

    #[test]
    fn only_positive_definite_matrices_have_a_factor() {
        assert!(Cholesky::decompose(&array![[2.0, 1.0], [1.0, 2.0]], 0.0).is_some());
        assert!(Cholesky::decompose(&array![[1.0, 1.0], [1.0, 1.0]], 1e-12).is_none());
        assert!(Cholesky::decompose(&array![[f64::NAN]], 0.0).is_none());
    }

    #[test]
    fn flat_directions_become_columns_of_zeros() {
        let matrix = array![[4.0, 2.0, 2.0], [2.0, 1.0, 1.0], [2.0, 1.0, 10.0]];
        let lower = array![[2.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 3.0]];
        assert_eq!(semidefinite_factor(&matrix), lower);
        assert_eq!(semidefinite_factor(&Array2::zeros((2, 2))), Array2::<f64>::zeros((2, 2)));
    }

    proptest! {
        #[test]
        fn the_inverse_undoes_the_matrix(cells in prop::collection::vec(-1.0..1.0_f64, 16)) {
            let factor = Array2::from_shape_vec((4, 4), cells).expect("sixteen cells");
            let gram = product(&factor, &factor.t().to_owned()) + Array2::<f64>::eye(4);
            let identity = product(&gram, &Cholesky::decompose(&gram, 0.0).expect("positive definite").inverse());
            for i in 0..4 {
                for j in 0..4 {
                    let expected = f64::from(u8::from(i == j));
                    prop_assert!((identity[[i, j]] - expected).abs() < 1e-10);
                }
            }
        }
    }
}
