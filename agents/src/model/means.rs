//! The mean likelihood of clues.

use overhear_engine::rules::Clue;
use rayon::prelude::*;

use super::columns::Columns;
use super::kernels::{TURNED, transpose};
use super::widen;

/// Returns the mean likelihood of each clue over all keywords.
pub(super) fn column_means(columns: &Columns) -> Vec<f32> {
    let clues = columns.clues();
    let share = 1.0 / columns.keywords() as f32;
    let mut means = vec![0.0f32; clues];
    means.par_chunks_mut(TURNED).with_min_len(64).enumerate().for_each(|(chunk, means)| {
        let clue = |n: usize| Clue::new((chunk * TURNED + n).min(clues - 1) as u32);
        let own: [_; TURNED] = std::array::from_fn(|n| columns.row(clue(n)).as_chunks::<TURNED>().0);
        let mut sums = [0.0f32; TURNED];
        for square in 0..columns.stride() / TURNED {
            for likelihoods in transpose(own.map(|column| column[square])) {
                for n in 0..TURNED {
                    sums[n] += widen(likelihoods[n]) * share;
                }
            }
        }
        means.iter_mut().zip(sums).for_each(|(mean, sum)| *mean = sum);
    });
    means
}
