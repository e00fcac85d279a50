//! Small dense square matrices, summed in a fixed order.

/// A square matrix of `f64`, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    order: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// The matrix of zeros with `order` rows and columns.
    pub fn zero(order: usize) -> Self {
        Self { order, cells: vec![0.0; order * order] }
    }

    /// The matrix whose cell (row, column) is `cell(row, column)`.
    pub fn from_fn(order: usize, mut cell: impl FnMut(usize, usize) -> f64) -> Self {
        let cells = (0..order * order).map(|k| cell(k / order, k % order)).collect();
        Self { order, cells }
    }

    /// The number of rows, and of columns.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The cell at (row, column), counted from 0.
    ///
    /// # Panics
    /// If the row or the column is not below the order.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        assert!(column < self.order, "column {column} of a matrix of order {}", self.order);
        self.cells[row * self.order + column]
    }

    pub(crate) fn add_at(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.order + column] += value;
    }

    /// The product `self · other`; both must have the same order.
    pub(crate) fn times(&self, other: &Self) -> Self {
        Self::from_fn(self.order, |i, j| (0..self.order).map(|k| self.at(i, k) * other.at(k, j)).sum())
    }

    /// The lower factor of Cholesky, or nothing if a squared pivot is not above `least_pivot`.
    pub(crate) fn cholesky(&self, least_pivot: f64) -> Option<Cholesky> {
        let mut lower = Self::zero(self.order);
        for i in 0..self.order {
            for j in 0..=i {
                let known: f64 = (0..j).map(|k| lower.at(i, k) * lower.at(j, k)).sum();
                let rest = self.at(i, j) - known;
                let cell = if i == j { pivot(rest, least_pivot)? } else { rest / lower.at(j, j) };
                lower.add_at(i, j, cell);
            }
        }
        Some(Cholesky { lower })
    }

    /// A lower factor of a matrix without negative directions; flat directions become columns of zeros.
    pub(crate) fn semidefinite_factor(&self) -> Self {
        let largest = (0..self.order).map(|i| self.at(i, i)).fold(0.0, f64::max);
        let mut lower = Self::zero(self.order);
        for j in 0..self.order {
            let rest =
                |i: usize| self.at(i, j) - (0..j).map(|k| lower.at(i, k) * lower.at(j, k)).sum::<f64>();
            let square = rest(j);
            if square > 1e-12 * largest {
                let column: Vec<f64> = (j..self.order).map(|i| rest(i) / square.sqrt()).collect();
                column.into_iter().zip(j..).for_each(|(cell, i)| lower.add_at(i, j, cell));
            }
        }
        lower
    }
}

fn pivot(square: f64, least: f64) -> Option<f64> {
    (square.is_finite() && square > least).then(|| square.sqrt())
}

/// The factor L of a positive definite matrix L Lᵀ.
#[derive(Clone, Debug)]
pub(crate) struct Cholesky {
    lower: Matrix,
}

impl Cholesky {
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        self.solve_upper(&self.solve_lower(right))
    }

    fn solve_lower(&self, right: &[f64]) -> Vec<f64> {
        let mut out: Vec<f64> = Vec::with_capacity(right.len());
        for (i, value) in right.iter().enumerate() {
            let known: f64 = out.iter().enumerate().map(|(k, x)| self.lower.at(i, k) * x).sum();
            out.push((value - known) / self.lower.at(i, i));
        }
        out
    }

    fn solve_upper(&self, right: &[f64]) -> Vec<f64> {
        let n = right.len();
        let mut out = vec![0.0; n];
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|k| self.lower.at(k, i) * out[k]).sum();
            out[i] = (right[i] - known) / self.lower.at(i, i);
        }
        out
    }

    pub(crate) fn inverse(&self) -> Matrix {
        let n = self.lower.order();
        let columns: Vec<Vec<f64>> = (0..n)
            .map(|j| {
                let unit: Vec<f64> = (0..n).map(|i| f64::from(u8::from(i == j))).collect();
                self.solve(&unit)
            })
            .collect();
        Matrix::from_fn(n, |i, j| f64::midpoint(columns[j][i], columns[i][j]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_positive_definite_matrices_have_a_factor() {
        assert!(Matrix::from_fn(2, |i, j| if i == j { 2.0 } else { 1.0 }).cholesky(0.0).is_some());
        assert!(Matrix::from_fn(2, |_, _| 1.0).cholesky(1e-12).is_none());
        assert!(Matrix::from_fn(1, |_, _| f64::NAN).cholesky(0.0).is_none());
    }

    proptest! {
        #[test]
        fn the_inverse_undoes_the_matrix(cells in prop::collection::vec(-1.0..1.0_f64, 16)) {
            let factor = Matrix::from_fn(4, |i, j| cells[4 * i + j]);
            let matrix = Matrix::from_fn(4, |i, j| {
                let gram: f64 = (0..4).map(|k| factor.at(i, k) * factor.at(j, k)).sum();
                gram + f64::from(u8::from(i == j))
            });
            let identity = matrix.times(&matrix.cholesky(0.0).expect("positive definite").inverse());
            for i in 0..4 {
                for j in 0..4 {
                    let expected = f64::from(u8::from(i == j));
                    prop_assert!((identity.at(i, j) - expected).abs() < 1e-10);
                }
            }
        }
    }
}
