//! The memory layout of P(clue | keyword), and the means of its columns.

use overhear_engine::rules::Clue;
use rayon::prelude::*;

use super::kernels::{LANES, TURNED, transpose};
use super::slab::Slab;
use super::widen;

/// One column for each clue: its likelihood under each keyword as a sixteen-bit float, padded with zeros.
///
/// A posterior update reads one column in sequence, so a clue costs one run of memory.
pub(super) struct Columns {
    keywords: usize,
    stride: usize,
    pub(super) values: Slab<u16>,
}

impl Columns {
    /// Creates columns of zeros.
    pub(super) fn zeroed(keywords: usize, clues: usize) -> Columns {
        let stride = keywords.next_multiple_of(LANES);
        Columns { keywords, stride, values: Slab::zeroed(clues * stride) }
    }

    /// Returns the number of keywords in a column.
    #[inline]
    pub(super) const fn keywords(&self) -> usize {
        self.keywords
    }

    /// Returns the length of a column, padding included.
    #[inline]
    pub(super) const fn stride(&self) -> usize {
        self.stride
    }

    /// Returns the number of clues.
    pub(super) fn clues(&self) -> usize {
        self.values.len() / self.stride
    }

    /// Returns the likelihood of a clue under every keyword, padded with zeros.
    #[inline]
    pub(super) fn row(&self, clue: Clue) -> &[u16] {
        &self.values[clue.index() * self.stride..][..self.stride]
    }
}

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
