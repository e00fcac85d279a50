//! Removal of directions that all words share.

/// Number of frequent words from which mean and common directions are estimated.
const MEASURED: usize = 50_000;
const ITERATIONS: usize = 40;

/// Subtracts the mean of the rows and their projection on the `components` leading principal directions
/// ("all-but-the-top", Mu & Viswanath 2018), both measured on the first 50,000 rows. The directions are found
/// by power iteration from a fixed start, so the result is the same everywhere.
///
/// ```
/// use overhear_agents::words::remove_common_directions;
/// let mut rows = vec![1.0, 5.0, -1.0, 5.0];
/// remove_common_directions(&mut rows, 2, 0);
/// assert_eq!(rows, [1.0, 0.0, -1.0, 0.0]);
/// remove_common_directions(&mut rows, 2, 1);
/// assert!(rows.iter().all(|x| x.abs() < 1e-6));
/// ```
pub fn remove_common_directions(values: &mut [f32], dims: usize, components: usize) {
    let measured = (values.len() / dims).min(MEASURED);
    let mut mean = vec![0.0f64; dims];
    for row in values.chunks_exact(dims).take(measured) {
        mean.iter_mut().zip(row).for_each(|(total, &x)| *total += f64::from(x) / measured as f64);
    }
    for row in values.chunks_exact_mut(dims) {
        // The mean is subtracted from all rows, though it is measured on the frequent ones: rare words are
        // noisy.
        row.iter_mut().zip(&mean).for_each(|(x, &m)| *x -= m as f32);
    }
    for component in 0..components.min(dims) {
        let direction = leading_direction(&values[..measured * dims], dims, component);
        for row in values.chunks_exact_mut(dims) {
            let share = dot(row, &direction) as f32;
            row.iter_mut().zip(&direction).for_each(|(x, &d)| *x -= share * d as f32);
        }
    }
}

fn leading_direction(values: &[f32], dims: usize, component: usize) -> Vec<f64> {
    // A fixed start that differs by component, so that it is not orthogonal to every remaining direction.
    let mut direction: Vec<f64> = (0..dims).map(|n| if n % 7 == component % 7 { 1.0 } else { 0.1 }).collect();
    for _ in 0..ITERATIONS {
        let mut next = vec![0.0; dims];
        for row in values.chunks_exact(dims) {
            // One step of power iteration on the covariance: Xᵀ(X d), without building the matrix.
            let share = dot(row, &direction);
            next.iter_mut().zip(row).for_each(|(total, &x)| *total += share * f64::from(x));
        }
        let length = libm::sqrt(next.iter().map(|x| x * x).sum());
        if length == 0.0 {
            break;
        }
        direction = next.iter().map(|x| x / length).collect();
    }
    direction
}

fn dot(row: &[f32], direction: &[f64]) -> f64 {
    row.iter().zip(direction).map(|(&x, &d)| f64::from(x) * d).sum()
}
